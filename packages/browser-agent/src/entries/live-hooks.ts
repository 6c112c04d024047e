// Bundled into one script, for an isolated world of a page that a person drives from afar.
import { LiveHooks } from '../watching/live/live-hooks.js';

/** The name of the binding by which the hooks report, and of what they leave in their own world. */
declare const btcpReport: ((report: string) => void) | undefined;

const hooks = new LiveHooks(window, (report) => {
  if (typeof btcpReport === 'function') btcpReport(JSON.stringify(report));
});
Object.assign(globalThis, { btcpLiveHooks: hooks });
