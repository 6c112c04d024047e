import type { Tab } from '../tab/tab.js';

/** Runs a page function in a world of its own, which the page cannot see; undefined where it fails. */
export async function inOwnWorld<Input extends unknown[], Value>(
  tab: Tab,
  worldName: string,
  run: (...values: Input) => Promise<Value> | Value,
  ...values: Input
): Promise<Value | undefined> {
  return tab.answer(async () => {
    const { executionContextId } = await tab.cdp.send('Page.createIsolatedWorld', { frameId: tab.frameId, worldName });
    const { result, exceptionDetails } = await tab.cdp.send('Runtime.callFunctionOn', {
      executionContextId,
      functionDeclaration: run.toString(),
      arguments: values.map((value) => ({ value })),
      awaitPromise: true,
      returnByValue: true,
    });
    return exceptionDetails ? undefined : result.value;
  });
}
