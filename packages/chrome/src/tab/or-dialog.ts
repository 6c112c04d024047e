import { Subscriptions } from '../cdp/subscriptions.js';
import { raise, within } from '../cdp/within.js';
import { ANSWER_TIMEOUT_MS } from './page-answers.js';
import type { Tab } from './tab.js';

/**
 * Waits for input to be taken in, or for the dialog that it opened: Chrome answers only when that is closed, and never
 * where the page crashes. `allowed` is the time that the input itself may take.
 */
export async function orDialog(tab: Tab, input: Promise<void>, allowed = 0): Promise<void> {
  const subscriptions = new Subscriptions();
  const blocked = new Promise<void>((resolve) => {
    for (const event of ['Page.javascriptDialogOpening', 'Inspector.targetCrashed'] as const) {
      subscriptions.on(tab.cdp, event, () => resolve());
    }
  });
  input.catch(() => {});
  try {
    await within(Promise.race([input, blocked]), allowed + ANSWER_TIMEOUT_MS, () => raise(tab.hang()));
  } finally {
    subscriptions.end();
  }
}
