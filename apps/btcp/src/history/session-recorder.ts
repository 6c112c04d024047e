import { BtcpError, type CallOutcome, catalogue, type SessionEventBody } from '@btcp/tools';
import { canonicalCall } from '../recording/record-call.js';
import { calledStep, drivenStep, isSensitive } from './describe-step.js';
import type { HistoryAbout, HistoryStore } from './history-store.js';
import { type LookAtPage, SessionWatch } from './session-watch.js';

/** Keeps what is done in one browser. No call waits for it. */
export class SessionRecorder {
  readonly #store: HistoryStore;
  readonly #watch: SessionWatch;
  readonly #aboutOf: () => HistoryAbout;

  constructor(store: HistoryStore, look: LookAtPage, aboutOf: () => HistoryAbout) {
    this.#store = store;
    this.#watch = new SessionWatch(look, store);
    this.#aboutOf = aboutOf;
  }

  called(name: string, input: unknown): (outcome: CallOutcome) => void {
    const watch = this.#watch;
    const time = Date.now();
    const isChange = mayChange(name, input);
    watch.begin(isChange);
    return (outcome) => {
      watch.end();
      // The browser was another session's, so nothing was done.
      if ('error' in outcome && BtcpError.from(outcome.error).code === 'browser_owned') return;
      const called = { name, input, outcome };
      const hidden = watch.isPrivate ? 'private' : isSensitive(called) ? 'secret' : undefined;
      const about = this.#aboutOf();
      const step = calledStep(called, time, hidden);
      const { page } = step;
      const url = page && watch.addresses.shown('', { tool: step.tool, url: page.url });
      const kept = this.#store.add(about, { ...step, ...(page && url ? { page: { ...page, url } } : {}) });
      if (hidden) watch.forget();
      else watch.lookSoon({ key: about, kept, mayChange: isChange });
    };
  }

  note(event: SessionEventBody): void {
    const watch = this.#watch;
    watch.note(event);
    if (event.type !== 'driven') return;
    watch.addresses.note('');
    watch.begin(true);
    watch.end();
    const about = this.#aboutOf();
    const kept = this.#store.add(about, drivenStep(event));
    if (watch.isPrivate) watch.forget();
    else watch.lookSoon({ key: about, kept, mayChange: true });
  }
}

function mayChange(name: string, input: unknown): boolean {
  const { name: tool } = canonicalCall(name, input);
  return catalogue.find((each) => each.name === tool)?.effect !== 'read';
}
