import { BtcpError, within } from '@btcp/protocol';
import type { Tab } from './tab.js';

const REPLACE_MS = 15_000;
const BUSY_MS = 5_000;

/** Loads all pages again, without scripts of the agent. All stand still meanwhile: a page reaches those it opened. */
export async function freshDocuments(tabs: readonly Tab[]): Promise<void> {
  await setScripts(tabs, false);
  try {
    await Promise.all(tabs.map(replace));
  } finally {
    await setScripts(tabs, true);
  }
  // The new documents have run no scripts at all.
  await Promise.all(tabs.map(replace));
}

async function setScripts(tabs: readonly Tab[], isEnabled: boolean): Promise<void> {
  const disabled = { value: !isEnabled };
  const set = tabs.map(({ cdp }) => cdp.send('Emulation.setScriptExecutionDisabled', disabled).catch(() => {}));
  // A busy page does not answer, and is replaced without.
  await within<unknown>(Promise.all(set), BUSY_MS, () => undefined);
}

async function replace(tab: Tab): Promise<void> {
  const { cdp, frameId, document, dialogs } = tab;
  if (dialogs.open) await dialogs.answer(false, undefined).catch(() => {});
  let onNavigated: (event: { frame: { id: string } }) => void = () => {};
  const replaced = new Promise<void>((resolve) => {
    onNavigated = ({ frame }) => frame.id === frameId && resolve();
    cdp.on('Page.frameNavigated', onNavigated);
  });
  dialogs.isLeaving = true;
  try {
    const [address = 'about:blank'] = document.url.split('#');
    if (document.isPosted) await cdp.send('Page.navigate', { url: address });
    else await cdp.send('Page.reload');
    await within(replaced, REPLACE_MS, () => Promise.reject(notPrivate(document.url)));
  } finally {
    dialogs.isLeaving = false;
    cdp.off('Page.frameNavigated', onNavigated);
  }
}

function notPrivate(url: string): BtcpError {
  return new BtcpError(
    'not_actionable',
    `The browser cannot be driven in private: the agent ran a script in ${url}, and that page could not be loaded again within ${REPLACE_MS / 1_000} s.`,
    { hint: 'Drive it openly, or open another page first.' },
  );
}
