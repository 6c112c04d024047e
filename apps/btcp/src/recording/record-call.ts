import { withoutBoundary } from '@btcp/protocol';
import { aliases, BtcpError, type CallOutcome, catalogue, type ToolResult } from '@btcp/tools';
import type { RecordedAction, RecordedField } from '../contract/types.js';
import { actedOn, fieldsIn, isSafe, shorten, shownInput, stepsIn, summaryOf } from './describe-call.js';
import type { LastSnapshot } from './surroundings.js';

// Reading is not recorded, except waits and requests to a person.
const KEPT_READS = new Set(['browser_wait_for', 'browser_request_user']);

export function canonicalCall(name: string, input: unknown): { name: string; input: unknown } {
  const alias = aliases.find((each) => each.name === name);
  if (!alias?.aliasOf) return { name, input };
  try {
    return { name: alias.aliasOf, input: alias.toCanonical?.(input) };
  } catch {
    return { name: alias.aliasOf, input };
  }
}

function isRecorded(name: string): boolean {
  const tool = catalogue.find((each) => each.name === name);
  return tool !== undefined && (tool.effect === 'write' || KEPT_READS.has(name));
}

/** The steps of a call that a recording keeps: none for reading, those of a batch one by one. */
export function recordedSteps(
  name: string,
  input: unknown,
  outcome: CallOutcome,
  seen: LastSnapshot,
): Omit<RecordedAction, 'id'>[] {
  const call = canonicalCall(name, input);
  if (call.name === 'browser_snapshot' && 'result' in outcome) seen.note(outcome.result);
  if (!isRecorded(call.name)) return [];
  if (name === 'browser_batch' && 'result' in outcome) return stepsOf(input, outcome.result, seen);
  return [recordedCall(call.name, call.input, outcome, seen)];
}

// Replays and exports know the tools of the steps.
function stepsOf(input: unknown, result: ToolResult, seen: LastSnapshot): Omit<RecordedAction, 'id'>[] {
  const { steps: done = [] } = Object(result.data) as { steps?: Pick<ToolResult, 'data' | 'element'>[] };
  return stepsIn(input).flatMap(({ tool, arguments: given = {} }, index) => {
    const own = done[index] ?? { data: {} };
    const { effects } = Object(own.data);
    const page = index === done.length - 1 ? result.page : null;
    return recordedSteps(tool, given, { result: { ...own, text: '', page, ...(effects ? { effects } : {}) } }, seen);
  });
}

function recordedCall(
  name: string,
  input: unknown,
  outcome: CallOutcome,
  seen: LastSnapshot,
): Omit<RecordedAction, 'id'> {
  const result = 'result' in outcome ? outcome.result : undefined;
  const acted = actedOn(result);
  const shown = shownInput(name, input, result);
  const around = seen.around(acted?.ref);
  return {
    time: Date.now(),
    tool: name,
    input: name === 'browser_fill_form' ? { fields: lastingFields(shown, result) } : shown,
    ...(acted?.element === undefined ? {} : { element: acted.element, ...result?.element }),
    ...(acted?.css === undefined ? {} : { selector: acted.css }),
    ...(acted?.frames === undefined ? {} : { frames: acted.frames }),
    ...(acted?.value !== undefined && isSafe(acted) ? { holds: acted.value } : {}),
    ...(around ? { around } : {}),
    ...(name === 'browser_fill_form' ? { fields: recordedFields(input, result, seen) } : {}),
    success: result !== undefined,
    ...(result && effectsIn(result).length === 0 ? { isPlain: true } : {}),
    outcome: result
      ? outcomeOf(name, shown, result)
      : shorten(withoutBoundary(BtcpError.from('error' in outcome ? outcome.error : undefined).message), 200),
    url: result?.page?.url ?? '',
  };
}

function recordedFields(input: unknown, result: ToolResult | undefined, seen: LastSnapshot): (RecordedField | null)[] {
  const { filled = [] } = Object(result?.data) as { filled?: { selector: string; ref: string; frames?: string[] }[] };
  return fieldsIn(input).map(({ selector }) => {
    const done = filled.find((each) => each.selector === selector);
    const element = seen.element(done?.ref);
    return element ? { ...element, ...(done?.frames ? { frames: done.frames } : {}) } : null;
  });
}

function lastingFields(input: Record<string, unknown>, result: ToolResult | undefined): unknown[] {
  const { filled = [] } = (result?.data ?? {}) as { filled?: { selector: string; css?: string }[] };
  return fieldsIn(input).map((field) => {
    const css = filled.find(({ selector }) => selector === field.selector)?.css;
    return css === undefined ? field : { ...field, selector: css };
  });
}

function outcomeOf(name: string, input: Record<string, unknown>, result: ToolResult): string {
  const effects = effectsIn(result);
  return shorten(effects.length > 0 ? effects.join('; ') : summaryOf(name, input, result), 200);
}

function effectsIn(result: ToolResult): string[] {
  const { navigated, title, dialog, openedTabs = [], downloads = [], announcements = [] } = result.effects ?? {};
  return [
    navigated && `went to ${navigated}`,
    title !== undefined && `changed the title to "${title}"`,
    dialog && `opened a dialog: "${dialog.message}"`,
    ...openedTabs.map(({ url }) => `opened a tab: ${url}`),
    ...downloads.map((download) => `downloaded ${download.name}`),
    ...announcements.map((text) => `said "${text}"`),
  ].filter((effect) => typeof effect === 'string');
}
