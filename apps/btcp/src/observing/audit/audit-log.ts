import { appendFileSync, existsSync, readFileSync, renameSync, statSync } from 'node:fs';

/** One act of somebody: nothing of a page, nothing that was typed, no token. */
export interface AuditEntry {
  time: string;
  /** `owner` is who has the token of the server. */
  user: string;
  door: 'http' | 'mcp' | 'workspace' | 'live';
  /** The name of a tool, or what was asked for, such as `POST links`. */
  act: string;
  session?: string;
  /** `ok`, the code of an error, or the status of an answer. */
  outcome: string;
}

export const AUDIT_FILE = 'audit.jsonl';

const MAX_BYTES = 5 * 1024 * 1024;
const MAX_OLD_FILES = 4;
const OWNER_ONLY = 0o600;

/** Appends a line for each act; a file that is full is kept as `audit.jsonl.1`, and the oldest is dropped. */
export class AuditLog {
  readonly #file: string;
  #bytes: number;

  constructor(file: string) {
    this.#file = file;
    this.#bytes = existsSync(file) ? statSync(file).size : 0;
  }

  write(entry: Omit<AuditEntry, 'time'>): void {
    const line = `${JSON.stringify({ time: new Date().toISOString(), ...entry })}\n`;
    try {
      if (this.#bytes + line.length > MAX_BYTES) this.#rotate();
      appendFileSync(this.#file, line, { mode: OWNER_ONLY });
      this.#bytes += Buffer.byteLength(line);
    } catch (cause) {
      // A full disk must not end the server.
      console.error(`The audit log cannot be written: ${(cause as Error).message}`);
    }
  }

  #rotate(): void {
    for (let number = MAX_OLD_FILES - 1; number >= 0; number--) {
      const from = number === 0 ? this.#file : `${this.#file}.${number}`;
      if (existsSync(from)) renameSync(from, `${this.#file}.${number + 1}`);
    }
    this.#bytes = 0;
  }
}

export function readAudit(file: string, { user, most }: { user?: string | undefined; most: number }): AuditEntry[] {
  const found: AuditEntry[] = [];
  for (let number = 0; number <= MAX_OLD_FILES && found.length < most; number++) {
    const entries = entriesIn(number === 0 ? file : `${file}.${number}`);
    found.unshift(...entries.filter((entry) => user === undefined || entry.user === user));
  }
  return found.slice(-most);
}

function entriesIn(file: string): AuditEntry[] {
  if (!existsSync(file)) return [];
  return readFileSync(file, 'utf8')
    .split('\n')
    .flatMap((line) => {
      try {
        return [JSON.parse(line) as AuditEntry];
      } catch {
        // The last line may be cut off.
        return [];
      }
    });
}
