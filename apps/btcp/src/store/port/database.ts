import type { AppEvent } from '../../contract/types.js';
import type { SessionHub, WorkspaceChange } from '../../events/session-hub.js';

export type Value = string | number | null;

/** SQL that both databases understand, with `?` for values. */
export interface Statements {
  run(sql: string, ...values: Value[]): Promise<void>;
  all<Row>(sql: string, ...values: Value[]): Promise<Row[]>;
  get<Row>(sql: string, ...values: Value[]): Promise<Row | undefined>;
}

/** Who writes for a run: refused once another server has the session. */
export type Runner = string | undefined;

export interface Transaction extends Statements {
  /** Locks the session, so that its events have the order in which transactions end. Call it before other writes. */
  publish(agent: string, session: string, event: AppEvent, runner?: Runner): Promise<void>;
  publishChange(change: WorkspaceChange): Promise<void>;
  /** What is stored now includes every event so far. */
  settle(agent: string, session: string, runner?: Runner): Promise<void>;
}

export interface Following {
  /** Begins after the state that was read at this position; events that arrive earlier wait. */
  from(position: number): void;
  stop(): void;
}

export interface Database extends Statements {
  /** Reports what happens here, and in every other server on the same database. */
  readonly hub: SessionHub;
  readonly isShared: boolean;
  /** Names this process among the servers of the database. */
  readonly server: string;
  /** SQL for the names of the servers that are alive. */
  readonly livingServers: string;
  transaction<T>(work: (within: Transaction) => Promise<T>): Promise<T>;
  snapshot<T>(work: (within: Statements) => Promise<T>): Promise<T>;
  /** `onGap` runs when events are missing: read the state again. */
  follow(agent: string, session: string, deliver: (event: AppEvent) => void, onGap: () => void): Following;
  /** False from before other servers may take the runs of this one. */
  readonly isAlive: boolean;
  onLost(listener: () => void): void;
  whyNotReady(): string | undefined;
  close(): Promise<void>;
}
