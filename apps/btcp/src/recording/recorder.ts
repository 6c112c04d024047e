import type { CallOutcome } from '@btcp/tools';
import type { Agent, RecordedAction } from '../contract/types.js';
import type { SessionHub } from '../events/session-hub.js';
import type { AgentHosts } from '../hosts/agent-hosts.js';
import type { Store } from '../store/store.js';
import { DriveFollower } from './drive-follower.js';
import { DrivenAddresses } from './driven-addresses.js';
import { recordedSteps } from './record-call.js';
import { recordedDrive } from './record-drive.js';
import { LastSnapshot } from './surroundings.js';

export class Recorder {
  readonly #store: Store;
  readonly #hub: SessionHub;
  readonly #drives: DriveFollower;
  readonly #addresses = new DrivenAddresses();
  readonly #snapshots = new Map<string, LastSnapshot>();

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
    const key = `${agent}/${session}`;
    const seen = this.#snapshots.get(key) ?? new LastSnapshot();
    this.#snapshots.set(key, seen);
    for (const action of recordedSteps(name, input, outcome, seen)) {
      this.#keep(agent, session, { ...action, url: this.#addresses.shown(key, action) });
    }
  }

  stop(agent?: string, session?: string): void {
    this.#drives.stop(agent, session);
    const stopped = session === undefined ? `${agent ?? ''}/` : `${agent}/${session}`;
    for (const key of this.#snapshots.keys())
      if (agent === undefined || key.startsWith(stopped)) this.#snapshots.delete(key);
  }

  #keep(agent: string, session: string, recorded: Omit<RecordedAction, 'id'>): void {
    const action = this.#store.actions.add(agent, session, recorded);
    this.#hub.publish(agent, session, { type: 'action', action });
  }
}
