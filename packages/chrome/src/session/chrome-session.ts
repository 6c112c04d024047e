import type { BrowserSession } from '@btcp/tools';
import { actionCalls } from './calls/action-calls.js';
import { navigationCalls } from './calls/navigation-calls.js';
import { networkCalls } from './calls/network-calls.js';
import { pictureCalls } from './calls/picture-calls.js';
import { readingCalls } from './calls/reading-calls.js';
import { stateCalls } from './calls/state-calls.js';
import { TabCalls } from './calls/tab-calls.js';
import type { SessionOptions } from './parts/session-options.js';
import { startParts } from './parts/session-parts.js';
import { reopen } from './storage/restore.js';

/** One browser of one conversation. Puppeteer manages CDP sessions; the rest is direct CDP. */
export async function startChromeSession(options: SessionOptions): Promise<BrowserSession> {
  const { chrome, files, restore, videoDirectory, release } = options;
  const parts = await startParts(options);
  const { tabs, downloads, live, videos } = parts;
  const calls = new TabCalls(options, parts);
  const onLost = () => live.close();
  chrome.browser.once('disconnected', onLost);
  if (restore) await calls.guarded(() => reopen(parts, restore));
  if (videoDirectory !== undefined) await videos.keepIn(videoDirectory);
  return {
    get alive() {
      return calls.isAlive;
    },
    get profile() {
      return chrome.profile;
    },
    get lastUrl() {
      return tabs.lastUrl;
    },
    live,
    async rest() {
      if (!videos.isRecording) await Promise.all((await tabs.all()).map((tab) => tab.rest()));
    },
    async wake() {
      await Promise.all((await tabs.all()).map((tab) => tab.wake()));
    },
    page: () => calls.page(),
    secrets: () => calls.secrets(),
    ...navigationCalls(calls, parts, options),
    ...readingCalls(calls, parts, options),
    ...actionCalls(calls, options),
    ...pictureCalls(calls, parts, options),
    ...networkCalls(calls, parts, options),
    ...stateCalls(calls, parts, options),
    async close() {
      await videos.close();
      calls.end();
      chrome.browser.off('disconnected', onLost);
      live.close();
      tabs.stop();
      downloads.stop();
      await release();
      await files.close();
    },
  };
}
