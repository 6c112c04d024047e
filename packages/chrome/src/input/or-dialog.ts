import { Subscriptions } from '../subscriptions.js';
import type { Tab } from '../tab.js';

/** Waits for input to be taken in, or for the dialog that it opened: Chrome answers only when that is closed. */
export async function orDialog(tab: Tab, input: Promise<void>): Promise<void> {
  const subscriptions = new Subscriptions();
  const opened = new Promise<void>((resolve) => {
    subscriptions.on(tab.cdp, 'Page.javascriptDialogOpening', () => resolve());
  });
  input.catch(() => {});
  try {
    await Promise.race([input, opened]);
  } finally {
    subscriptions.end();
  }
}
