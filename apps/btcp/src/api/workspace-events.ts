import type { WorkspaceEvent } from '../contract/types.js';
import type { OutsideSessions } from '../outside/outside-sessions.js';
import type { ConnectedPages } from '../pages/connected-pages.js';
import type { Workspace } from '../workspace/workspace.js';

/** What the workspace shows besides its agents. */
export interface Surroundings {
  pages: ConnectedPages;
  outside: OutsideSessions;
}

export class WorkspaceEvents {
  readonly #workspace: Workspace;
  readonly #pages: ConnectedPages;
  readonly #outside: OutsideSessions;

  constructor(workspace: Workspace, { pages, outside }: Surroundings) {
    this.#workspace = workspace;
    this.#pages = pages;
    this.#outside = outside;
  }

  state(): WorkspaceEvent[] {
    const sessions = this.#workspace.agents.list().map(({ slug }) => this.#sessions(slug));
    const live: WorkspaceEvent = { type: 'live', sessions: this.#outside.list.list() };
    return [this.#agents(), ...sessions, this.#model(), this.#connected(), live];
  }

  follow(publish: (event: WorkspaceEvent) => void): () => void {
    const stopHub = this.#workspace.hub.onChange((change) => {
      if (change.of === 'agents') publish(this.#agents());
      else if (change.of === 'model') publish(this.#model());
      else publish(this.#sessions(change.agent));
    });
    const stopPages = this.#pages.onChange(() => publish(this.#connected()));
    const stopLive = this.#outside.list.subscribe((event) =>
      publish(
        event.type === 'session'
          ? { type: 'live_session', session: event.session }
          : { type: 'live_gone', id: event.id },
      ),
    );
    return () => {
      stopHub();
      stopPages();
      stopLive();
    };
  }

  #agents(): WorkspaceEvent {
    return { type: 'agents', agents: this.#workspace.agents.list() };
  }

  #sessions(agent: string): WorkspaceEvent {
    return { type: 'sessions', agent, sessions: this.#workspace.sessions.list(agent) };
  }

  #model(): WorkspaceEvent {
    return { type: 'model', model: this.#workspace.models.settings };
  }

  #connected(): WorkspaceEvent {
    return { type: 'connected', connected: this.#pages.list() };
  }
}
