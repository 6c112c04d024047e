import { type Broker, remotePageEngine } from '@btcp/broker';
import type { BrowserEngine } from '@btcp/tools';

const PAGE = 'page';
// An id that the broker gave a page.
const PAGE_ID = /^[\w-]{22}$/;

/** The name of the session that drives one connected page and no other. */
export function sessionOf(page: string): string {
  return `${PAGE}:${page}`;
}

/** The engine that a session name asks for: `page:ID` is that page, `page` the newest one; other names ask for none. */
export function engineNamed(broker: Broker, session: string): BrowserEngine | undefined {
  const [kind, ...page] = session.split(':');
  return kind === PAGE ? pageEngine(broker, page.join(':')) : undefined;
}

/** Opens the connected page of this id, or the newest one where the text is no id. */
export function pageEngine(broker: Broker, page: string): BrowserEngine {
  return remotePageEngine(broker, {
    choose: (pages) =>
      // A page that is named and gone is not replaced by another, which may be somebody else's.
      pages.find(({ sessionId }) => sessionId === page) ?? (PAGE_ID.test(page) ? undefined : pages.at(-1)),
  });
}
