import { BtcpError, untilAborted, within } from '@btcp/protocol';
import type { EvaluateOptions } from '@btcp/tools';
import { describeValue } from 'btcp-browser-agent/page-functions';
import type { Protocol } from 'puppeteer-core';
import type { Reply } from '../tab/frame-link.js';
import type { Tab } from '../tab/tab.js';

export async function evaluate(tab: Tab, script: string, options: EvaluateOptions): Promise<Reply<string>> {
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
    return await tab.answer(() => textOf(tab, result));
  } catch (thrown) {
    if (isLate || signal.aborted) tab.terminateScripts();
    throw thrown;
  }
}

type Result = Reply<Protocol.Runtime.RemoteObject>;

async function run(tab: Tab, expression: string, awaitPromise: boolean): Promise<Result> {
  tab.document.markScripted();
  const { value, state } = await tab.frames.main.withState(() =>
    tab.cdp.send('Runtime.evaluate', { expression, replMode: true, userGesture: true }),
  );
  const result = resultOf(value);
  const { objectId, subtype } = result;
  if (!awaitPromise || subtype !== 'promise' || objectId === undefined) return { value: result, state };
  return { value: resultOf(await tab.cdp.send('Runtime.awaitPromise', { promiseObjectId: objectId })) };
}

async function textOf(tab: Tab, { value, state }: Result): Promise<Reply<string>> {
  const { objectId } = value;
  if (value.unserializableValue !== undefined) return { value: value.unserializableValue, state };
  if (objectId === undefined) {
    return { value: value.type === 'undefined' ? 'undefined' : JSON.stringify(value.value), state };
  }
  const isPlain =
    value.subtype === 'array' ||
    (value.type === 'object' && value.className === 'Object' && value.subtype === undefined);
  const ask = async (functionDeclaration: string): Promise<Reply<string> | undefined> => {
    const call = { objectId, functionDeclaration, arguments: [{ objectId }], returnByValue: true };
    // Getters of the page may run, and change its state.
    const { value: ran, state } = await tab.frames.main.withState(() => tab.cdp.send('Runtime.callFunctionOn', call));
    const text: unknown = ran.exceptionDetails ? undefined : ran.result.value;
    return typeof text === 'string' ? { value: text, state } : undefined;
  };
  const json = isPlain ? await ask('(value) => JSON.stringify(value)') : undefined;
  return json ?? (await ask(describeValue.toString())) ?? { value: value.description ?? '', state };
}

interface Evaluation {
  result: Protocol.Runtime.RemoteObject;
  exceptionDetails?: Protocol.Runtime.ExceptionDetails | undefined;
}

function resultOf({ result, exceptionDetails }: Evaluation): Protocol.Runtime.RemoteObject {
  if (exceptionDetails) throw scriptFailed(exceptionDetails);
  return result;
}

function scriptFailed({ exception, text, lineNumber, stackTrace }: Protocol.Runtime.ExceptionDetails): BtcpError {
  const line = stackTrace?.callFrames[0]?.lineNumber ?? lineNumber;
  const [message] = (exception?.description ?? (exception ? String(exception.value) : text)).split('\n    at ');
  return new BtcpError('script_failed', `${message} at line ${line + 1}`, {
    hint: 'Correct the script and run it again.',
  });
}
