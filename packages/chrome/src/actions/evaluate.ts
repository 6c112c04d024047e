import { BtcpError } from '@btcp/protocol';
import { type EvaluateOptions, untilAborted } from '@btcp/tools';
import type { Protocol } from 'puppeteer-core';
import { describeValue } from '../capture/describe-value.js';
import { within } from '../cdp/within.js';
import type { Tab } from '../tab/tab.js';

/** Runs a script in the page's own world, as the console of DevTools would, and tells its value. */
export async function evaluate(tab: Tab, script: string, options: EvaluateOptions): Promise<string> {
  const { awaitPromise, timeout, signal } = options;
  const running = untilAborted(
    tab.answer(() => run(tab, script, awaitPromise), timeout),
    signal,
  );
  running.catch(() => {});
  let isLate = false;
  try {
    const result = await within(running, timeout, () => {
      isLate = true;
      throw new BtcpError('timeout', `The script did not finish within ${timeout} ms.`, {
        hint: 'Allow more time with timeout, or do not await what never resolves.',
      });
    });
    return await tab.answer(() => valueText(tab, result));
  } catch (thrown) {
    // A script that goes on would keep the page from answering the next call.
    if (isLate || signal.aborted) tab.terminateScripts();
    throw thrown;
  }
}

async function run(tab: Tab, expression: string, awaitPromise: boolean): Promise<Protocol.Runtime.RemoteObject> {
  const ran = await tab.frames.main.withGlance(() =>
    tab.cdp.send('Runtime.evaluate', { expression, replMode: true, userGesture: true }),
  );
  if (ran.exceptionDetails) throw scriptFailed(ran.exceptionDetails);
  const { objectId, subtype } = ran.result;
  if (!awaitPromise || subtype !== 'promise' || objectId === undefined) return ran.result;
  const awaited = await tab.frames.main.withGlance(() =>
    tab.cdp.send('Runtime.awaitPromise', { promiseObjectId: objectId }),
  );
  if (awaited.exceptionDetails) throw scriptFailed(awaited.exceptionDetails);
  return awaited.result;
}

/** JSON says what plain data is; everything else is said as DevTools writes it, so that a Map is no empty object. */
async function valueText(tab: Tab, value: Protocol.Runtime.RemoteObject): Promise<string> {
  if (value.unserializableValue !== undefined) return value.unserializableValue;
  if (value.objectId === undefined) return value.type === 'undefined' ? 'undefined' : JSON.stringify(value.value);
  const isPlain =
    value.subtype === 'array' ||
    (value.type === 'object' && value.className === 'Object' && value.subtype === undefined);
  const ask = async (functionDeclaration: string) => {
    // Getters of the page may run, and change what there is to hide.
    const { result, exceptionDetails } = await tab.frames.main.withGlance(() =>
      tab.cdp.send('Runtime.callFunctionOn', {
        objectId: value.objectId ?? '',
        functionDeclaration,
        arguments: [{ objectId: value.objectId ?? '' }],
        returnByValue: true,
      }),
    );
    return exceptionDetails ? undefined : (result.value as string);
  };
  const json = isPlain ? await ask('(value) => JSON.stringify(value)') : undefined;
  return json ?? (await ask(describeValue.toString())) ?? value.description ?? '';
}

function scriptFailed({ exception, text, lineNumber, stackTrace }: Protocol.Runtime.ExceptionDetails): BtcpError {
  const line = stackTrace?.callFrames[0]?.lineNumber ?? lineNumber;
  const [message] = (exception?.description ?? (exception ? String(exception.value) : text)).split('\n    at ');
  return new BtcpError('script_failed', `${message} at line ${line + 1}`, {
    hint: 'Correct the script and run it again.',
  });
}
