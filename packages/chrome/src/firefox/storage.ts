import type { StorageCommand, StorageContent } from '@btcp/tools';
import { type SiteStorageAnswer, siteStorage } from 'btcp-browser-agent/page-functions';
import { contentOf } from '../session/storage/site-storage.js';
import type { FirefoxTab } from './firefox-tab.js';

// A sandbox next to the page, which the page cannot change; puppeteer does not list it among its types.
interface Sandbox {
  evaluate(run: typeof siteStorage, ...request: Parameters<typeof siteStorage>): Promise<SiteStorageAnswer>;
}

export async function storageInFirefox(tab: FirefoxTab, command: StorageCommand): Promise<StorageContent> {
  tab.assertNoDialog();
  const { area, action, key = '', value = '' } = command;
  const frame = tab.page.mainFrame() as unknown as { isolatedRealm(): Sandbox };
  return contentOf(await frame.isolatedRealm().evaluate(siteStorage, { area, action, key, value }), tab.page.url());
}
