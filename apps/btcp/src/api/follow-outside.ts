import type { Conversation } from '@btcp/tools';
import type { AppEvent } from '../contract/types.js';
import type { OutsideSessions } from '../outside/outside-sessions.js';
import { appEventOf } from './app-event-of.js';

export function followOutside(outside: OutsideSessions, id: string, add: (event: AppEvent) => void): () => void {
  let followed: Conversation | undefined;
  let stopEvents = () => {};
  const follow = () => {
    const conversation = outside.conversationOf(id);
    if (conversation === followed) return;
    stopEvents();
    stopEvents = () => {};
    followed = conversation;
    if (!conversation) {
      add({ type: 'browser_active', active: false });
      return;
    }
    stopEvents = conversation.events.subscribe((event) => {
      const shown = appEventOf(event);
      if (shown) add(shown);
    });
    if (conversation.hasBrowser) add({ type: 'browser_active', active: true });
  };
  follow();
  const stopActivity = outside.activityOf(id).subscribe(add);
  const stopList = outside.list.subscribe((event) => {
    if (event.type !== 'session' || event.session.id !== id) return;
    follow();
    const { title, run } = outside.sessionOf(id);
    add({ type: 'title', title });
    add({ type: 'run', run });
  });
  return () => {
    stopEvents();
    stopActivity();
    stopList();
  };
}
