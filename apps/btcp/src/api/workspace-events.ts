import { followListed } from '@btcp/host';
import type { WorkspaceEvent } from '../contract/types.js';
import { atIntervals } from '../events/at-intervals.js';
import type { OutsideSessions } from '../outside/outside-sessions.js';
import type { ConnectedPages } from '../pages/connected-pages.js';
import { shownModel, type Visible } from '../workspace/visible.js';
import type { Workspace } from '../workspace/workspace.js';

/** The whole list is sent: a thousand pages that connect together must not send a thousand lists. */
const CONNECTED_MS = 250;

/** What the workspace shows in addition to its agents. */
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

  state(): WorkspaceEvent[] {
    const sessions = this.#visible.agents().map(({ slug }) => this.#sessions(slug));
    const live: WorkspaceEvent = {
      type: 'live',
      sessions: this.#outside.list.list().filter((session) => this.#visible.mayList(session)),
    };
    return [this.#agents(), ...sessions, this.#model(), this.#connected(), live];
  }

  follow(publish: (event: WorkspaceEvent) => void): () => void {
    const stopHub = this.#workspace.hub.onChange((change) => {
      if (change.of === 'agents') publish(this.#agents());
      else if (change.of === 'model') publish(this.#model());
      else if (this.#visible.agents().some(({ slug }) => slug === change.agent)) publish(this.#sessions(change.agent));
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

  #agents(): WorkspaceEvent {
    return { type: 'agents', agents: this.#visible.agents() };
  }

  #sessions(agent: string): WorkspaceEvent {
    return { type: 'sessions', agent, sessions: this.#visible.sessions(agent) };
  }

  #model(): WorkspaceEvent {
    return { type: 'model', model: shownModel(this.#workspace.models.settings, this.#visible.isAdmin) };
  }

  #connected(): WorkspaceEvent {
    return { type: 'connected', connected: this.#visible.isAdmin ? this.#pages.list() : [] };
  }
}
