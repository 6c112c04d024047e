import type { WorkspaceEvent } from '../contract/types.js';
import type { ConnectedPages } from '../pages/connected-pages.js';
import type { Workspace } from '../workspace/workspace.js';

export class WorkspaceEvents {
  readonly #workspace: Workspace;
  readonly #pages: ConnectedPages;

  constructor(workspace: Workspace, pages: ConnectedPages) {
    this.#workspace = workspace;
    this.#pages = pages;
  }

  state(): WorkspaceEvent[] {
    const sessions = this.#workspace.agents.list().map(({ slug }) => this.#sessions(slug));
    return [this.#agents(), ...sessions, this.#model(), this.#connected()];
  }

  follow(publish: (event: WorkspaceEvent) => void): () => void {
    const stopHub = this.#workspace.hub.onChange((change) => {
      if (change.of === 'agents') publish(this.#agents());
      else if (change.of === 'model') publish(this.#model());
      else publish(this.#sessions(change.agent));
    });
    const stopPages = this.#pages.onChange(() => publish(this.#connected()));
    return () => {
      stopHub();
      stopPages();
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
