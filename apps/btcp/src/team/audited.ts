import { AsyncLocalStorage } from 'node:async_hooks';
import { BtcpError, type CallObserver, type ObservedCall } from '@btcp/tools';
import type { AuditEntry, AuditLog } from '../observing/audit/audit-log.js';

// Who is served in this chain of calls, and by which door they came.
interface Served {
  user: string;
  door: AuditEntry['door'];
  // A call was written, so the request needs no line of its own.
  isWritten: boolean;
}

const OWNER = 'owner';
const OK = 'ok';
const READS = new Set(['GET', 'HEAD', 'OPTIONS']);
const UNAUTHORIZED = 401;

export class Audited {
  readonly #log: AuditLog;
  readonly #isTeam: () => boolean;
  readonly #served = new AsyncLocalStorage<Served>();

  constructor(log: AuditLog, isTeam: () => boolean) {
    this.#log = log;
    this.#isTeam = isTeam;
  }

  /** Serves a request of somebody; `status` is read when it has been served. */
  async request<T>(
    { user = OWNER, method, ...act }: Pick<AuditEntry, 'door' | 'act' | 'session'> & { user?: string; method: string },
    serve: () => Promise<T>,
    statusOf: (served: T) => number,
  ): Promise<T> {
    const served: Served = { user, door: act.door, isWritten: false };
    // Following the chain slows every promise of the process down, so only where somebody wants to know.
    const result = await (this.#isTeam() ? this.#served.run(served, serve) : serve());
    const status = statusOf(result);
    if (!served.isWritten && !isLeftOut(served, method, status))
      this.#write({ user, ...act, outcome: outcomeOf(status) });
    return result;
  }

  note(user: string, act: Pick<AuditEntry, 'door' | 'act' | 'session'>, status: number): void {
    this.#write({ user, ...act, outcome: outcomeOf(status) });
  }

  /** Sees the calls themselves, also those over MCP and of a model's run. */
  observe(observer: CallObserver): CallObserver {
    return {
      start: (run) => observer.start(run),
      opened: () => observer.opened(),
      call: (call, run) => observer.call(call, () => this.#call(call, run)),
    };
  }

  async #call<T>({ tool, session }: ObservedCall, run: () => Promise<T>): Promise<T> {
    const served = this.#served.getStore();
    if (!served) return run();
    served.isWritten = true;
    const { user, door } = served;
    const write = (outcome: string) => this.#write({ user, door, act: tool, session, outcome });
    try {
      const result = await run();
      write(OK);
      return result;
    } catch (thrown) {
      write(BtcpError.from(thrown).code);
      throw thrown;
    }
  }

  #write(entry: Omit<AuditEntry, 'time'>): void {
    if (this.#isTeam()) this.#log.write(entry);
  }
}

// Calls over MCP have lines of their own, strangers are nobody, and what the owner reads is of no interest to others.
function isLeftOut({ user, door }: Served, method: string, status: number): boolean {
  if (door === 'mcp' && status < 400) return true;
  return user === OWNER && (READS.has(method) || status === UNAUTHORIZED);
}

function outcomeOf(status: number): string {
  return status < 400 ? OK : String(status);
}
