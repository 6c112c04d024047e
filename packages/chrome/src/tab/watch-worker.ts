import type { ScriptContext } from '@btcp/tools';
import type { Target } from 'puppeteer-core';
import type { Capture } from '../capture/capture.js';
import { infoOfTarget } from '../cdp/target-info.js';

export async function watchWorker(capture: Capture, target: Target, context: ScriptContext['context']): Promise<void> {
  await watchIn(infoOfTarget(target).browserContextId, { capture, target, context });
}

interface WatchedWorker {
  capture: Capture;
  target: Target;
  context: ScriptContext['context'];
}

async function watchIn(browserContext: string | undefined, worker: WatchedWorker): Promise<void> {
  const cdp = await worker.target.createCDPSession();
  // While a worker that has ended is attached, Chrome starts the next of its address in its place, paused, also for another session.
  cdp.once('Inspector.targetCrashed', () => {
    const detached = cdp.detach();
    void detached.then(() => watchIn(browserContext, worker)).catch(() => {});
  });
  const { targetId, browserContextId } = infoOfTarget(worker.target);
  const isOwn = browserContextId === browserContext;
  await Promise.all([
    isOwn && worker.capture.watch(cdp, { context: worker.context }, targetId),
    // Not after the answers of `watch`: some of its commands wait for this.
    cdp.send('Runtime.runIfWaitingForDebugger').catch(() => {}),
  ]);
  if (!isOwn) await cdp.detach();
}
