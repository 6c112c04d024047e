/** How much is logged, the least first. */
export const LOG_LEVELS = ['off', 'error', 'warn', 'info', 'debug'] as const;
export const LOG_FORMATS = ['text', 'json'] as const;

export type LogLevel = (typeof LOG_LEVELS)[number];
export type LogFormat = (typeof LOG_FORMATS)[number];
export type Fields = Record<string, string | number | undefined>;

/** Writes one line for each entry to standard error: standard output belongs to results and to MCP. */
export class Log {
  readonly #level: number;
  readonly #format: LogFormat;

  constructor(level: LogLevel, format: LogFormat) {
    this.#level = LOG_LEVELS.indexOf(level);
    this.#format = format;
  }

  has(level: Exclude<LogLevel, 'off'>): boolean {
    return LOG_LEVELS.indexOf(level) <= this.#level;
  }

  write(level: Exclude<LogLevel, 'off'>, message: string, fields: Fields = {}): void {
    if (!this.has(level)) return;
    const time = new Date().toISOString();
    const entry = { time, level, message, ...fields };
    writeLine(this.#format === 'json' ? JSON.stringify(entry) : `${time} ${level} ${message}${textOf(fields)}`);
  }
}

let isHeard = false;

// The console takes several times as long as the write. As there, a reader that is gone is no error.
function writeLine(line: string): void {
  if (!isHeard) process.stderr.on('error', () => {});
  isHeard = true;
  process.stderr.write(`${line}\n`);
}

function textOf(fields: Fields): string {
  return Object.entries(fields)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => ` ${name}=${/^[\w.:/@+-]+$/.test(String(value)) ? value : JSON.stringify(value)}`)
    .join('');
}
