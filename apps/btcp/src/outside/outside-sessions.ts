import { INITIAL_CONTROL, type ListedEntry, SessionList, type SessionOrigin } from '@btcp/host';
import type { Conversation, ConversationFollower } from '@btcp/tools';
import type { AppEvent, RunState, Session } from '../contract/types.js';
import { SessionActivity } from './session-activity.js';

export class OutsideSessions {
  readonly list = new SessionList();
  /** Follows a session that another server of the fleet has, with its state first; undefined for the others. */
  followElsewhere: (id: string, add: (event: AppEvent) => void) => (() => void) | undefined = () => undefined;
  readonly #activities = new Map<string, SessionActivity>();

  constructor() {
    this.list.subscribe((event) => {
      if (event.type === 'session_gone') this.#activities.delete(event.id);
    });
  }

  follower(): ConversationFollower {
    const listed = this.list.follower();
    return {
      began: (conversation) => {
        listed.began(conversation);
        conversation.events.subscribe((event) => {
          if (event.type === 'driven') this.activityOf(conversation.id).drove(event);
        });
      },
      ended: (conversation) => listed.ended(conversation),
      called: (conversation, name, input) => {
        const settleListed = listed.called(conversation, name, input);
        const settle = this.activityOf(conversation.id).begin(name, input);
        return (outcome) => {
          settle(outcome);
          settleListed(outcome);
        };
      },
    };
  }

  /** Follows the browsers of an agent of the workspace, which keeps their activity itself. */
  agentFollower(origin: Required<SessionOrigin>): ConversationFollower {
    return this.list.follower(origin);
  }

  activityOf(id: string): SessionActivity {
    const known = this.#activities.get(id);
    if (known) return known;
    const activity = new SessionActivity(
      (file) => `/api/sessions/${encodeURIComponent(id)}/files/${encodeURIComponent(file)}`,
    );
    this.#activities.set(id, activity);
    return activity;
  }

  /** A session in the shape that the workspace shows. Throws if there is none. */
  sessionOf(id: string): Session {
    const followed = this.list.get(id);
    const { name, since, lastUsed } = followed.describe();
    return { id, agent: '', title: name, created: since, updated: lastUsed, run: this.#runOf(followed) };
  }

  stateOf(id: string): Extract<AppEvent, { type: 'state' }> {
    const session = this.sessionOf(id);
    const { conversation } = this.list.get(id);
    return {
      type: 'state',
      session,
      messages: this.activityOf(id).messages,
      control: conversation?.lease.state ?? INITIAL_CONTROL,
      browserActive: conversation?.hasBrowser ?? false,
    };
  }

  conversationOf(id: string): Conversation | undefined {
    return this.list.find(id)?.conversation;
  }

  #runOf(followed: ListedEntry): RunState {
    const request = followed.conversation?.lease.state.request;
    if (request) return { state: 'waiting', request };
    const step = this.activityOf(followed.id).step;
    return step === undefined ? { state: 'idle' } : { state: 'running', step, stepLimit: 0, note: 'Working' };
  }
}
