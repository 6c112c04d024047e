import type { ToolResult } from '@btcp/tools';
import type { Agent, RecordedAction } from '../contract/types.js';
import type { SessionHub } from '../events/session-hub.js';
import type { AgentHosts } from '../hosts/agent-hosts.js';
import type { Store } from '../store/store.js';
import { actedOn, stepsIn } from './describe-call.js';
import { DriveFollower } from './drive-follower.js';
import { DrivenAddresses } from './driven-addresses.js';
import { canonicalCall, isRecorded, recordedCall } from './record-call.js';
import { recordedDrive } from './record-drive.js';
import { LastSnapshots } from './surroundings.js';

export class Recorder {
  readonly #store: Store;
  readonly #hub: SessionHub;
  readonly #drives: DriveFollower;
  readonly #addresses = new DrivenAddresses();
  readonly #snapshots = new LastSnapshots();

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

  call(
    agent: string,
    session: string,
    name: string,
    input: unknown,
    outcome: { result: ToolResult } | { error: unknown },
  ): void {
    const call = canonicalCall(name, input);
    const key = `${agent}/${session}`;
    if (call.name === 'browser_snapshot' && 'result' in outcome) this.#snapshots.note(key, outcome.result);
    if (!isRecorded(call.name)) return;
    if (name === 'browser_batch' && 'result' in outcome) {
      this.#steps(agent, session, input, outcome.result);
      return;
    }
    const action = recordedCall(call.name, call.input, outcome);
    const around = 'result' in outcome ? this.#snapshots.around(key, actedOn(outcome.result)?.ref) : undefined;
    const url = this.#addresses.shown(key, action);
    this.#keep(agent, session, { ...action, ...(around ? { around } : {}), url });
  }

  stop(agent?: string, session?: string): void {
    this.#drives.stop(agent, session);
  }

  /** Replays and exports know the tools of the steps. */
  #steps(agent: string, session: string, input: unknown, result: ToolResult): void {
    const { steps: done = [] } = Object(result.data) as { steps?: Pick<ToolResult, 'data' | 'element'>[] };
    for (const [index, { tool, arguments: given = {} }] of stepsIn(input).entries()) {
      const own = done[index] ?? { data: {} };
      const { effects } = Object(own.data);
      const page = index === done.length - 1 ? result.page : null;
      this.call(agent, session, tool, given, { result: { ...own, text: '', page, ...(effects ? { effects } : {}) } });
    }
  }

  #keep(agent: string, session: string, recorded: Omit<RecordedAction, 'id'>): void {
    const action = this.#store.actions.add(agent, session, recorded);
    this.#hub.publish(agent, session, { type: 'action', action });
  }
}
