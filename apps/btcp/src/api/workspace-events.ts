import { followListed } from '@btcp/host';
import type { WorkspaceEvent } from '../contract/types.js';
import { atIntervals } from '../events/at-intervals.js';
import type { WorkspaceChange } from '../events/session-hub.js';
import type { OutsideSessions } from '../outside/outside-sessions.js';
import type { ConnectedPages } from '../pages/connected-pages.js';
import { shownModel, type Visible } from '../workspace/visible.js';
import type { Workspace } from '../workspace/workspace.js';

// The whole list is sent: a thousand pages that connect together must not send a thousand lists.
const CONNECTED_MS = 250;

export interface Surroundings {
  pages: ConnectedPages;
  outside: OutsideSessions;
}

export class WorkspaceEvents {
  readonly #workspace: Workspace;
  readonly #pages: ConnectedPages;
  readonly #outside: OutsideSessions;
  readonly #visible: Visible;

  constructor(workspace: Workspace, { pages, outside }: Surroundings, visible: Visible) {
    this.#workspace = workspace;
    this.#pages = pages;
    this.#outside = outside;
    this.#visible = visible;
  }

  async state(): Promise<WorkspaceEvent[]> {
    const sessions = await Promise.all(this.#visible.agents().map(({ slug }) => this.#sessions(slug)));
    const live: WorkspaceEvent = {
      type: 'live',
      sessions: this.#outside.list.list().filter((session) => this.#visible.mayList(session)),
    };
    return [this.#agents(), ...sessions, await this.#model(), this.#connected(), live];
  }

  follow(publish: (event: WorkspaceEvent) => void): () => void {
    let last = Promise.resolve();
    const stopHub = this.#workspace.hub.onChange((change) => {
      const report = async () => {
        for (const event of await this.#changed(change)) publish(event);
      };
      // A database that is away reports that everything may have changed when it is back.
      last = last.then(report).catch(() => {});
    });
    const connected = atIntervals(() => publish(this.#connected()), CONNECTED_MS);
    const stopPages = this.#visible.isAdmin ? this.#pages.onChange(connected.ask) : () => {};
    const stopLive = followListed(
      this.#outside.list,
      (session) => this.#visible.mayList(session),
      (event) =>
        publish(
          event.type === 'session'
            ? { type: 'live_session', session: event.session }
            : { type: 'live_gone', id: event.id },
        ),
    );
    return () => {
      stopHub();
      stopPages();
      connected.stop();
      stopLive();
    };
  }

  async #changed(change: WorkspaceChange): Promise<WorkspaceEvent[]> {
    if (change.of === 'stopping') return [];
    if (change.of === 'model') return [await this.#model()];
    await this.#visible.refresh();
    if (change.of === 'everything') return this.state();
    if (change.of === 'agents') return [this.#agents()];
    const isShown = this.#visible.agents().some(({ slug }) => slug === change.agent);
    return isShown ? [await this.#sessions(change.agent)] : [];
  }

  #agents(): WorkspaceEvent {
    return { type: 'agents', agents: this.#visible.agents() };
  }

  async #sessions(agent: string): Promise<WorkspaceEvent> {
    return { type: 'sessions', agent, sessions: await this.#visible.sessions(agent) };
  }

  async #model(): Promise<WorkspaceEvent> {
    return { type: 'model', model: shownModel(await this.#workspace.models.settings(), this.#visible.isAdmin) };
  }

  #connected(): WorkspaceEvent {
    return { type: 'connected', connected: this.#visible.isAdmin ? this.#pages.list() : [] };
  }
}
