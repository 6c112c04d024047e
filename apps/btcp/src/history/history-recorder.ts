import { type Conversation, type ConversationFollower, catalogue } from '@btcp/tools';
import { canonicalCall } from '../recording/record-call.js';
import { calledStep, drivenStep, isSensitive } from './describe-step.js';
import type { HistoryAbout, HistoryStore } from './history-store.js';
import { SessionWatch } from './session-watch.js';

type AboutOf = (conversation: Conversation) => HistoryAbout;

/** Keeps what is done in conversations. No call waits for it. */
export class HistoryRecorder {
  readonly #store: HistoryStore;
  readonly #watches = new WeakMap<Conversation, SessionWatch>();

  constructor(store: HistoryStore) {
    this.#store = store;
  }

  /** `aboutOf` says whose session a conversation is at that moment. */
  follower(aboutOf: AboutOf): ConversationFollower {
    return {
      began: (conversation) => void this.#watchOf(conversation, aboutOf),
      ended: () => {},
      called: (conversation, name, input) => {
        const watch = this.#watchOf(conversation, aboutOf);
        const time = Date.now();
        watch.begin(mayChange(name, input));
        return (outcome) => {
          watch.end();
          const called = { name, input, outcome };
          const hidden = watch.isPrivate ? 'private' : isSensitive(called) ? 'secret' : undefined;
          const about = aboutOf(conversation);
          const step = calledStep(called, time, hidden);
          const { page } = step;
          const url = page && watch.addresses.shown('', { tool: step.tool, url: page.url });
          const number = this.#store.add(about, { ...step, ...(page && url ? { page: { ...page, url } } : {}) });
          if (hidden) watch.forget();
          else watch.lookSoon(about, number);
        };
      },
    };
  }

  #watchOf(conversation: Conversation, aboutOf: AboutOf): SessionWatch {
    const known = this.#watches.get(conversation);
    if (known) return known;
    const watch = new SessionWatch(conversation, this.#store);
    this.#watches.set(conversation, watch);
    conversation.events.subscribe((event) => {
      if (event.type === 'control' && event.control.isPrivate) watch.notePrivate();
      if (event.type === 'navigation') watch.notePage();
      if (event.type !== 'driven') return;
      watch.addresses.note('');
      watch.begin(true);
      watch.end();
      const about = aboutOf(conversation);
      const number = this.#store.add(about, drivenStep(event));
      if (watch.isPrivate) watch.forget();
      else watch.lookSoon(about, number);
    });
    return watch;
  }
}

function mayChange(name: string, input: unknown): boolean {
  const { name: tool } = canonicalCall(name, input);
  return catalogue.find((each) => each.name === tool)?.effect !== 'read';
}
