import type { Agent, Message, RunState } from '../contract/types.js';
import { insertMessage, type KeptPart, putPart, shownMessage } from './messages.js';
import type { Database, Transaction } from './port/database.js';

interface SessionKey {
  agent: string;
  id: string;
}

/** How a run ended: at its end, or it goes on because of new messages, or another server has the session. */
export type RunEnd = 'ended' | 'goes-on' | 'lost';

const UNDER_WAY = `(run LIKE '{"state":"running"%' OR run LIKE '{"state":"waiting"%')`;
const SERVER_ENDED = 'The server that ran the agent ended.';
const TABS_LOST = 'The tabs of its browser are closed.';

export class RunTable {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  get #isHeldByOther(): string {
    return `(runner IS NOT NULL AND runner <> ? AND runner IN (${this.#database.livingServers}))`;
  }

  /** Takes a session that no living server runs; `answer` is the id of the message that the run writes. */
  async claim(agent: string, session: string, answer: string, run: RunState): Promise<boolean> {
    const { server } = this.#database;
    return this.#database.transaction(async (within) => {
      const row = await within.get(
        `UPDATE sessions SET runner = ?, answer = ?, queued = 0, stopping = 0, run = ?, updated = ?
          WHERE agent = ? AND id = ? AND NOT ${this.#isHeldByOther} RETURNING id`,
        server,
        answer,
        JSON.stringify(run),
        Date.now(),
        agent,
        session,
        server,
      );
      if (row) await within.publish(agent, session, { type: 'run', run });
      return row !== undefined;
    });
  }

  async set(agent: string, session: string, run: RunState): Promise<void> {
    const { server } = this.#database;
    await this.#database.transaction(async (within) => {
      await within.publish(agent, session, { type: 'run', run }, server);
      await setRun(within, agent, session, run);
    });
  }

  /** Ends a run, unless it is to go on with messages that came meanwhile: `following` is the id of their answer. */
  async end(agent: string, session: string, run: RunState, following: string): Promise<RunEnd> {
    const { server } = this.#database;
    return this.#database.transaction(async (within) => {
      const goesOn = await within.get(
        `UPDATE sessions SET queued = 0, answer = ?
          WHERE agent = ? AND id = ? AND runner = ? AND queued = 1 AND stopping = 0 AND ? = 1 RETURNING id`,
        following,
        agent,
        session,
        server,
        run.state === 'idle' ? 1 : 0,
      );
      if (goesOn) return 'goes-on';
      const ended = await within.get(
        `UPDATE sessions SET runner = NULL, answer = NULL, queued = 0, stopping = 0
          WHERE agent = ? AND id = ? AND runner = ? RETURNING id`,
        agent,
        session,
        server,
      );
      if (!ended) return 'lost';
      await within.publish(agent, session, { type: 'run', run });
      await setRun(within, agent, session, run);
      return 'ended';
    });
  }

  /** Stores a message. True if a run is under way, which goes on with it; its answer gets its place before the message. */
  async addMessage(agent: string, session: string, message: Message, isRunningHere: boolean): Promise<boolean> {
    const { server } = this.#database;
    return this.#database.transaction(async (within) => {
      const row = await within.get<{ answer: string | null; queued: number }>(
        `UPDATE sessions SET queued = CASE WHEN (runner = ? AND ? = 1) OR ${this.#isHeldByOther} THEN 1 ELSE 0 END
          WHERE agent = ? AND id = ? RETURNING answer, queued`,
        server,
        isRunningHere ? 1 : 0,
        server,
        agent,
        session,
      );
      if (row?.queued && row.answer !== null) await place(within, agent, session, row.answer);
      await within.publish(agent, session, { type: 'message', message });
      await insertMessage(within, agent, session, message);
      return row?.queued === 1;
    });
  }

  /** Asks the server that runs a session to stop; false if no other one does. */
  async askToStop(agent: string, session: string): Promise<boolean> {
    return this.#database.transaction(async (within) => {
      const row = await within.get(
        `UPDATE sessions SET stopping = 1 WHERE agent = ? AND id = ? AND ${this.#isHeldByOther} RETURNING id`,
        agent,
        session,
        this.#database.server,
      );
      if (row) await within.publishChange({ of: 'stopping', agent, session });
      return row !== undefined;
    });
  }

  async mine(): Promise<(SessionKey & { stopping: number })[]> {
    return this.#database.all('SELECT agent, id, stopping FROM sessions WHERE runner = ?', this.#database.server);
  }

  /** Stops the runs whose server is gone. A person resumes them. */
  async stopOrphans(): Promise<void> {
    const sql = `SELECT agent, id FROM sessions
      WHERE ${UNDER_WAY} AND (runner IS NULL OR runner NOT IN (${this.#database.livingServers}))`;
    for (const { agent, id } of await this.#database.all<SessionKey>(sql))
      await this.stopOrphan(agent, id, SERVER_ENDED);
  }

  /** Stops a run that no living server has; `note` says why, if its server ended. */
  async stopOrphan(agent: string, session: string, note?: string): Promise<void> {
    await this.#database.transaction(async (within) => {
      const row = await within.get(
        `UPDATE sessions SET runner = NULL, answer = NULL, queued = 0, stopping = 0
          WHERE agent = ? AND id = ? AND ${UNDER_WAY} AND NOT ${this.#isHeldByOther} RETURNING id`,
        agent,
        session,
        this.#database.server,
      );
      if (!row) return;
      const lost = note === undefined || (await isBrowserElsewhere(within, agent)) ? undefined : TABS_LOST;
      const words = [note, lost].filter(Boolean).join(' ');
      const run: RunState = { state: 'stopped', ...(words && { note: words }) };
      await failCalls(within, agent, session, lost);
      await within.publish(agent, session, { type: 'run', run });
      await setRun(within, agent, session, run);
    });
  }
}

async function setRun(within: Transaction, agent: string, session: string, run: RunState): Promise<void> {
  const sql = 'UPDATE sessions SET run = ?, updated = ? WHERE agent = ? AND id = ?';
  await within.run(sql, JSON.stringify(run), Date.now(), agent, session);
}

async function place(within: Transaction, agent: string, session: string, answer: string): Promise<void> {
  const message: Message = { id: answer, role: 'agent', created: Date.now(), parts: [] };
  if (await within.get('SELECT id FROM messages WHERE id = ?', answer)) return;
  await within.publish(agent, session, { type: 'message', message });
  await insertMessage(within, agent, session, message);
}

// A browser on another server outlives the server that ran the agent.
async function isBrowserElsewhere(within: Transaction, agent: string): Promise<boolean> {
  const row = await within.get<{ body: string }>('SELECT body FROM agents WHERE slug = ?', agent);
  const { host }: Partial<Agent> = JSON.parse(row?.body ?? '{}');
  return host?.kind === 'remote';
}

// Nobody knows how the calls of a lost run ended.
async function failCalls(within: Transaction, agent: string, session: string, lost?: string): Promise<void> {
  const rows = await within.all<{ message: string; position: number; body: string; of: string }>(
    `SELECT parts.message, parts.position, parts.body, messages.body AS "of" FROM parts
      JOIN messages ON messages.id = parts.message
      WHERE messages.agent = ? AND messages.session = ? AND parts.body LIKE '{"type":"tool"%'`,
    agent,
    session,
  );
  for (const { message, position, body } of rows) {
    const part: KeptPart = JSON.parse(body);
    if (part.type !== 'tool' || part.state !== 'running') continue;
    const hint = lost && `${lost} Open the page again with browser_navigate.`;
    const error = { code: 'cancelled', message: 'The server ended during this call.', ...(hint ? { hint } : {}) };
    await putPart(within, message, position, { ...part, state: 'failed', error });
    await republish(within, agent, session, message);
  }
}

async function republish(within: Transaction, agent: string, session: string, id: string): Promise<void> {
  const row = await within.get<{ body: string }>('SELECT body FROM messages WHERE id = ?', id);
  const parts = await within.all<{ body: string }>('SELECT body FROM parts WHERE message = ? ORDER BY position', id);
  if (!row) return;
  const message = shownMessage({ ...JSON.parse(row.body), parts: parts.map(({ body }) => JSON.parse(body)) });
  await within.publish(agent, session, { type: 'message', message });
}
