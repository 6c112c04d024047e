// Bundled into one script, for an isolated world of a page that a person drives.
import { LiveHooks } from '../watching/live/live-hooks.js';

declare const btcpReport: ((report: string) => void) | undefined;

const hooks = new LiveHooks(window, (report) => {
  if (typeof btcpReport === 'function') btcpReport(JSON.stringify(report));
});
Object.assign(globalThis, { btcpLiveHooks: hooks });
