// The service worker: which tabs are shared, and with whom. The token stays here and reaches no page.
import { type Access, DOCUMENT_PORT, type Settings } from '../messages.js';
import { askPerson } from './ask-person.js';
import { showBadge } from './badge.js';
import { SharedTab } from './shared-tab.js';

const tabs = new Map<number, SharedTab>();

/** Chrome may end the worker and start it again; what the person has chosen stays. */
const restored = restore();

chrome.action.onClicked.addListener(({ id }) => {
  if (id !== undefined) void pressed(id);
});
chrome.runtime.onConnect.addListener((port) => {
  const id = port.sender?.tab?.id;
  if (port.name === DOCUMENT_PORT && id !== undefined) void connected(id, port);
});
chrome.tabs.onUpdated.addListener((id, { status }) => {
  if (status === 'complete') void followed(id);
});
chrome.tabs.onRemoved.addListener((id) => void forget(id));

async function pressed(id: number): Promise<void> {
  await restored;
  if (tabs.has(id)) return forget(id);
  const settings = await readSettings();
  if (!settings) return chrome.runtime.openOptionsPage();
  const access = await askPerson({ tabId: id });
  if (access === null) return;
  const tab = new SharedTab(id, access, settings);
  tabs.set(id, tab);
  await remember();
  await tab.enter().catch(() => forget(id));
}

async function connected(id: number, port: chrome.runtime.Port): Promise<void> {
  await restored;
  const tab = tabs.get(id);
  if (!tab) return port.disconnect();
  await tab.attach(port).catch(async () => {
    await forget(id);
    await showBadge(id, 'lost');
  });
}

/** The tab shows another document. The person's leave covers the site on which it was given, and ends elsewhere. */
async function followed(id: number): Promise<void> {
  await restored;
  await tabs
    .get(id)
    ?.enter()
    .catch(() => forget(id));
}

async function forget(id: number): Promise<void> {
  const tab = tabs.get(id);
  tabs.delete(id);
  await remember();
  await tab?.stop();
}

async function remember(): Promise<void> {
  await chrome.storage.session.set({ shared: [...tabs.values()].map(({ id, access }) => [id, access]) });
}

async function restore(): Promise<void> {
  // Content scripts have no business with the token.
  await chrome.storage.local.setAccessLevel({ accessLevel: 'TRUSTED_CONTEXTS' });
  const { shared = [] } = await chrome.storage.session.get<{ shared?: [number, Access][] }>('shared');
  const settings = await readSettings();
  if (!settings) return;
  for (const [id, access] of shared) {
    const tab = new SharedTab(id, access, settings);
    tabs.set(id, tab);
    await tab.enter().catch(() => tabs.delete(id));
  }
}

async function readSettings(): Promise<Settings | undefined> {
  const { settings } = await chrome.storage.local.get<{ settings?: Settings }>('settings');
  return settings;
}
