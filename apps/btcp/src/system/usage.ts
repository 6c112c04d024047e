import { readFileSync } from 'node:fs';
import { writePrivate } from './write-private.js';

export interface DayUse {
  day: string;
  browserMs: number;
  downloadedBytes: number;
}

interface UsageFile {
  tokens: Record<string, number>;
  people: Record<string, DayUse>;
}

export const USAGE_FILE = 'usage.json';

// For what changes by the second; `btcp token list` reads the file, and shows a download and a first use at once.
const SAVE_AFTER_MS = 1_000;
const DAY_LENGTH = 'yyyy-mm-dd'.length;

export class Usage {
  readonly #file: string;
  readonly #kept: UsageFile;
  #timer: NodeJS.Timeout | undefined;

  constructor(file: string) {
    this.#file = file;
    this.#kept = readUsage(file);
  }

  lastUse(token: string): number | null {
    return this.#kept.tokens[token] ?? null;
  }

  tokenUsed(id: string): void {
    const isFirst = this.lastUse(id) === null;
    this.#kept.tokens[id] = Date.now();
    if (isFirst) this.#save();
    else this.#saveSoon();
  }

  today(person: string): DayUse {
    return todayOf(this.#kept, person);
  }

  add(person: string, { browserMs = 0, downloadedBytes = 0 }: Partial<Omit<DayUse, 'day'>>): void {
    const use = this.today(person);
    this.#kept.people[person] = {
      day: use.day,
      browserMs: use.browserMs + browserMs,
      downloadedBytes: use.downloadedBytes + downloadedBytes,
    };
    if (downloadedBytes > 0) this.#save();
    else this.#saveSoon();
  }

  close(): void {
    if (this.#timer) this.#save();
  }

  #saveSoon(): void {
    this.#timer ??= setTimeout(() => this.#save(), SAVE_AFTER_MS).unref();
  }

  #save(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    try {
      writePrivate(this.#file, this.#kept);
    } catch (cause) {
      // A full disk must not end the server.
      console.error(`The use of today cannot be saved: ${(cause as Error).message}`);
    }
  }
}

export function readUsage(file: string): UsageFile {
  try {
    const { tokens = {}, people = {} } = JSON.parse(readFileSync(file, 'utf8')) as Partial<UsageFile>;
    return { tokens, people };
  } catch {
    return { tokens: {}, people: {} };
  }
}

export function todayOf({ people }: UsageFile, person: string): DayUse {
  const day = new Date().toISOString().slice(0, DAY_LENGTH);
  const kept = Object.hasOwn(people, person) ? people[person] : undefined;
  return kept?.day === day ? kept : { day, browserMs: 0, downloadedBytes: 0 };
}
