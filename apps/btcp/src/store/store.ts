import type { DatabaseAddress } from '../settings/database.js';
import { ActionTable } from './actions.js';
import { AgentFolders } from './agent-folders.js';
import { AgentTable } from './agents.js';
import { MergeTable } from './merges.js';
import { type KeptMessage, MessageTable, messagesOf } from './messages.js';
import type { Database } from './port/database.js';
import { RunTable } from './runs.js';
import { type PlacedSession, placedSession, SessionTable } from './sessions.js';
import { SettingTable } from './settings.js';
import { ShareTable } from './shares.js';
import { SqliteDatabase } from './sqlite/sqlite-database.js';
import { StateTable } from './states.js';

export class Store {
  readonly agents: AgentTable;
  readonly sessions: SessionTable;
  readonly messages: MessageTable;
  readonly runs: RunTable;
  readonly actions: ActionTable;
  readonly states: StateTable;
  readonly settings: SettingTable;
  readonly shares: ShareTable;
  readonly merges: MergeTable;
  readonly folders: AgentFolders;
  readonly database: Database;

  /** In PostgreSQL where an address is given, otherwise in a file of the folder. */
  static async open(folder: string, address?: DatabaseAddress): Promise<Store> {
    const store = new Store(await openDatabase(folder, address), folder);
    try {
      // A run that was interrupted by a kill waits until a person resumes it.
      await store.runs.stopOrphans();
      return store;
    } catch (thrown) {
      await store.close();
      throw thrown;
    }
  }

  private constructor(database: Database, folder: string) {
    this.database = database;
    this.agents = new AgentTable(database);
    this.sessions = new SessionTable(database);
    this.messages = new MessageTable(database);
    this.runs = new RunTable(database);
    this.actions = new ActionTable(database);
    this.states = new StateTable(database);
    this.settings = new SettingTable(database);
    this.shares = new ShareTable(database);
    this.merges = new MergeTable(database);
    this.folders = new AgentFolders(folder);
  }

  /** A session with its messages, and the position after which its events follow. */
  async conversation(
    agent: string,
    session: string,
  ): Promise<(PlacedSession & { messages: KeptMessage[] }) | undefined> {
    return this.database.snapshot(async (within) => {
      const placed = await placedSession(within, agent, session);
      return placed && { ...placed, messages: await messagesOf(within, agent, session) };
    });
  }

  async close(): Promise<void> {
    await this.database.close();
  }
}

async function openDatabase(folder: string, address: DatabaseAddress | undefined): Promise<Database> {
  if (address === undefined) return new SqliteDatabase(folder);
  const { PostgresDatabase } = await import('./postgres/postgres-database.js');
  return PostgresDatabase.open(address);
}
