import { MASK, withoutBoundary } from '@btcp/protocol';
import type { CallOutcome, Drive } from '@btcp/tools';
import { callFacts } from '../contract/call-facts.js';
import type { HiddenBecause, HistoryStep } from '../contract/history.js';
import { failedPart, plainText } from '../recording/call-part.js';
import { actedOn, shownInput, summaryOf } from '../recording/describe-call.js';
import { canonicalCall } from '../recording/record-call.js';
import { recordedDrive } from '../recording/record-drive.js';

type NewStep = Omit<HistoryStep, 'number' | 'look'>;

// Their answers are values of cookies, storage and headers.
const CARRIES_DATA = new Set(['browser_clipboard', 'browser_cookies', 'browser_storage', 'browser_storage_state']);

interface Called {
  name: string;
  input: unknown;
  outcome: CallOutcome;
}

export function isSensitive({ name, input, outcome }: Called): boolean {
  const call = canonicalCall(name, input);
  const result = 'result' in outcome ? outcome.result : undefined;
  if (actedOn(result)?.value === MASK || JSON.stringify(input ?? {}).includes('"secret:')) return true;
  return !CARRIES_DATA.has(call.name) && JSON.stringify(shownInput(call.name, call.input, result)).includes(MASK);
}

/** A call as its history keeps it: without what was typed where that is not public, and of a hidden one its name only. */
export function calledStep(called: Called, time: number, hidden: HiddenBecause | undefined): NewStep {
  const { outcome } = called;
  const { name, input } = canonicalCall(called.name, called.input);
  const result = 'result' in outcome ? outcome.result : undefined;
  const step: NewStep = {
    time,
    duration: Date.now() - time,
    tool: name,
    summary: summaryOf(name, shownInput(name, input, result), result),
    success: result !== undefined,
  };
  if (hidden) return { ...step, hidden };
  if (!result)
    return { ...step, text: failedPart('error' in outcome ? outcome.error : undefined).error?.message ?? '' };
  const { page, effects } = result;
  const facts = callFacts(result);
  return {
    ...step,
    ...(page ? { page: { url: page.url, title: page.title } } : {}),
    ...(CARRIES_DATA.has(name) ? {} : { text: plainText(result.text) }),
    ...(facts.effects ? { effects: facts.effects } : {}),
    ...(effects?.changes ? { changes: plainText(withoutBoundary(effects.changes)) } : {}),
  };
}

/** A time in which a person drove: how much they did, and nothing that they typed. */
export function drivenStep(drive: Drive): NewStep {
  const { tool, outcome, url } = recordedDrive(drive);
  const { duration, isPrivate } = drive;
  return {
    time: Date.now() - duration,
    duration,
    tool,
    summary: `A person ${outcome}`,
    success: true,
    ...(url === '' ? {} : { page: { url, title: '' } }),
    ...(isPrivate ? { hidden: 'private' } : {}),
  };
}
