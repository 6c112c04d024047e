import { ActionTable } from './actions.js';
import { AgentFolders } from './agent-folders.js';
import { AgentTable } from './agents.js';
import { Database } from './database.js';
import { MergeTable } from './merges.js';
import { MessageTable } from './messages.js';
import { SessionTable } from './sessions.js';
import { SettingTable } from './settings.js';
import { ShareTable } from './shares.js';
import { StateTable } from './states.js';

export class Store {
  readonly agents: AgentTable;
  readonly sessions: SessionTable;
  readonly messages: MessageTable;
  readonly actions: ActionTable;
  readonly states: StateTable;
  readonly settings: SettingTable;
  readonly shares: ShareTable;
  readonly merges: MergeTable;
  readonly folders: AgentFolders;
  readonly #database: Database;

  constructor(folder: string) {
    const database = new Database(folder);
    this.#database = database;
    this.agents = new AgentTable(database);
    this.sessions = new SessionTable(database);
    this.messages = new MessageTable(database);
    this.actions = new ActionTable(database);
    this.states = new StateTable(database);
    this.settings = new SettingTable(database);
    this.shares = new ShareTable(database);
    this.merges = new MergeTable(database);
    this.folders = new AgentFolders(folder);
    try {
      this.#stopInterrupted();
    } catch (thrown) {
      database.close();
      throw thrown;
    }
  }

  close(): void {
    this.#database.close();
  }

  // A run that was interrupted by a kill waits until a person resumes it.
  #stopInterrupted(): void {
    for (const { agent, id } of this.sessions.interrupted()) {
      this.sessions.setRun(agent, id, { state: 'stopped' });
      for (const message of this.messages.list(agent, id)) {
        for (const [position, part] of message.parts.entries()) {
          if (part.type !== 'tool' || part.state !== 'running') continue;
          const error = { code: 'cancelled', message: 'The server ended during this call.' };
          this.messages.setPart(message.id, position, { ...part, state: 'failed', error });
        }
      }
    }
  }
}
