import { BtcpError, untilAborted, within } from '@btcp/protocol';
import type { EvaluateOptions } from '@btcp/tools';
import { describeValue } from 'btcp-browser-agent/page-functions';
import type { JSHandle, Page } from 'puppeteer-core';

const DECLARATION = /^(?:async\s+)?function\b/;
const FUNCTION = /^(?:async\b|function\b|\(|[\w$]+\s*=>)/;

export async function evaluateInPage(page: Page, script: string, options: EvaluateOptions): Promise<string> {
  const { awaitPromise, timeout, signal } = options;
  if (!awaitPromise) {
    throw new BtcpError('unsupported', 'Firefox always waits for the promises of a script.', {
      hint: 'Leave await out, or use Chrome.',
    });
  }
  const late = () => {
    throw new BtcpError('timeout', `The script did not finish within ${timeout} ms.`, {
      hint: 'Allow more time with timeout, or do not await what never resolves.',
    });
  };
  return within(untilAborted(run(page, script), signal), timeout, late);
}

async function run(page: Page, script: string): Promise<string> {
  const text = script.trim().replace(/;+$/, '');
  const given: JSHandle<unknown> = await page.evaluateHandle(expressionOf(text)).catch(scriptFailed);
  const isCalled = FUNCTION.test(text) && (await given.evaluate((value) => typeof value === 'function'));
  const value = isCalled
    ? await given.evaluateHandle((script) => (script as () => unknown)()).catch(scriptFailed)
    : given;
  try {
    return (await value.evaluate(jsonOf)) ?? (await value.evaluate(describeValue));
  } finally {
    await value.dispose().catch(() => {});
  }
}

// Of a declaration there would be no value; an expression may await.
function expressionOf(text: string): string {
  if (DECLARATION.test(text)) return `(${text}\n)`;
  if (FUNCTION.test(text)) return text;
  return /\bawait\b/.test(text) ? `(async () => (${text}\n))()` : text;
}

// Runs in the page: only of what is plain data.
function jsonOf(value: unknown): string | null {
  if (value === undefined) return 'undefined';
  if (typeof value === 'function') return 'The value is a function. Call it in the script to get a result.';
  const isNumber = typeof value === 'number' && Number.isFinite(value) && !Object.is(value, -0);
  if (value === null || typeof value === 'string' || typeof value === 'boolean' || isNumber)
    return JSON.stringify(value);
  if (typeof value !== 'object') return null;
  const isPlain = Array.isArray(value) || Object.getPrototypeOf(value) === Object.prototype;
  return isPlain ? (JSON.stringify(value) ?? null) : null;
}

function scriptFailed(thrown: unknown): never {
  const message = thrown instanceof Error ? thrown.message : String(thrown);
  throw new BtcpError('script_failed', message, { hint: 'Correct the script and run it again.', cause: thrown });
}
