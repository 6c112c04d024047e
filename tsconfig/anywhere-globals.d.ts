// The globals that neutral code may use: those that browsers, workers and Node all have.
// Everything else (document, process, Buffer, …) stays a type error in the packages of this world.

interface AbortSignal {
  readonly aborted: boolean;
  readonly reason: unknown;
  throwIfAborted(): void;
  addEventListener(type: 'abort', listener: () => void, options?: { once?: boolean }): void;
  removeEventListener(type: 'abort', listener: () => void): void;
}
declare const AbortSignal: {
  any(signals: AbortSignal[]): AbortSignal;
  timeout(milliseconds: number): AbortSignal;
};
declare class AbortController {
  readonly signal: AbortSignal;
  abort(reason?: unknown): void;
}

declare function setTimeout(callback: () => void, milliseconds?: number): unknown;
declare function clearTimeout(timer: unknown): void;

declare function atob(base64: string): string;

declare const crypto: { getRandomValues(bytes: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> };

declare class URL {
  constructor(url: string);
  readonly href: string;
  readonly protocol: string;
  readonly hostname: string;
  readonly origin: string;
}

declare const console: { error(...reported: unknown[]): void };
