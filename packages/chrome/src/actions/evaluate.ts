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
    return result.value.objectId === undefined
      ? await textOf(tab, result)
      : await tab.answer(() => textOf(tab, result));
  } catch (thrown) {
    if (isLate || signal.aborted) tab.terminateScripts();
    throw thrown;
  }
}

type Result = Reply<Protocol.Runtime.RemoteObject>;

async function run(tab: Tab, script: string, awaitPromise: boolean): Promise<Result> {
  const expression = await expressionOf(tab, script);
  tab.document.markScripted();
  const evaluated = await tab.frames.main.withState(() =>
    tab.cdp.send('Runtime.evaluate', { expression, replMode: true, userGesture: true }),
  );
  const { value, state } = isTheScript(resultOf(evaluated.value), script)
    ? await tab.frames.main.withState(() => callIt(tab, evaluated.value.result.objectId))
    : evaluated;
  const result = resultOf(value);
  const { objectId, subtype } = result;
  if (!awaitPromise || subtype !== 'promise' || objectId === undefined) return { value: result, state };
  return { value: resultOf(await tab.cdp.send('Runtime.awaitPromise', { promiseObjectId: objectId })) };
}

// A script that is one function is called; of a declaration, the console would give nothing.
async function expressionOf(tab: Tab, script: string): Promise<string> {
  if (!DECLARATION.test(bare(script))) return script;
  const expression = `(${bare(script)}\n)`;
  const compiled = await tab.cdp.send('Runtime.compileScript', { expression, sourceURL: '', persistScript: false });
  return compiled.exceptionDetails ? script : expression;
}

const DECLARATION = /^(?:async\s+)?function\b/;

// Chrome describes a function by its source text, so a function that the script only names is not called.
function isTheScript({ type, description = '' }: Protocol.Runtime.RemoteObject, script: string): boolean {
  if (type !== 'function' || description.startsWith('class')) return false;
  const text = bare(script);
  return description === text || description === text.replace(/^\(\s*|(?<!\s)\s*\)$/g, '');
}

// Without the comments before it and the semicolons after it.
function bare(script: string): string {
  return script.replace(/^(?:\s|\/\/.*\n|\/\*[\s\S]*?\*\/)+/, '').replace(/(?<![\s;])[\s;]+$/, '');
}

function callIt(tab: Tab, objectId: string | undefined): Promise<Protocol.Runtime.CallFunctionOnResponse> {
  return tab.cdp.send('Runtime.callFunctionOn', {
    ...(objectId === undefined ? {} : { objectId, arguments: [{ objectId }] }),
    functionDeclaration: '(script) => script()',
    userGesture: true,
  });
}

async function textOf(tab: Tab, { value, state }: Result): Promise<Reply<string>> {
  const { objectId } = value;
  if (value.unserializableValue !== undefined) return { value: value.unserializableValue, state };
  if (objectId === undefined) {
    return { value: value.type === 'undefined' ? 'undefined' : JSON.stringify(value.value), state };
  }
  if (value.type === 'function') return { value: notCalled(value), state };
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

function notCalled({ description = '' }: Protocol.Runtime.RemoteObject): string {
  const name = /^(?:async\s+)?(?:function\s*\*?|class)\s*([\w$]+)/.exec(description)?.[1];
  const kind = description.startsWith('class') ? 'class' : 'function';
  return `The value is a ${kind}${name ? ` named ${name}` : ''}. Call it in the script to get a result.`;
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
