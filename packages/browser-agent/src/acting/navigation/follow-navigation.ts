import { sleep } from '../../dom/timing.js';
import type { TargetWindow } from '../page/target-window.js';
import { untilReady } from './navigation.js';

const ARRIVAL = 5000;
const POLL = 25;

/**
 * Runs an action; when it leads a frame to another page, waits for that, so that the next call finds it. In the agent's
 * own window nothing can be waited for, and the result says that the page is being left.
 */
export async function followNavigation<T>(target: TargetWindow, run: (target: TargetWindow) => Promise<T>): Promise<T> {
  const before = target.document;
  let leaving = false;
  const window = before.defaultView;
  const notice = () => {
    leaving = true;
  };
  // This one comes at once, but not in every browser; `beforeunload` comes a little later.
  const noticeNavigate = ({ destination, downloadRequest }: NavigateEvent) => {
    leaving ||= !destination.sameDocument && downloadRequest === null;
  };
  window?.addEventListener('beforeunload', notice);
  window?.navigation?.addEventListener('navigate', noticeNavigate);
  try {
    const result = await run(target);
    if (target.ownsUs) return leaving && isActionResult(result) ? { ...result, leaving: true } : result;
    // The action has been done, whatever becomes of the page: a failed load is for the next call to tell.
    if (leaving) await arrival(target, before).catch(() => undefined);
    return result;
  } finally {
    // Null once the page has been left, and its listeners with it.
    before.defaultView?.removeEventListener('beforeunload', notice);
    before.defaultView?.navigation?.removeEventListener('navigate', noticeNavigate);
  }
}

/** A navigation may also come to nothing, such as a download: then the old page stays. */
async function arrival(target: TargetWindow, before: Document): Promise<void> {
  const deadline = performance.now() + ARRIVAL;
  while (target.document === before && performance.now() < deadline) await sleep(POLL);
  if (target.document !== before) await untilReady(target, { waitUntil: 'domcontentloaded' });
}

/** Nothing is added to the result of a script. */
function isActionResult(result: unknown): result is object {
  return typeof result === 'object' && result !== null && 'role' in result && 'ref' in result;
}
