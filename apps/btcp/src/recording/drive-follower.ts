import type { Drive, SessionEvent } from '@btcp/tools';
import type { Agent } from '../contract/types.js';
import type { AgentHosts } from '../hosts/agent-hosts.js';

// `event` is the number of the event that reported the drive.
type OnDrive = (agent: string, session: string, drive: Drive, event: number) => void;

export class DriveFollower {
  readonly #hosts: AgentHosts;
  readonly #onDrive: OnDrive;
  readonly #stops = new Map<string, () => void>();

  constructor(hosts: AgentHosts, onDrive: OnDrive) {
    this.#hosts = hosts;
    this.#onDrive = onDrive;
  }

  follow(agent: Agent, session: string): void {
    const key = `${agent.slug}/${session}`;
    if (this.#stops.has(key)) return;
    let hadBrowser = false;
    const stop = this.#hosts.of(agent).subscribe(session, (event) => {
      if (event.type === 'driven') this.#onDrive(agent.slug, session, event, event.id);
      hadBrowser ||= event.type !== 'browser_active' || event.active;
      if (hadBrowser && isLoss(event, session)) this.#end(key);
    });
    this.#stops.set(key, stop);
  }

  stop(agent?: string, session?: string): void {
    for (const key of [...this.#stops.keys()]) {
      const isMeant = session === undefined ? key.startsWith(`${agent}/`) : key === `${agent}/${session}`;
      if (agent === undefined || isMeant) this.#end(key);
    }
  }

  #end(key: string): void {
    this.#stops.get(key)?.();
    this.#stops.delete(key);
  }
}

function isLoss(event: SessionEvent, session: string): boolean {
  if (event.type === 'ownership') return event.owner !== session;
  return event.type === 'browser_active' && !event.active;
}
