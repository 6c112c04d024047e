// The service worker: which tabs are shared, and with whom. The token stays here and reaches no page.
// Chrome ends and restarts it at any time, so listeners are added at once, and lasting data is in session storage.
import { type Answer, DOCUMENT_PORT, type Settings, type ToDocument } from '../shared/messages.js';
import { askPerson, isFromAskWindow, settleQuestion } from './ask-person.js';
import { showBadge } from './badge.js';
import { type Grant, SharedTab } from './shared-tab.js';

const tabs = new Map<number, SharedTab>();
const restored = restore();

chrome.action.onClicked.addListener((tab) => void pressed(tab));
chrome.runtime.onConnect.addListener((port) => {
  if (port.name === DOCUMENT_PORT) void connected(port);
});
chrome.runtime.onMessage.addListener((answer: Answer, sender) => {
  if (isFromAskWindow(sender)) void answered(answer);
});
chrome.tabs.onUpdated.addListener((id, { status }) => {
  if (status) void followed(id);
});
chrome.tabs.onRemoved.addListener((id) => void forget(id));

async function pressed({ id, url = '', title = '' }: chrome.tabs.Tab): Promise<void> {
  await restored;
  if (id === undefined) return;
  if (tabs.has(id)) return forget(id);
  if (!(await readSettings())) return chrome.runtime.openOptionsPage();
  if (!/^(?:https?|file):/.test(url)) return showBadge(id, 'barred');
  // `answered` gets the answer, since the worker may have been restarted by then.
  void askPerson({ tabId: id, origin: new URL(url).origin, title, action: '' });
}

async function answered({ tabId, origin, action, access }: Answer): Promise<void> {
  await restored;
  if (access && action) {
    const tab = tabs.get(tabId);
    if (tab?.origin === origin) await tab.allow(access);
    await remember();
  } else if (access) await share({ id: tabId, access, origin });
  settleQuestion(tabId, access);
}

async function share(grant: Grant): Promise<void> {
  const settings = await readSettings();
  if (!settings || tabs.has(grant.id)) return;
  const tab = new SharedTab(grant, settings);
  tabs.set(grant.id, tab);
  await remember();
  await tab.enter().catch(async () => {
    await forget(grant.id);
    await showBadge(grant.id, 'barred');
  });
}

async function connected(port: chrome.runtime.Port): Promise<void> {
  await restored;
  const { tab: sender, url } = port.sender ?? {};
  // Not the sender's own `origin`: a sandboxed document has none.
  const origin = url === undefined ? undefined : new URL(url).origin;
  const tab = sender?.id === undefined ? undefined : tabs.get(sender.id);
  // A document of another site may come back from the cache.
  if (!tab || tab.origin !== origin) {
    const over: ToDocument = { isOver: true };
    port.postMessage(over);
    return port.disconnect();
  }
  await tab.attach(port).catch(async () => {
    await forget(tab.id);
    await showBadge(tab.id, 'lost');
  });
}

// The tab shows another document. The permission is for one site only.
async function followed(id: number): Promise<void> {
  await restored;
  await tabs
    .get(id)
    ?.enter()
    .catch(() => forget(id));
}

async function forget(id: number): Promise<void> {
  await restored;
  const tab = tabs.get(id);
  if (!tab) return settleQuestion(id, null);
  tabs.delete(id);
  await remember();
  await tab.stop();
}

async function remember(): Promise<void> {
  await chrome.storage.session.set({ shared: [...tabs.values()].map(({ grant }) => grant) });
}

// Documents of shared tabs connect again by themselves.
async function restore(): Promise<void> {
  // Content scripts must not read the token.
  await chrome.storage.local.setAccessLevel({ accessLevel: 'TRUSTED_CONTEXTS' });
  const { shared = [] } = await chrome.storage.session.get<{ shared?: Grant[] }>('shared');
  const settings = await readSettings();
  if (!settings) return;
  for (const grant of shared) tabs.set(grant.id, new SharedTab(grant, settings));
}

async function readSettings(): Promise<Settings | undefined> {
  const { settings } = await chrome.storage.local.get<{ settings?: Settings }>('settings');
  return settings;
}
