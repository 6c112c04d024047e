import { BtcpError } from '@btcp/protocol';
import type { BrowserSession, BrowserState } from '@btcp/tools';
import { clipboard } from '../../actions/clipboard.js';
import type { Tab } from '../../tab/tab.js';
import type { SessionOptions } from '../parts/session-options.js';
import type { SessionParts } from '../parts/session-parts.js';
import { type CookieJar, readState } from '../storage/browser-state.js';
import { changeState, readOrigins } from '../storage/change-state.js';
import { runCookieCommand } from '../storage/cookies.js';
import { restoreTabs } from '../storage/restore.js';
import { runStorageCommand } from '../storage/site-storage.js';
import { loadStateFile, saveStateFile } from '../storage/state-file.js';
import type { TabCalls } from './tab-calls.js';

export function stateCalls(
  calls: TabCalls,
  { tabs, downloads }: SessionParts,
  { chrome, files, persons }: SessionOptions,
) {
  const cookieJar = async (): Promise<CookieJar> => ({ root: await chrome.root(), context: tabs.contextId });

  // In a person's profile, only the cookies of this page's site.
  const siteOf = ({ document }: Tab) => (persons ? { domain: hostOf(document.url) } : {});

  const saveState = async ({ origins }: { origins?: readonly string[] } = {}): Promise<BrowserState> => {
    if (persons) throw notAState('saved');
    return calls.guarded(async () => {
      const jar = await cookieJar();
      if (origins) return readOrigins(tabs, jar, origins);
      return readState(jar, await tabs.all(), await tabs.active());
    });
  };

  const restoreState = async (state: BrowserState, { afterLoss = false } = {}): Promise<void> => {
    if (persons) throw notAState('replaced');
    await calls.guarded(async () => restoreTabs({ tabs, downloads, jar: await cookieJar(), afterLoss }, state));
  };

  return {
    async clipboard(input, { signal }) {
      const scope = await cookieJar();
      return calls.answer(async (tab) => ({ value: await clipboard(tab, input, scope) }), signal);
    },

    async cookies(command, { signal }) {
      const jar = await cookieJar();
      const run = (tab: Tab) => runCookieCommand(jar, { ...siteOf(tab), ...command }, tab.document.url);
      return calls.answer(async (tab) => ({ value: await run(tab) }), signal);
    },

    storage: (command, { signal }) =>
      calls.answer(async (tab) => ({ value: await runStorageCommand(tab, command) }), signal),

    async stateFile(input) {
      if (input.action === 'save') return calls.placed(saveStateFile(files, await saveState(), input.path));
      const { state, file } = await loadStateFile(files, input);
      const { url } = (await tabs.active()).document;
      // A state without tabs, as Playwright writes it, is for the page that is open.
      const saved = state.tabs.length > 0 ? state.tabs : [{ url, session: [], active: true }];
      await restoreState({ ...state, tabs: saved });
      return calls.placed(Promise.resolve(file));
    },

    saveState,

    async changeState(changes) {
      if (persons) throw notAState('replaced');
      await calls.guarded(async () => changeState(tabs, await cookieJar(), changes));
    },

    restoreState,

    saveFile: (name, data) => files.save(name, data),

    saveFileAs: (path, data) => files.saveAs(path, data),
  } satisfies Partial<BrowserSession>;
}

function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).hostname : '';
}

function notAState(what: 'saved' | 'replaced'): BtcpError {
  return new BtcpError('unsupported', `The cookies and logins of a person's own browser cannot be ${what}.`, {
    hint: 'Connect with isolation "context", or use a browser that is started for the session.',
  });
}
