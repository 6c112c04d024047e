export { ChromeEngine } from './chrome-engine.js';
<<<<<<< HEAD
export type { BrowserLimits, ChromeEngineOptions } from './engine-options.js';
=======
export { createEngine, type EngineOptions } from './create-engine.js';
export type { ChromeEngineOptions } from './engine-options.js';
>>>>>>> main
export { FirefoxEngine, type FirefoxEngineOptions } from './firefox/firefox-engine.js';
export { assertReachable } from './policy/assert-reachable.js';
export type { ClientCertificate } from './policy/certificates/client-certificates.js';
export { parseHostPattern } from './policy/host-pattern.js';
export type { HostScope, NetworkOptions } from './policy/network-policy.js';
export type { ChromeBinary, ResolveChromeOptions } from './process/binary/chrome-binary.js';
export { resolveChrome } from './process/binary/resolve-chrome.js';
export { type Check, checkChrome } from './process/check-chrome.js';
export type { Viewport } from './tab/tab.js';
