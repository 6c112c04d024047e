import { BtcpError, type ControlReason, type ControlState, type UserRequest } from '@btcp/protocol';
import { Announcer } from './announcer.js';
import { IdleTimer } from './idle-timer.js';
import { PendingRequest, type RequestAnswer, type RequestInput } from './user-request.js';

export interface Driver {
  viewer: string;
  name?: string | undefined;
  /** The agent may not even read meanwhile; true by default. */
  isPrivate?: boolean | undefined;
  idle?: number | undefined;
  /** Called when the browser cannot be made private for them. */
  onRefused?: ((error: BtcpError) => void) | undefined;
}

export interface LeaseOptions {
  idle?: number | undefined;
  disconnect?: number | undefined;
}

/** Permission for one call of the agent. */
export interface AgentPass extends Disposable {
  /** Aborted when a person takes control, who may drive only after the call has ended. */
  readonly signal: AbortSignal;
  /** Throws if the call may have read something private. */
  assertMayTell(): void;
}

/** Cuts off whatever watches the page for the agent; undefined where nothing does. */
export type GoPrivate = () => Promise<void> | undefined;

const DEFAULT_IDLE = 10 * 60_000;
const DEFAULT_DISCONNECT = 30_000;

/** Decides who drives a browser: a person gets control when the last call of the agent has ended, and gives it back. */
export class ControlLease {
  readonly #options: { idle: number; disconnect: number };
  readonly #announcer = new Announcer<ControlState>();
  readonly #idleTimer = new IdleTimer(() => this.#release('idle'));
  readonly #agentCalls = new Set<AbortController>();
  readonly #goPrivate: GoPrivate;
  #state: ControlState = { holder: { kind: 'agent' }, epoch: 0, reason: 'start', isPrivate: false, request: null };
  #next: Driver | undefined;
  #pending: PendingRequest | undefined;
  #privateSteps = 0;
  #goneTimer: unknown;

  constructor(
    { idle = DEFAULT_IDLE, disconnect = DEFAULT_DISCONNECT }: LeaseOptions = {},
    goPrivate: GoPrivate = () => undefined,
  ) {
    this.#options = { idle, disconnect };
    this.#goPrivate = goPrivate;
  }

  get state(): ControlState {
    return this.#state;
  }

  subscribe(listener: (state: ControlState) => void): () => void {
    return this.#announcer.subscribe(listener);
  }

  mayDrive(viewer: string): boolean {
    const { holder } = this.#state;
    return holder.kind === 'viewer' && holder.viewer === viewer;
  }

  /** Every pass must be disposed. Its signal is aborted with that of the caller too. */
  admit(effect: 'read' | 'write', caller?: AbortSignal): AgentPass {
    const { holder, isPrivate } = this.#state;
    if (effect === 'write' ? holder.kind !== 'agent' : isPrivate) throw this.heldByUser();
    const call = new AbortController();
    const cancel = () => call.abort(caller?.reason);
    if (caller?.aborted) cancel();
    else caller?.addEventListener('abort', cancel, { once: true });
    if (effect === 'write') this.#agentCalls.add(call);
    const steps = this.#privateSteps;
    return {
      signal: call.signal,
      assertMayTell: () => {
        if (steps !== this.#privateSteps) throw this.heldByUser();
      },
      [Symbol.dispose]: () => {
        caller?.removeEventListener('abort', cancel);
        if (this.#agentCalls.delete(call)) this.#handOver();
      },
    };
  }

  take(driver: Driver): void {
    const { holder } = this.#state;
    if (this.mayDrive(driver.viewer)) {
      this.setPrivate(driver.viewer, driver.isPrivate ?? true, driver.onRefused);
      return;
    }
    if (holder.kind === 'viewer') {
      if (this.#goneTimer === undefined) throw heldByOther(holder.name);
      this.#release('viewer gone');
    }
    if (this.#next && this.#next.viewer !== driver.viewer) throw heldByOther(this.#next.name);
    this.#next = driver;
    if (this.#agentCalls.size > 0) this.#change({ holder: { kind: 'nobody' }, reason: 'taken' });
    else this.#handOver();
    for (const call of this.#agentCalls) call.abort(this.heldByUser());
  }

  giveBack(viewer: string, outcome: 'done' | 'declined' = 'done', note?: string): void {
    if (this.#next?.viewer !== viewer && !this.mayDrive(viewer)) return;
    this.#release(outcome === 'done' ? 'given back' : 'declined');
    this.#pending?.settle({ outcome, note });
  }

  setPrivate(viewer: string, isPrivate: boolean, onRefused?: Driver['onRefused']): void {
    const { holder } = this.#state;
    if (holder.kind !== 'viewer' || holder.viewer !== viewer || this.#state.isPrivate === isPrivate) return;
    if (!isPrivate) {
      this.#change({ isPrivate });
      return;
    }
    this.#next = { viewer, name: holder.name, isPrivate, idle: this.#idleTimer.span, onRefused };
    this.#handOver();
  }

  touch(viewer: string): void {
    if (this.mayDrive(viewer)) this.#idleTimer.touch();
  }

  left(viewer: string, patience = this.#options.disconnect): void {
    if (this.#next?.viewer === viewer) this.#release('viewer gone');
    if (!this.mayDrive(viewer)) return;
    const end = () => {
      this.#release('viewer gone');
      this.#pending?.settle({ outcome: 'viewer gone' });
    };
    clearTimeout(this.#goneTimer);
    const { holder } = this.#state;
    if (patience <= 0 || holder.kind !== 'viewer') end();
    else {
      this.#goneTimer = setTimeout(end, patience);
      this.#change({ holder: { ...holder, isAway: true } });
    }
  }

  cameBack(viewer: string): void {
    const { holder } = this.#state;
    if (holder.kind !== 'viewer' || holder.viewer !== viewer) return;
    this.#stopGoneTimer();
    this.#idleTimer.touch();
    const { isAway, ...present } = holder;
    if (isAway) this.#change({ holder: present });
  }

  request(input: RequestInput): { request: UserRequest; answer: Promise<RequestAnswer> } {
    if (!this.#pending) {
      const pending = new PendingRequest(input, (answer) => {
        this.#pending = undefined;
        const { holder, reason } = this.#state;
        // A person who drives keeps control, whatever the outcome.
        this.#change({ request: null, reason: (holder.kind !== 'viewer' && REASON[answer.outcome]) || reason });
      });
      this.#pending = pending;
      this.#change({ request: pending.request });
    }
    const { request, answer } = this.#pending;
    return { request, answer };
  }

  decline(id: string, note?: string): void {
    if (this.#pending?.request.id === id) this.#pending.settle({ outcome: 'declined', note });
  }

  withdraw(id: string): void {
    if (this.#pending?.request.id === id) this.#pending.settle({ outcome: 'cancelled' });
  }

  close(): void {
    if (this.#state.holder.kind !== 'agent') this.#release('closed');
    this.#pending?.settle({ outcome: 'closed' });
  }

  heldByUser(): BtcpError {
    const { request, isPrivate } = this.#state;
    const most = Math.max(1, Math.ceil(this.#idleTimer.left / 1_000));
    const when = this.#state.holder.kind === 'viewer' ? `, at the latest after ${most} s without input` : '';
    return new BtcpError(
      'control_held_by_user',
      isPrivate ? 'A person is driving the browser, in private.' : 'A person is driving the browser.',
      {
        hint: request
          ? 'Wait for browser_request_user to return.'
          : `Retry when they hand back${when}, or wait with browser_request_user.`,
      },
    );
  }

  #handOver(): void {
    const driver = this.#next;
    if (!driver || this.#agentCalls.size > 0) return;
    const { isPrivate = true } = driver;
    if (isPrivate) this.#privateSteps++;
    const cutOff = isPrivate ? this.#goPrivate() : undefined;
    if (!cutOff) {
      this.#admitDriver(driver);
      return;
    }
    // Nobody drives until it is private, and the agent does not read either.
    this.#change({ holder: { kind: 'nobody' }, reason: 'taken', isPrivate: true });
    cutOff.then(
      () => this.#next === driver && this.#admitDriver(driver),
      (thrown) => {
        if (this.#next === driver) this.#release('not private');
        driver.onRefused?.(BtcpError.from(thrown));
      },
    );
  }

  #admitDriver({ viewer, name, isPrivate = true, idle = this.#options.idle }: Driver): void {
    this.#next = undefined;
    this.#idleTimer.start(idle);
    this.#change({ holder: { kind: 'viewer', viewer, ...(name ? { name } : {}) }, reason: 'taken', isPrivate });
  }

  #release(reason: ControlReason): void {
    this.#next = undefined;
    this.#idleTimer.stop();
    this.#stopGoneTimer();
    this.#change({ holder: { kind: 'agent' }, reason, isPrivate: false });
  }

  #stopGoneTimer(): void {
    clearTimeout(this.#goneTimer);
    this.#goneTimer = undefined;
  }

  #change(change: Partial<ControlState>): void {
    this.#state = { ...this.#state, ...change, epoch: this.#state.epoch + 1 };
    this.#announcer.announce(this.#state);
  }
}

// No reason for `done`: control was given back before.
const REASON: Partial<Record<RequestAnswer['outcome'], ControlReason>> = {
  declined: 'declined',
  deadline: 'deadline',
  cancelled: 'withdrawn',
};

function heldByOther(name: string | undefined): BtcpError {
  return new BtcpError('control_held_by_user', `${name ?? 'Another viewer'} is driving.`, {
    hint: 'Take control when they hand back.',
  });
}
