import { sleep } from '@btcp/protocol';
import type { TargetWindow } from '../page/target-window.js';
import { untilReady } from './navigation.js';

const ARRIVAL_MS = 5000;
// Browsers begin to leave some time after a form was submitted.
const SUBMIT_MS = 1000;
const POLL_MS = 25;

/** In our own window the result has `leaving`, because this script ends with the page. */
export async function followNavigation<T>(target: TargetWindow, run: (target: TargetWindow) => Promise<T>): Promise<T> {
  const before = target.document;
  let leaving = false;
  let isSubmitted = false;
  const window = before.defaultView;
  const notice = () => {
    leaving = true;
  };
  // Fires at once, but not in every browser; `beforeunload` fires later.
  const noticeNavigate = ({ destination, downloadRequest }: NavigateEvent) => {
    leaving ||= !destination.sameDocument && downloadRequest === null;
  };
  const noticeSubmit = (event: Event) => {
    isSubmitted ||= !event.defaultPrevented && leavesHere(event.target);
  };
  window?.addEventListener('submit', noticeSubmit);
  window?.addEventListener('beforeunload', notice);
  window?.navigation?.addEventListener('navigate', noticeNavigate);
  try {
    const result = await run(target);
    if (target.ownsUs) return leaving && isActionResult(result) ? { ...result, leaving: true } : result;
    if (isSubmitted) await waitFor(() => leaving || target.document !== before, SUBMIT_MS);
    // The action is done even if the load fails; the next call reports the failure.
    if (leaving) await arrival(target, before).catch(() => undefined);
    return result;
  } finally {
    before.defaultView?.removeEventListener('submit', noticeSubmit);
    before.defaultView?.removeEventListener('beforeunload', notice);
    before.defaultView?.navigation?.removeEventListener('navigate', noticeNavigate);
  }
}

// A navigation may become a download, and the old page stays.
async function arrival(target: TargetWindow, before: Document): Promise<void> {
  await waitFor(() => target.document !== before, ARRIVAL_MS);
  if (target.document !== before) await untilReady(target, { waitUntil: 'domcontentloaded' });
}

async function waitFor(met: () => boolean, milliseconds: number): Promise<void> {
  const deadline = performance.now() + milliseconds;
  while (!met() && performance.now() < deadline) await sleep(POLL_MS);
}

function leavesHere(form: EventTarget | null): boolean {
  const { target, method } = form as HTMLFormElement;
  return (target === '' || target === '_self') && method !== 'dialog';
}

function isActionResult(result: unknown): result is object {
  return typeof result === 'object' && result !== null && 'role' in result && 'ref' in result;
}
