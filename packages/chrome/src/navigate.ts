import type { NavigateOptions, WaitUntil } from '@btcp/tools';
import type { CDPSession } from 'puppeteer-core';
import { navigationFailed, navigationTimeout } from './navigation-errors.js';

/** Chrome's names for the moments in the life of a document. */
const LIFECYCLE_EVENT: Record<WaitUntil, string> = {
  load: 'load',
  domcontentloaded: 'DOMContentLoaded',
  networkidle: 'networkIdle',
};

/** Opens a URL in the main frame and waits for the wanted moment of the document that the visit ends at. */
export async function navigate(cdp: CDPSession, frameId: string, url: string, options: NavigateOptions): Promise<void> {
  const wanted = LIFECYCLE_EVENT[options.waitUntil];
  const arrived = watchDocuments(cdp, frameId, wanted);
  const limit = deadline(options);
  try {
    const visit = await Promise.race([cdp.send('Page.navigate', { url, frameId }), limit.passed]);
    if (visit === 'passed') throw navigationTimeout(url, options.timeout, 'the server has not answered');
    if (visit.errorText) throw navigationFailed(url, visit.errorText);
    // Without a loader it is a move within the document, which has no life of its own.
    const outcome = await Promise.race([arrived.at(visit.loaderId), limit.passed]);
    if (outcome === 'passed') {
      throw navigationTimeout(url, options.timeout, `the page came, but its ${options.waitUntil} did not`);
    }
  } catch (thrown) {
    // A visit that nobody waits for any more must not finish under the next call.
    await cdp.send('Page.stopLoading').catch(() => {});
    throw thrown;
  } finally {
    limit.clear();
    arrived.stop();
  }
}

/** Notes which documents have reached the wanted moment, and follows the frame when a page sends it on by script. */
function watchDocuments(cdp: CDPSession, frameId: string, wanted: string) {
  const reached = new Set<string>();
  let current: string | undefined;
  let moved = false;
  let check = () => {};
  const onLifecycle = (event: { frameId: string; loaderId: string; name: string }) => {
    if (event.frameId !== frameId || event.name !== wanted) return;
    reached.add(event.loaderId);
    check();
  };
  const onNavigated = ({ frame }: { frame: { id: string; loaderId: string } }) => {
    if (frame.id !== frameId) return;
    current = frame.loaderId;
    check();
  };
  const onMoved = (event: { frameId: string }) => {
    if (event.frameId !== frameId) return;
    moved = true;
    check();
  };
  cdp.on('Page.lifecycleEvent', onLifecycle);
  cdp.on('Page.frameNavigated', onNavigated);
  cdp.on('Page.navigatedWithinDocument', onMoved);
  return {
    at: (loaderId: string | undefined) =>
      new Promise<'arrived'>((resolve) => {
        current ??= loaderId;
        check = () => {
          if (current === undefined ? moved : reached.has(current)) resolve('arrived');
        };
        check();
      }),
    stop: () => {
      cdp.off('Page.lifecycleEvent', onLifecycle);
      cdp.off('Page.frameNavigated', onNavigated);
      cdp.off('Page.navigatedWithinDocument', onMoved);
    },
  };
}

function deadline({ timeout, signal }: NavigateOptions) {
  let clear = () => {};
  const passed = new Promise<'passed'>((resolve, reject) => {
    const timer = setTimeout(resolve, timeout, 'passed');
    const abort = () => reject(signal.reason);
    signal.addEventListener('abort', abort, { once: true });
    clear = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', abort);
    };
  });
  // Nobody may be racing it when it is aborted.
  passed.catch(() => {});
  return { passed, clear };
}
