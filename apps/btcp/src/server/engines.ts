import type { BrowserEngine } from '@btcp/tools';

/** A conversation named `page`, or `page:` and anything, drives the page that a person has connected. */
const CONNECTED_PAGE = /^(?:mcp:)?page(?::|$)/;

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
