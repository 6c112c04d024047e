import type { BrowserSession } from '@btcp/tools';
import { evaluate } from '../../actions/evaluate.js';
import { glance } from '../../actions/glance.js';
import { MAX_CHANGES } from '../../actions/performed.js';
import { waitInTab } from '../../actions/wait.js';
import { runAudit } from '../../audits/audit.js';
import type { SessionOptions } from '../parts/session-options.js';
import type { SessionParts } from '../parts/session-parts.js';
import type { TabCalls } from './tab-calls.js';

export function readingCalls(calls: TabCalls, { capture, tabs }: SessionParts, { files, isShared }: SessionOptions) {
  return {
    snapshot: ({ signal, ...options }) => calls.answer((tab) => tab.answer(() => tab.frames.snapshot(options)), signal),

    glance: (input) => calls.guarded(() => glance(tabs.current, capture, input)),

    find: (input, { signal }) => calls.answer((tab) => tab.answer(() => tab.frames.find(input)), signal),

    ask: (command, { signal }) => calls.answer((tab) => tab.answer(() => tab.frames.ask(command)), signal),

    waitFor: (input, { signal }) => {
      const requests = () => capture.network().entries;
      return calls.answer(async (tab) => ({ value: await waitInTab(tab, input, requests, signal) }), signal);
    },

    changes: ({ signal }) => calls.answer((tab) => tab.answer(() => tab.frames.changes(MAX_CHANGES)), signal),

    evaluate: (script, options) => calls.answer((tab) => evaluate(tab, script, options), options.signal),

    audit: (command, { signal }) => {
      const options = { files, isShared, drives: capture.pauses, tabs, signal };
      return calls.answer(async (tab) => ({ value: await runAudit(tab, command, options) }), signal);
    },
  } satisfies Partial<BrowserSession>;
}
