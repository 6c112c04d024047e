import { BtcpError } from '@btcp/protocol';
import type { BrowserEngine } from '@btcp/tools';
import type { ConnectedPage, PageSource } from '../clients/connected-page.js';
import { isDriven } from './next-page.js';
import { RemotePageSession } from './remote-session.js';

/** Which of the connected pages a conversation drives. */
export interface RemotePageEngineOptions {
  /** Default: the page that connected last. */
  choose?(pages: ConnectedPage[], conversationId: string): ConnectedPage | undefined;
}

/** The pages of a broker as browsers for the `browser_*` tools. */
export function remotePageEngine(broker: PageSource, options: RemotePageEngineOptions = {}): BrowserEngine {
  const choose = options.choose ?? ((pages) => pages.at(-1));
  const sessions = new Set<RemotePageSession>();
  return {
    async open(conversationId) {
      const page = choose(broker.pages().filter(isDriven), conversationId);
      if (!page) {
        throw new BtcpError('browser_unavailable', 'No page offers to be driven.', {
          hint: 'Open a page that calls servePageAgent, or use a session with Chrome.',
        });
      }
      const session = new RemotePageSession(broker, page);
      sessions.add(session);
      return session;
    },
    async close() {
      await Promise.all([...sessions].map((session) => session.close()));
    },
  };
}
