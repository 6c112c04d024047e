import type { UserRequest, UserRequestOutcome } from '@btcp/protocol';

export interface RequestInput {
  message: string;
  purpose: UserRequest['purpose'];
  timeout: number;
}

export interface RequestAnswer {
  outcome: UserRequestOutcome;
  note?: string | undefined;
}

export class PendingRequest {
  readonly request: UserRequest;
  readonly answer: Promise<RequestAnswer>;
  readonly #resolve: (answer: RequestAnswer) => void;
  readonly #onSettled: (answer: RequestAnswer) => void;
  readonly #timer: unknown;
  #isSettled = false;

  constructor({ message, purpose, timeout }: RequestInput, onSettled: (answer: RequestAnswer) => void) {
    const now = Date.now();
    this.request = { id: `r${now.toString(36)}${count++}`, message, purpose, deadline: now + timeout };
    let resolve: (answer: RequestAnswer) => void = () => {};
    this.answer = new Promise((settle) => {
      resolve = settle;
    });
    this.#resolve = resolve;
    this.#onSettled = onSettled;
    this.#timer = setTimeout(() => this.settle({ outcome: 'deadline' }), timeout);
  }

  settle(answer: RequestAnswer): void {
    if (this.#isSettled) return;
    this.#isSettled = true;
    clearTimeout(this.#timer);
    this.#onSettled(answer);
    this.#resolve(answer);
  }
}

let count = 0;
