import type { ConnectedPage } from '@btcp/broker';
import type { BrowserEngine } from '@btcp/tools';

/** A conversation named `page`, or `page:` and anything, drives the page that a person has connected. */
const CONNECTED_PAGE = /^(?:mcp:)?page(?::|$)/;

/** The name of the conversation that drives one page and no other. */
export function conversationOf(page: string): string {
  return `page:${page}`;
}

/** Ends with the id that the broker has given a page. */
const NAMES_A_PAGE = /page:[\w-]{22}$/;

/** The page that a conversation is named after, or else the one that connected last. */
export function choosePage(pages: ConnectedPage[], conversationId: string): ConnectedPage | undefined {
  const named = pages.find(({ sessionId }) => conversationId.endsWith(conversationOf(sessionId)));
  // A page that is named and gone is not replaced by another, which may be somebody else's.
  return named ?? (NAMES_A_PAGE.test(conversationId) ? undefined : pages.at(-1));
}

/** Gives each conversation the kind of browser that its name asks for. */
export function engineByName(chrome: BrowserEngine, connectedPages: BrowserEngine): BrowserEngine {
  return {
    open: (conversationId, restore) =>
      (CONNECTED_PAGE.test(conversationId) ? connectedPages : chrome).open(conversationId, restore),
    close: async () => {
      await Promise.all([chrome.close(), connectedPages.close()]);
    },
  };
}
