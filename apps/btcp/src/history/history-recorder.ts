import { type Conversation, type ConversationFollower, lookAt } from '@btcp/tools';
import type { HistoryAbout, HistoryStore } from './history-store.js';
import { SessionRecorder } from './session-recorder.js';

type AboutOf = (conversation: Conversation) => HistoryAbout;

export class HistoryRecorder {
  readonly #store: HistoryStore;
  readonly #recorders = new WeakMap<Conversation, SessionRecorder>();

  constructor(store: HistoryStore) {
    this.#store = store;
  }

  follower(aboutOf: AboutOf): ConversationFollower {
    return {
      began: (conversation) => void this.#recorderOf(conversation, aboutOf),
      ended: () => {},
      called: (conversation, name, input) => this.#recorderOf(conversation, aboutOf).called(name, input),
    };
  }

  #recorderOf(conversation: Conversation, aboutOf: AboutOf): SessionRecorder {
    const known = this.#recorders.get(conversation);
    if (known) return known;
    const look = (options: Parameters<typeof lookAt>[1]) => lookAt(conversation, options);
    const recorder = new SessionRecorder(this.#store, look, () => aboutOf(conversation));
    this.#recorders.set(conversation, recorder);
    conversation.events.subscribe((event) => recorder.note(event));
    return recorder;
  }
}
