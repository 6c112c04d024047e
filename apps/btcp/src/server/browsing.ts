import { type Authenticate, type Broker, createBroker, openAccess, tokenAccess } from '@btcp/broker';
import { createEngine, type EngineOptions } from '@btcp/chrome';
import { OwnBrowsers, type Sessions, SingleBrowser } from '@btcp/host';
import {
  type BrowserEngine,
  type CallObserver,
  Conversations,
  type ConversationsOptions,
  permitPageCall,
  permitPageList,
  StartQueue,
} from '@btcp/tools';
import { SessionHistories } from '../history/session-histories.js';
import type { Log } from '../observing/logging/log.js';
import { OutsideSessions } from '../outside/outside-sessions.js';
import { ConnectedPages } from '../pages/connected-pages.js';
import { engineNamed } from '../pages/page-engine.js';
import { pageTokenOf } from '../system/token.js';
import type { AppServerOptions } from './app-server-options.js';
import type { ServerAddress } from './server-address.js';
import { chooseForDoors, type DoorTools } from './tools-at-doors.js';

interface BrowsingOptions {
  address: ServerAddress;
  observer: CallObserver;
  log: Log;
  liveLink(session: string): Promise<string>;
}

export interface Browsing {
  broker: Broker;
  doors: DoorTools;
  chrome: ReturnType<typeof createEngine>;
  chromeOptions: EngineOptions;
  /** The engine that a session's name asks for; undefined for the usual one. */
  engineOf(session: string): BrowserEngine | undefined;
  outside: OutsideSessions;
  histories: SessionHistories;
  sessionOptions: ConversationsOptions;
  conversations: Conversations;
  sessions: Sessions;
  pages: ConnectedPages;
}

export function createBrowsing(options: AppServerOptions, parts: BrowsingOptions): Browsing {
  const { address, observer, log, liveLink } = parts;
  const broker = createBroker({
    authenticate: brokerAccess(options.token),
    allowedHosts: address.hostNames,
    publicOrigin: options.publicAddress?.origin,
    allowedOrigins: options.allowedOrigins,
    sessionKey: options.fleet?.pageKey,
    permit: {
      list: () => permitPageList(doors.tools),
      call: (name, input) => permitPageCall(doors.tools, name, input),
    },
  });
  const doors = chooseForDoors(broker, options);
  const network = { ...options.chrome.network, closedPorts: () => address.closedPorts };
  const chromeOptions = { ...options.chrome, network };
  const chrome = createEngine(chromeOptions);
  const engineOf = (session: string) => engineNamed(broker, session);
  const outside = new OutsideSessions();
  const { dataDirectory, history: limits } = options;
  const histories = new SessionHistories({ dataDirectory, limits, outside, log });
  const sessionOptions = { ...options.sessions, observer, starts: new StartQueue() };
  const conversations = new Conversations(chrome, { liveLink, ...sessionOptions, follower: histories.follower() });
  const sessions =
    options.ownership === 'single' ? new SingleBrowser(conversations) : new OwnBrowsers(conversations, engineOf);
  const listed = [...doors.listed.keys()];
  const pages = new ConnectedPages({ broker, conversations, tools: doors.tools, listed });
  const kept = { outside, histories, sessionOptions, conversations, sessions };
  return { broker, doors, chrome, chromeOptions, engineOf, ...kept, pages };
}

function brokerAccess(token: string | null): Authenticate {
  if (token === null) return openAccess();
  return tokenAccess([{ token }, { token: pageTokenOf(token), role: 'page' }]);
}
