export type { ChromeBinary, ResolveChromeOptions } from './binary/chrome-binary.js';
export { resolveChrome } from './binary/resolve-chrome.js';
