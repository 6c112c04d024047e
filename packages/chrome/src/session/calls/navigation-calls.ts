import type { BrowserSession } from '@btcp/tools';
import { answerDialog } from '../../actions/perform.js';
import { assertNotOwnServer } from '../../policy/own-server.js';
import { reload, travelHistory, visit } from '../../tab/travel.js';
import type { SessionOptions } from '../parts/session-options.js';
import type { SessionParts } from '../parts/session-parts.js';
import type { TabCalls } from './tab-calls.js';

export function navigationCalls(
  calls: TabCalls,
  { tabs, downloads, emulation }: SessionParts,
  { closedPorts, viewport: ownViewport }: SessionOptions,
) {
  return {
    async navigate(url, options) {
      assertNotOwnServer(url, closedPorts());
      return calls.placed(
        calls.arrive(async (tab) => visit(tab, await tabs.signIn(url), options, downloads), { toLeave: true }),
      );
    },

    back: (options) => calls.placed(calls.arrive((tab) => travelHistory(tab, -1, options))),

    forward: (options) => calls.placed(calls.arrive((tab) => travelHistory(tab, 1, options))),

    reload: (options) => calls.placed(calls.arrive((tab) => reload(tab, options))),

    tabs: () => calls.placed(calls.guarded(() => tabs.listWithPersons())),

    openTab: () => calls.placed(calls.guarded(async () => void (await tabs.open()))),

    selectTab: (id) => calls.placed(calls.guarded(async () => void (await tabs.select(id)))),

    closeTab: (id) => calls.placed(calls.guarded(() => tabs.close(id))),

    resize: (viewport, { signal }) => calls.placed(calls.inTab(() => tabs.resize(viewport), signal)),

    answerDialog: (accept, text, { signal }) =>
      calls.answer((tab) => answerDialog(calls.sceneOf(tab), { accept, text }), signal),

    emulate: (input) => {
      const change = async () => {
        const isOpen = (await tabs.active()).document.url !== 'about:blank';
        const hadViewport = emulation.viewport !== undefined;
        const needsReload = await emulation.change(input);
        const viewport = emulation.viewport ?? (hadViewport || input.reset ? ownViewport : tabs.viewport);
        await tabs.resize(viewport);
        return { on: emulation.names, needsReload: needsReload && isOpen };
      };
      return calls.placed(calls.guarded(change));
    },
  } satisfies Partial<BrowserSession>;
}
