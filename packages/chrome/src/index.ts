export type { ChromeBinary, ResolveChromeOptions } from './binary/chrome-binary.js';
export { resolveChrome } from './binary/resolve-chrome.js';
export { type Check, checkChrome } from './check-chrome.js';
export { ChromeEngine, type ChromeEngineOptions } from './chrome-engine.js';

export type { NetworkOptions } from './policy/network-policy.js';
export type { Viewport } from './tab.js';
