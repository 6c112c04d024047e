import { BtcpError, type CallOutcome, type Drive } from '@btcp/tools';
import type { Agent } from '../contract/types.js';
import type { AgentHosts } from '../hosts/agent-hosts.js';
import type { Store } from '../store/store.js';
import { DriveFollower } from './drive-follower.js';
import { DrivenAddresses } from './driven-addresses.js';
import { recordedSteps } from './record-call.js';
import { recordedDrive } from './record-drive.js';
import { LastSnapshot } from './surroundings.js';

export class Recorder {
  readonly #store: Store;
  readonly #drives: DriveFollower;
  readonly #addresses = new DrivenAddresses();
  readonly #snapshots = new Map<string, LastSnapshot>();

  constructor(store: Store, hosts: AgentHosts) {
    this.#store = store;
    this.#drives = new DriveFollower(hosts, (agent, session, drive, event) => {
      this.#addresses.note(`${agent}/${session}`);
      this.#keepDrive(agent, session, drive, event).catch((thrown) => console.error(BtcpError.from(thrown).message));
    });
  }

  follow(agent: Agent, session: string): void {
    this.#drives.follow(agent, session);
  }

  async call(agent: string, session: string, name: string, input: unknown, outcome: CallOutcome): Promise<void> {
    const key = `${agent}/${session}`;
    const seen = this.#snapshots.get(key) ?? new LastSnapshot();
    this.#snapshots.set(key, seen);
    for (const action of recordedSteps(name, input, outcome, seen)) {
      await this.#store.actions.add(agent, session, { ...action, url: this.#addresses.shown(key, action) });
    }
  }

  stop(agent?: string, session?: string): void {
    this.#drives.stop(agent, session);
    const stopped = session === undefined ? `${agent ?? ''}/` : `${agent}/${session}`;
    for (const key of this.#snapshots.keys())
      if (agent === undefined || key.startsWith(stopped)) this.#snapshots.delete(key);
  }

  async #keepDrive(agent: string, session: string, drive: Drive, event: number): Promise<void> {
    if (!(await this.#store.sessions.get(agent, session))) return;
    await this.#store.actions.add(agent, session, recordedDrive(drive), `drive ${event}`);
  }
}
