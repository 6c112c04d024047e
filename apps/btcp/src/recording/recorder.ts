import type { CallOutcome } from '@btcp/tools';
import type { Agent, RecordedAction } from '../contract/types.js';
import type { SessionHub } from '../events/session-hub.js';
import type { AgentHosts } from '../hosts/agent-hosts.js';
import type { Store } from '../store/store.js';
import { DriveFollower } from './drive-follower.js';
import { DrivenAddresses } from './driven-addresses.js';
import { recordedSteps } from './record-call.js';
import { recordedDrive } from './record-drive.js';

export class Recorder {
  readonly #store: Store;
  readonly #hub: SessionHub;
  readonly #drives: DriveFollower;
  readonly #addresses = new DrivenAddresses();

  constructor(store: Store, hub: SessionHub, hosts: AgentHosts) {
    this.#store = store;
    this.#hub = hub;
    this.#drives = new DriveFollower(hosts, (agent, session, drive) => {
      if (!store.sessions.get(agent, session)) return;
      this.#addresses.note(`${agent}/${session}`);
      this.#keep(agent, session, recordedDrive(drive));
    });
  }

  follow(agent: Agent, session: string): void {
    this.#drives.follow(agent, session);
  }

  call(agent: string, session: string, name: string, input: unknown, outcome: CallOutcome): void {
    for (const action of recordedSteps(name, input, outcome)) {
      this.#keep(agent, session, { ...action, url: this.#addresses.shown(`${agent}/${session}`, action) });
    }
  }

  stop(agent?: string, session?: string): void {
    this.#drives.stop(agent, session);
  }

  #keep(agent: string, session: string, recorded: Omit<RecordedAction, 'id'>): void {
    const action = this.#store.actions.add(agent, session, recorded);
    this.#hub.publish(agent, session, { type: 'action', action });
  }
}
