import type { BrowserSession } from '@btcp/tools';
import { type LoadText, MAX_MAP_LENGTH } from '../../capture/sources/source-map.js';
import { assertNotOwnServer } from '../../policy/own-server.js';
import { loadText } from '../../tab/load-text.js';
import type { SessionOptions } from '../parts/session-options.js';
import type { SessionParts } from '../parts/session-parts.js';
import { noSuchRequest, requestDetails } from '../requests/request-details.js';
import type { TabCalls } from './tab-calls.js';

export function networkCalls(
  calls: TabCalls,
  { tabs, capture, routes, connection, har }: SessionParts,
  { files, closedPorts }: SessionOptions,
) {
  const loadMap: LoadText = async (url, signal) => {
    const tab = tabs.current;
    if (!tab || connection.isOffline) return undefined;
    assertNotOwnServer(url, closedPorts());
    return loadText(tab, url, { signal, maxLength: MAX_MAP_LENGTH });
  };
  return {
    async consoleLogs() {
      // Scripts wait behind a dialog, and cannot be asked for their maps.
      return calls.answered(await capture.console(tabs.current?.dialog ? undefined : loadMap));
    },

    clearConsoleLogs: async () => capture.clearConsole(),

    networkRequests: async () => calls.answered(capture.network()),

    clearNetworkRequests: async () => capture.clearNetwork(),

    async networkRequest(id) {
      const found = capture.request(id);
      if (!found) throw noSuchRequest(id);
      return calls.answered(await calls.guarded(() => requestDetails(found.entry, found.record, files)));
    },

    routes: (command) => calls.placed(calls.guarded(() => routes.run(command))),

    async setHeaders({ login, headers, origin }) {
      const words = login && Buffer.from(`${login.username}:${login.password}`).toString('base64');
      const all = words === undefined ? headers : { ...headers, authorization: `Basic ${words}` };
      return calls.placed(calls.guarded(() => routes.setHeaders({ origin, headers: all })));
    },

    setConditions: (conditions) => calls.placed(calls.guarded(() => connection.setConditions(conditions))),

    setOffline: (offline) => calls.placed(calls.guarded(() => connection.setOffline(offline))),

    har: (command) => calls.placed(calls.guarded(() => har.run(command))),
  } satisfies Partial<BrowserSession>;
}
