import { BtcpError, within } from '@btcp/protocol';
import type { ClipboardInput } from '@btcp/tools';
import type { CDPSession } from 'puppeteer-core';
import type { Tab } from '../tab/tab.js';

const WORLD = 'btcp-clipboard';
const CLIPBOARD_MS = 10_000;

const READ = '() => navigator.clipboard.readText()';
const WRITE = '(text) => navigator.clipboard.writeText(text)';

export interface PermissionScope {
  root: CDPSession;
  context: string | undefined;
}

/** Reads or writes the clipboard as a page with the permission would; the page itself is not given the permission. */
export async function clipboard(tab: Tab, input: ClipboardInput, { root, context }: PermissionScope): Promise<string> {
  // The clipboard of a browser with a window is the clipboard of the person at this machine.
  if (tab.headed) throw refused('The clipboard is shared with the person at this machine');
  const { origin, protocol } = new URL(tab.document.url);
  if (!/^https?:$/.test(protocol)) throw refused(`${tab.document.url} has no clipboard`);
  const set = async (setting: 'granted' | 'prompt') => {
    if (input.action === 'read') await setPermission({ root, context }, 'clipboard-read', setting, origin);
  };
  await set('granted');
  try {
    return await tab.answer(() => run(tab, input));
  } finally {
    await set('prompt').catch(() => {});
  }
}

/** A click may copy in Chrome. The headless shell asks for permission, where nobody can answer. */
export async function allowCopying(scope: PermissionScope): Promise<void> {
  await setPermission(scope, 'clipboard-write', 'granted');
}

async function setPermission(
  { root, context }: PermissionScope,
  name: 'clipboard-read' | 'clipboard-write',
  setting: 'granted' | 'prompt',
  origin?: string,
): Promise<void> {
  await root.send('Browser.setPermission', {
    permission: { name },
    setting,
    ...(origin === undefined ? {} : { origin }),
    ...(context === undefined ? {} : { browserContextId: context }),
  });
}

async function run(tab: Tab, input: ClipboardInput): Promise<string> {
  const { executionContextId } = await tab.cdp.send('Page.createIsolatedWorld', {
    frameId: tab.frameId,
    worldName: WORLD,
  });
  const calling = tab.cdp.send('Runtime.callFunctionOn', {
    executionContextId,
    functionDeclaration: input.action === 'read' ? READ : WRITE,
    arguments: input.action === 'read' ? [] : [{ value: input.text }],
    awaitPromise: true,
    returnByValue: true,
    userGesture: true,
  });
  const { result, exceptionDetails } = await within(calling, CLIPBOARD_MS, () => {
    throw new BtcpError('timeout', 'The clipboard did not answer.', { hint: 'Retry, or type the text instead.' });
  });
  if (!exceptionDetails) return String(result.value ?? '');
  throw refused(exceptionDetails.exception?.description?.split('\n')[0] ?? exceptionDetails.text);
}

function refused(why: string): BtcpError {
  return new BtcpError('unsupported', `The clipboard cannot be used here: ${why}.`, {
    hint: 'Only pages from https or from this machine have a clipboard. Type or read the text instead.',
  });
}
