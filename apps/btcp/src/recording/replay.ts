import { parseRef, withoutBoundary } from '@btcp/protocol';
import { BtcpError, type ToolResult } from '@btcp/tools';
import type { RecordedAction } from '../contract/types.js';
import { actedOn } from './describe-call.js';
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
  // Resolves with the reason if the step failed.
  askPerson(action: RecordedAction): Promise<string | undefined>;
  /** Does a step whose element is gone; resolves with the reason if it could not. Without it, the replay ends there. */
  askModel?: ((action: RecordedAction) => Promise<string | undefined>) | undefined;
  /** Whether an element of a changed page is looked for by what stands around it. */
  mayHeal: boolean;
  onStep?(step: number, action: RecordedAction): void;
  onHealed?(step: Healing): void;
}

/** A step whose element was found though the page has changed. */
export interface Healing {
  step: number;
  tool: string;
  was: string;
  is: string;
  why: string;
  /** The step as it would be recorded now; the step itself where a model did it. */
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
  onHealed: (healing: Omit<Healing, 'step' | 'tool'>) => void,
): Promise<Difference | undefined> {
  const was = action.element ?? action.outcome;
  let result: ToolResult;
  let again: FoundAgain = {};
  try {
    again = await findAgain(action, call, mayHeal);
    if (again.isGone) throw gone(was);
    result = await call(action.tool, inputOf(action, again.ref));
  } catch (thrown) {
    const found = withoutBoundary(BtcpError.from(thrown).message);
    if (!askModel) return { what: 'the step failed', expected: was, found };
    const problem = await askModel(action);
    if (problem !== undefined) return { what: 'the step failed', expected: was, found: problem };
    onHealed({ was, is: 'done by the model', why: found, action });
    return otherPage(action, await call('browser_snapshot', {}));
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
    throw new BtcpError('not_found', 'The recording does not say how this element is found again.', {
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
