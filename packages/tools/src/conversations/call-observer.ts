/** A call as an observer sees it: without arguments, and without anything of a page. */
export interface ObservedCall {
  /** The name of a tool, or `unknown`. */
  tool: string;
  session: string;
  traceparent?: string | undefined;
}

/** Sees every call and every browser of some conversations, for metrics, traces and logs. */
export interface CallObserver {
  /** Runs a call; it fails with a `BtcpError`. */
  call<T>(call: ObservedCall, run: () => Promise<T>): Promise<T>;
  /** Runs the start of a browser, without its time in the queue. */
  start<T>(run: () => Promise<T>): Promise<T>;
  /** A browser has opened; the function that is returned is called when the browser has closed. */
  opened(): () => void;
}

/** Observes nothing. */
export const NO_OBSERVER: CallObserver = {
  call: (_call, run) => run(),
  start: (run) => run(),
  opened: () => () => {},
};
