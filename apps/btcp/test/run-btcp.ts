import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const MAX_REMOVALS = 100;
const REMOVAL_PAUSE_MS = 100;

/** Browsers are contexts of one Chrome: they open faster than processes, which only some tests are about. */
export const SHARED_CHROME = ['--isolation', 'context'];

export const MAIN = fileURLToPath(new URL('../bin/btcp.js', import.meta.url));

/** A home of its own for the state of the servers under test, removed at the end. */
export class TestHome implements Disposable {
  readonly path = mkdtempSync(join(tmpdir(), 'btcp-home-'));

  get environment(): NodeJS.ProcessEnv {
    // The cache stays shared: every test would unpack its own browser otherwise.
    const { BTCP_URL: _url, BTCP_TOKEN: _token, ...environment } = process.env;
    return {
      ...environment,
      BTCP_STATE: join(this.path, 'state'),
      BTCP_DATA: join(this.path, 'data'),
      TMPDIR: this.path,
      // A line for each call would hide what a test prints.
      BTCP_LOG_LEVEL: 'warn',
      // A server that `btcp mcp` starts would outlive the test.
      BTCP_STANDALONE: '1',
    };
  }

  [Symbol.dispose](): void {
    // Helpers of Chrome end a moment later, and write until then. Node's own retries do not remove what they wrote.
    for (let tries = 1; ; tries++) {
      try {
        rmSync(this.path, { recursive: true, force: true });
        return;
      } catch (error) {
        if (tries === MAX_REMOVALS) throw error;
        Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, REMOVAL_PAUSE_MS);
      }
    }
  }
}

export interface Outcome {
  code: number | null;
  stdout: string;
  stderr: string;
}

/** Runs one command to its end. */
export async function btcp(
  home: TestHome,
  args: string[],
  environment: NodeJS.ProcessEnv = {},
  input = '',
): Promise<Outcome> {
  const child = spawn(process.execPath, [MAIN, ...args], { env: { ...home.environment, ...environment } });
  child.stdin.end(input);
  const outcome: Outcome = { code: null, stdout: '', stderr: '' };
  child.stdout.setEncoding('utf8').on('data', (text: string) => (outcome.stdout += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (outcome.stderr += text));
  outcome.code = await new Promise((resolve) => child.once('close', resolve));
  return outcome;
}

export interface RunningServer {
  url: string;
  publicUrl: string;
  /** Signs in the first person who opens it. */
  open: string;
  mcp: string;
  btcp: string;
  token: string | null;
  pageToken: string | null;
  /** Where commands of this user are taken. */
  socket: string;
  process: ChildProcess & { pid: number };
  /** What it has written to the terminal so far. */
  readonly log: string;
  /** Resolves with the exit code when it has ended. */
  ended: Promise<number | null>;
  /** Asks it to end, as an operator does, and resolves with the exit code. */
  stop(): Promise<number | null>;
  get(path: string): Promise<{ status: number; body: unknown }>;
  post(path: string, body?: unknown): Promise<{ status: number; body: unknown }>;
}

/** Starts `btcp serve` on a free port, without a browser that is kept ready: most tests would start it for nothing. */
export function serve(
  home: TestHome,
  args: string[] = [],
  environment: NodeJS.ProcessEnv = {},
  main: string = MAIN,
): Promise<RunningServer> {
  return serveForPerson(home, ['--linger', '10m', ...args], environment, main);
}

/** Starts `btcp serve` on a free port as a person does: it keeps a browser ready. */
export async function serveForPerson(
  home: TestHome,
  args: string[] = [],
  environment: NodeJS.ProcessEnv = {},
  main: string = MAIN,
): Promise<RunningServer> {
  const child = spawn(process.execPath, [main, 'serve', '--port', '0', '--json', ...args], {
    env: { ...home.environment, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  }) as RunningServer['process'] & { stdout: NodeJS.ReadableStream; stderr: NodeJS.ReadableStream };
  let log = '';
  child.stdout.on('data', (text) => (log += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    log += text;
    process.stderr.write(text);
  });
  const line = await new Promise<string>((resolve, reject) => {
    createInterface(child.stdout).once('line', resolve);
    child.once('exit', (code) => reject(new Error(`btcp serve ended with ${code}`)));
  });
  const endpoints: Pick<RunningServer, 'url' | 'publicUrl' | 'open' | 'mcp' | 'btcp' | 'token' | 'pageToken'> =
    JSON.parse(line);
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
  return {
    ...endpoints,
    socket: join(home.path, 'state', `commands-${child.pid}.sock`),
    process: child,
    get log() {
      return log;
    },
    ended,
    stop() {
      child.kill('SIGTERM');
      return ended;
    },
    async get(path) {
      const headers = { authorization: `Bearer ${endpoints.token}` };
      const response = await fetch(endpoints.url + path, { headers });
      return { status: response.status, body: await response.json() };
    },
    async post(path, body) {
      const response = await fetch(endpoints.url + path, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${endpoints.token}` },
        body: typeof body === 'string' ? body : JSON.stringify(body ?? {}),
      });
      return { status: response.status, body: await response.json() };
    },
  };
}
