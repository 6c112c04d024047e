import { type Broker, remotePageEngine } from '@btcp/broker';
import { PAGE_TOOL } from '@btcp/protocol';
import { type BrowserEngine, newestOf } from '@btcp/tools';

const PAGE = 'page';
const PAGE_ID = /^[\w-]{22}$/;

export function sessionOf(page: string): string {
  return `${PAGE}:${page}`;
}

/** `page:ID` is that page, `page` the newest one; other names ask for none. */
export function engineNamed(broker: Broker, session: string): BrowserEngine | undefined {
  const [kind, ...page] = session.split(':');
  return kind === PAGE ? pageEngine(broker, page.join(':')) : undefined;
}

export function pageEngine(broker: Broker, page: string): BrowserEngine {
  return remotePageEngine(broker, {
    choose: (pages) =>
      // A page that is named and gone is not replaced by another, which may be somebody else's.
      pages.find(({ sessionId }) => sessionId === page) ??
      (PAGE_ID.test(page) ? undefined : newestOf(pages, PAGE_TOOL)),
  });
}
