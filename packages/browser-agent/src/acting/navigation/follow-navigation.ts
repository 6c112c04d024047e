import { sleep } from '../../dom/timing.js';
import type { TargetWindow } from '../page/target-window.js';
import { untilReady } from './navigation.js';

const ARRIVAL_MS = 5000;
const POLL_MS = 25;

/** In our own window the result has `leaving`, because this script ends with the page. */
export async function followNavigation<T>(target: TargetWindow, run: (target: TargetWindow) => Promise<T>): Promise<T> {
  const before = target.document;
  let leaving = false;
  const window = before.defaultView;
  const notice = () => {
    leaving = true;
  };
  // Fires at once, but not in every browser; `beforeunload` fires later.
  const noticeNavigate = ({ destination, downloadRequest }: NavigateEvent) => {
    leaving ||= !destination.sameDocument && downloadRequest === null;
  };
  window?.addEventListener('beforeunload', notice);
  window?.navigation?.addEventListener('navigate', noticeNavigate);
  try {
    const result = await run(target);
    if (target.ownsUs) return leaving && isActionResult(result) ? { ...result, leaving: true } : result;
    // The action is done even if the load fails; the next call reports the failure.
    if (leaving) await arrival(target, before).catch(() => undefined);
    return result;
  } finally {
    before.defaultView?.removeEventListener('beforeunload', notice);
    before.defaultView?.navigation?.removeEventListener('navigate', noticeNavigate);
  }
}

// A navigation may become a download, and the old page stays.
async function arrival(target: TargetWindow, before: Document): Promise<void> {
  const deadline = performance.now() + ARRIVAL_MS;
  while (target.document === before && performance.now() < deadline) await sleep(POLL_MS);
  if (target.document !== before) await untilReady(target, { waitUntil: 'domcontentloaded' });
}

function isActionResult(result: unknown): result is object {
  return typeof result === 'object' && result !== null && 'role' in result && 'ref' in result;
}
