import { BtcpError } from '@btcp/protocol';
import { ChromeEngine } from './chrome-engine.js';
import type { ChromeEngineOptions } from './engine-options.js';
import { FirefoxEngine } from './firefox/firefox-engine.js';

/** Options of an engine, and the browser that it starts: Chrome when left out. */
export interface EngineOptions extends ChromeEngineOptions {
  browser?: 'chrome' | 'firefox' | undefined;
}

/** An engine for either browser; rejects options that Firefox would not keep. */
export function createEngine({ browser, ...options }: EngineOptions): ChromeEngine | FirefoxEngine {
  if (browser !== 'firefox') return new ChromeEngine(options);
  const { network = {} } = options;
  const conflicts = {
    'an address to connect to': options.connect !== undefined,
    'a profile': options.profile !== undefined,
    'flags of Chrome': (options.flags ?? []).length > 0,
    'the isolation context': options.isolation === 'context',
    'client certificates': (network.clientCertificates ?? []).length > 0,
    'a folder for videos': options.videoDirectory !== undefined,
  };
  const [conflict] = Object.entries(conflicts).flatMap(([name, isGiven]) => (isGiven ? name : []));
  if (conflict === undefined) return new FirefoxEngine(options);
  throw new BtcpError('invalid_input', `Firefox cannot be given ${conflict}.`, {
    hint: 'Leave that option out, or use Chrome: leave out --browser firefox.',
  });
}
