import { mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { HiddenBecause, HistoryDetails, HistoryLook, HistorySession, HistoryStep } from '../contract/history.js';
import { HistoryFolder, type KeptLook } from './history-folder.js';
import { folderOf, type HistoryKey } from './history-key.js';

export interface HistoryLimits {
  total: number;
  perSession: number;
  age: number;
}

export type HistoryAbout = Pick<HistorySession, 'id' | 'agent' | 'name' | 'caller'>;

export interface NewLook extends KeptLook {
  picture?: { data: string; mimeType: string } | undefined;
}

interface Kept {
  folder: HistoryFolder;
  session: HistorySession;
  last: number;
}

const SWEEP_MS = 60 * 60_000;
// What is left of a session that has grown too large, so that not every step has to make room.
const LEFT = 0.75;

/** The histories of all sessions, in a folder each. What is written last is removed last. */
export class HistoryStore {
  readonly #path: string;
  readonly #limits: HistoryLimits;
  readonly #onProblem: (thrown: unknown) => void;
  readonly #kept = new Map<string, Kept>();
  #queue: Promise<unknown>;
  #swept = 0;

  constructor(path: string, limits: HistoryLimits, onProblem: (thrown: unknown) => void) {
    this.#path = path;
    this.#limits = { ...limits, perSession: Math.min(limits.perSession, limits.total) };
    this.#onProblem = onProblem;
    this.#queue = this.#load().catch(onProblem);
  }

  async list(): Promise<HistorySession[]> {
    await this.#queue;
    return [...this.#kept.values()]
      .map(({ session }) => session)
      .filter(({ agent }) => agent === undefined)
      .sort((one, other) => other.lastUsed - one.lastUsed);
  }

  find(key: HistoryKey): HistorySession | undefined {
    return this.#kept.get(folderOf(key))?.session;
  }

  async steps(key: HistoryKey): Promise<{ session: HistorySession; steps: HistoryStep[] } | undefined> {
    await this.#queue;
    const kept = this.#kept.get(folderOf(key));
    return kept && { session: kept.session, steps: await kept.folder.steps() };
  }

  async details(key: HistoryKey, steps: readonly HistoryStep[], number: number): Promise<HistoryDetails> {
    const { folder } = this.#kept.get(folderOf(key)) ?? {};
    const before = steps.findLast((step) => step.number < number && (step.look?.hasSnapshot || step.hidden));
    const look = await folder?.look(number);
    return {
      before: (before && (await folder?.look(before.number))?.tree) ?? null,
      after: look?.tree ?? null,
      requests: look?.requests ?? [],
      console: look?.console ?? [],
    };
  }

  async picture(key: HistoryKey, number: number): Promise<{ data: Buffer; mimeType: string } | undefined> {
    return this.#kept.get(folderOf(key))?.folder.picture(number);
  }

  /** Resolves with the number of the step; undefined where it could not be kept. */
  async add(about: HistoryAbout, step: Omit<HistoryStep, 'number' | 'look'>): Promise<number | undefined> {
    return this.#write(async () => {
      const kept = await this.#keptFor(about, step.time);
      const number = ++kept.last;
      const { session } = kept;
      session.bytes += await kept.folder.add({ step: { number, ...step } });
      session.steps++;
      session.lastUsed = Math.max(session.lastUsed, step.time + step.duration);
      await this.#makeRoom(kept);
      return number;
    });
  }

  async addLook(key: HistoryKey, number: number, { picture, ...look }: NewLook): Promise<void> {
    await this.#write(async () => {
      const kept = this.#kept.get(folderOf(key));
      if (!kept) return;
      const { folder, session } = kept;
      session.bytes += await folder.addLook(number, look, picture);
      session.bytes += await folder.add({ of: number, look: countsOf(look, picture !== undefined) });
      if (picture) session.picture = number;
      await this.#makeRoom(kept);
    });
  }

  async hide(key: HistoryKey, number: number, hidden: HiddenBecause): Promise<void> {
    await this.#write(async () => {
      const kept = this.#kept.get(folderOf(key));
      if (kept) kept.session.bytes += await kept.folder.add({ of: number, hidden });
    });
  }

  async remove(key: HistoryKey): Promise<boolean> {
    const removed = await this.#write(() => this.#removeFolder(folderOf(key)));
    return removed ?? false;
  }

  async removeAgent(slug: string): Promise<void> {
    await this.#write(async () => {
      const folders = [...this.#kept].filter(([, { session }]) => session.agent === slug);
      for (const [name] of folders) await this.#removeFolder(name);
    });
  }

  async close(): Promise<void> {
    await this.#queue;
  }

  // One at a time; a history that cannot be written is no reason for a call to fail.
  async #write<T>(work: () => Promise<T>): Promise<T | undefined> {
    const done = this.#queue.then(work).catch((thrown) => {
      this.#onProblem(thrown);
      return undefined;
    });
    this.#queue = done;
    return done;
  }

  async #load(): Promise<void> {
    for (const name of await readdir(this.#path).catch(() => [])) {
      const folder = new HistoryFolder(join(this.#path, name));
      const about = await folder.about<HistoryAbout & { since: number }>();
      if (!about || folderOf(about) !== name) continue;
      const steps = await folder.steps();
      const last = steps.at(-1);
      const session: HistorySession = {
        ...about,
        lastUsed: last ? last.time + last.duration : about.since,
        steps: steps.length,
        bytes: await folder.bytes(),
        picture: steps.findLast(({ look }) => look?.hasPicture)?.number ?? null,
      };
      this.#kept.set(name, { folder, session, last: last?.number ?? 0 });
    }
    await this.#sweep();
  }

  async #keptFor(about: HistoryAbout, time: number): Promise<Kept> {
    const name = folderOf(about);
    const known = this.#kept.get(name);
    if (known && isSame(known.session, about)) return known;
    const since = known?.session.since ?? time;
    const folder = known?.folder ?? new HistoryFolder(join(this.#path, name));
    await mkdir(this.#path, { recursive: true, mode: 0o700 });
    await folder.setAbout({ ...about, since });
    const kept: Kept = {
      folder,
      last: known?.last ?? 0,
      session: { since, lastUsed: time, steps: 0, bytes: 0, picture: null, ...known?.session, ...about },
    };
    this.#kept.set(name, kept);
    return kept;
  }

  async #makeRoom(kept: Kept): Promise<void> {
    const { folder, session } = kept;
    const { perSession, total } = this.#limits;
    if (session.bytes > perSession) {
      await folder.shrink(perSession * LEFT);
      session.bytes = await folder.bytes();
      session.steps = (await folder.steps()).length;
    }
    const oldestFirst = [...this.#kept].sort(([, one], [, other]) => one.session.lastUsed - other.session.lastUsed);
    let bytes = oldestFirst.reduce((sum, [, each]) => sum + each.session.bytes, 0);
    for (const [name, each] of oldestFirst) {
      if (bytes <= total || each === kept) break;
      bytes -= each.session.bytes;
      await this.#removeFolder(name);
    }
    if (Date.now() - this.#swept > SWEEP_MS) await this.#sweep();
  }

  async #sweep(): Promise<void> {
    this.#swept = Date.now();
    for (const [name, { session }] of [...this.#kept]) {
      if (this.#swept - session.lastUsed > this.#limits.age) await this.#removeFolder(name);
    }
  }

  async #removeFolder(name: string): Promise<boolean> {
    const kept = this.#kept.get(name);
    this.#kept.delete(name);
    await kept?.folder.remove();
    return kept !== undefined;
  }
}

function isSame(session: HistorySession, about: HistoryAbout): boolean {
  return session.name === about.name && session.caller.name === about.caller.name;
}

function countsOf({ tree, requests, console }: KeptLook, hasPicture: boolean): HistoryLook {
  return {
    hasPicture,
    hasSnapshot: tree !== undefined,
    requests: requests.length,
    failedRequests: requests.filter(({ failure, status = 0 }) => failure !== undefined || status >= 400).length,
    logs: console.length,
    errors: console.filter(({ type }) => type === 'error').length,
  };
}
