import type { WorkspaceEvent } from '../contract/types.js';
import type { ConnectedPages } from '../pages/connected-pages.js';
import { shownModel, type Visible } from '../workspace/visible.js';
import type { Workspace } from '../workspace/workspace.js';

export class WorkspaceEvents {
  readonly #workspace: Workspace;
  readonly #pages: ConnectedPages;
  readonly #visible: Visible;

  constructor(workspace: Workspace, pages: ConnectedPages, visible: Visible) {
    this.#workspace = workspace;
    this.#pages = pages;
    this.#visible = visible;
  }

  state(): WorkspaceEvent[] {
    const sessions = this.#visible.agents().map(({ slug }) => this.#sessions(slug));
    return [this.#agents(), ...sessions, this.#model(), this.#connected()];
  }

  follow(publish: (event: WorkspaceEvent) => void): () => void {
    const stopHub = this.#workspace.hub.onChange((change) => {
      if (change.of === 'agents') publish(this.#agents());
      else if (change.of === 'model') publish(this.#model());
      else if (this.#visible.agents().some(({ slug }) => slug === change.agent)) publish(this.#sessions(change.agent));
    });
    const stopPages = this.#visible.isAdmin ? this.#pages.onChange(() => publish(this.#connected())) : () => {};
    return () => {
      stopHub();
      stopPages();
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
