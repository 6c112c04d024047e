import { within } from '@btcp/protocol';
import { Subscriptions } from '../cdp/subscriptions.js';
import { ANSWER_TIMEOUT_MS } from './page-answers.js';
import type { Tab } from './tab.js';

/** Chrome answers input that opens a dialog only when the dialog is closed. */
export async function orDialog(tab: Tab, input: Promise<void>, allowed = 0): Promise<void> {
  const subscriptions = new Subscriptions();
  const blocked = new Promise<void>((resolve) => {
    for (const event of ['Page.javascriptDialogOpening', 'Inspector.targetCrashed'] as const) {
      subscriptions.on(tab.cdp, event, () => resolve());
    }
  });
  input.catch(() => {});
  try {
    await within(Promise.race([input, blocked]), allowed + ANSWER_TIMEOUT_MS, () => Promise.reject(tab.hang()));
  } finally {
    subscriptions.end();
  }
}
