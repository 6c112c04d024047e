import { labelOf, parseRef, withoutBoundary } from '@btcp/protocol';
import { BtcpError, type ToolResult } from '@btcp/tools';
import type { RecordedAction, RecordedField } from '../contract/types.js';
import { actedOn, fieldsIn } from './describe-call.js';
import type { Recording } from './export-recording.js';
import { type FoundAgain, findAgain, healedAction } from './find-again.js';
import { isByPerson, PERSON } from './record-drive.js';

export interface Divergence {
  step: number;
  tool: string;
  what: string;
  expected: string;
  found: string;
}

export interface ReplayOptions {
  call(name: string, input: Record<string, unknown>): Promise<ToolResult>;
  askPerson(action: RecordedAction): Promise<string | undefined>;
  /** Does a step whose element is gone; resolves with the reason if it could not. Without it, the replay ends there. */
  askModel?: ((action: RecordedAction) => Promise<string | undefined>) | undefined;
  /** Whether an element of a changed page is looked for by what stands around it. */
  mayHeal: boolean;
  onStep?(step: number, action: RecordedAction): void;
  onHealed?(step: Healing): void;
}

export interface Healing {
  step: number;
  tool: string;
  was: string;
  is: string;
  why: string;
  action: RecordedAction;
}

const WAIT = '10s';
const WAITING = new Set(['browser_click', 'browser_type']);

export function readRecording(text: string): Recording {
  try {
    const recording = JSON.parse(text) as Recording;
    if (recording.btcp === 1 && Array.isArray(recording.actions)) return recording;
  } catch {
    // The error below reports it.
  }
  throw new BtcpError('invalid_input', 'The file is not a BTCP recording.', {
    hint: 'Export one as JSON from a session: GET …/recording?format=btcp.',
  });
}

export async function replay({ actions }: Recording, options: ReplayOptions): Promise<Divergence | undefined> {
  for (const [index, action] of actions.entries()) {
    // Failed steps changed nothing; a request to a person is repeated as the person's own step.
    if (!action.success || (isByPerson(action) && action.tool !== PERSON)) continue;
    const step = index + 1;
    options.onStep?.(step, action);
    const onHealed = (healing: Omit<Healing, 'step' | 'tool'>) =>
      options.onHealed?.({ step, tool: action.tool, ...healing });
    const divergence = await (action.tool === PERSON
      ? replayPerson(action, options)
      : replayCall(action, options, onHealed));
    if (divergence) return { step, tool: action.tool, ...divergence };
  }
  return undefined;
}

type Difference = Omit<Divergence, 'step' | 'tool'>;

async function replayPerson(action: RecordedAction, { askPerson }: ReplayOptions): Promise<Difference | undefined> {
  const found = await askPerson(action);
  return found === undefined
    ? undefined
    : { what: 'this step needs a person', expected: `a person who ${action.outcome}`, found };
}

async function replayCall(
  action: RecordedAction,
  { call, mayHeal, askModel }: ReplayOptions,
  onHealed: OnHealed,
): Promise<Difference | undefined> {
  if (action.fields && action.tool === 'browser_fill_form')
    return replayForm(action, action.fields, { call, mayHeal, askModel }, onHealed);
  const was = action.element ?? action.outcome;
  let result: ToolResult;
  let again: FoundAgain = {};
  try {
    again = await findAgain(action, call, mayHeal);
    if (again.isGone) throw gone(was);
    result = await call(action.tool, inputOf(action, again.ref));
  } catch (thrown) {
    return orModel(action, was, thrown, { call, askModel }, onHealed);
  }
  const acted = actedOn(result) ?? {};
  if (again.healed) {
    const { css: selector, frames } = acted;
    const found = healedAction(action, again.healed);
    const place = { ...(selector === undefined ? {} : { selector }), ...(frames === undefined ? {} : { frames }) };
    onHealed({ was, is: found.element ?? '', why: again.healed.why, action: { ...found, ...place } });
  } else if (action.element !== undefined && acted.element !== action.element) {
    return { what: 'another element was found', expected: action.element, found: acted.element ?? 'none' };
  }
  return otherPage(action, result);
}

type OnHealed = (healing: Omit<Healing, 'step' | 'tool'>) => void;

async function orModel(
  action: RecordedAction,
  was: string,
  thrown: unknown,
  { call, askModel }: Pick<ReplayOptions, 'call' | 'askModel'>,
  onHealed: OnHealed,
): Promise<Difference | undefined> {
  const found = withoutBoundary(BtcpError.from(thrown).message);
  if (!askModel) return { what: 'the step failed', expected: was, found };
  const problem = await askModel(action);
  if (problem !== undefined) return { what: 'the step failed', expected: was, found: problem };
  onHealed({ was, is: 'done by the model', why: found, action });
  return otherPage(action, await call('browser_snapshot', {}));
}

// Finds each field of a form again; a form with one field that is gone is not filled at all.
async function replayForm(
  action: RecordedAction,
  recorded: readonly (RecordedField | null)[],
  options: Pick<ReplayOptions, 'call' | 'mayHeal' | 'askModel'>,
  onHealed: OnHealed,
): Promise<Difference | undefined> {
  const { call, mayHeal } = options;
  const fields = fieldsIn(action.input);
  const again: FoundAgain[] = [];
  let result: ToolResult;
  try {
    for (const field of recorded) {
      const found = field ? await findAgain(field, call, mayHeal) : {};
      if (field && found.isGone) throw gone(labelOf(field));
      again.push(found);
    }
    const found = fields.map((field, index) => ({ ...field, selector: again[index]?.ref ?? field.selector }));
    result = await call(action.tool, { ...action.input, fields: found });
    const [failed] = (result.data as { failed: { error: string }[] }).failed;
    if (failed) throw new BtcpError('not_actionable', failed.error, { hint: 'Record the step again.' });
  } catch (thrown) {
    return orModel(action, action.outcome, thrown, options, onHealed);
  }
  const healing = healedForm(action, recorded, again, result);
  if (healing) onHealed(healing);
  return otherPage(action, result);
}

function healedForm(
  action: RecordedAction,
  recorded: readonly (RecordedField | null)[],
  again: readonly FoundAgain[],
  { data }: ToolResult,
): Omit<Healing, 'step' | 'tool'> | undefined {
  const changed = again.flatMap(({ healed, ref }, index) => (healed ? [{ ...healed, ref, index }] : []));
  const [first] = changed;
  if (!first) return undefined;
  const { filled } = data as { filled: { selector: string; css?: string }[] };
  const fields = (action.input.fields as { selector: string }[]).map((field, index) => {
    const css = filled.find(({ selector }) => selector === again[index]?.ref)?.css;
    return css === undefined || !again[index]?.healed ? field : { ...field, selector: css };
  });
  const places = recorded.map((field, index) => {
    const healed = again[index]?.healed;
    return field && healed ? { ...field, ...named(healed.element), around: healed.around } : field;
  });
  return {
    was: changed.map(({ index }) => labelOf(recorded[index] ?? { role: 'field', name: '' })).join(', '),
    is: changed.map(({ element }) => labelOf(element)).join(', '),
    why: first.why,
    action: { ...action, input: { ...action.input, fields }, fields: places },
  };
}

function named({ role, name }: { role: string; name: string }): { role: string; name: string } {
  return { role, name };
}

function otherPage(action: RecordedAction, { page }: ToolResult): Difference | undefined {
  const url = page?.url ?? '';
  if (action.url === '' || isSamePlace(action.url, url)) return undefined;
  return { what: 'the page is another', expected: action.url, found: url };
}

function gone(element: string): BtcpError {
  return new BtcpError('not_found', `The page has no ${element}, and nothing with the same neighbours.`, {
    hint: 'Record the step again.',
  });
}

function inputOf(action: RecordedAction, ref: string | undefined): Record<string, unknown> {
  const { tool, input, selector } = action;
  const { selector: given, ref: _, ...rest } = input;
  const lasting = ref ?? selector ?? (typeof given === 'string' && !parseRef(given) ? given : undefined);
  if (lasting === undefined && (given !== undefined || input.ref !== undefined)) {
    throw new BtcpError('not_found', 'The recording does not describe how to find this element.', {
      hint: 'Record the step again.',
    });
  }
  const where = lasting === undefined ? {} : { selector: lasting };
  const wait = WAITING.has(tool) && !('wait' in rest) ? { wait: true, timeout: WAIT } : {};
  return { ...rest, ...where, ...wait };
}

// Queries and fragments often differ between runs.
function isSamePlace(recorded: string, found: string): boolean {
  const place = (url: string) => url.replace(/[?#].*$/s, '');
  return place(recorded) === place(found);
}
