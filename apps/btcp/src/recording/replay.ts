import { parseRef, withoutBoundary } from '@btcp/protocol';
import { BtcpError, type ToolResult } from '@btcp/tools';
import type { RecordedAction } from '../contract/types.js';
import { actedOn } from './describe-call.js';
import type { Recording } from './export-recording.js';
import { isByPerson, PERSON } from './record-drive.js';
import { refInFrame } from './ref-in-frame.js';

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
  onStep?(step: number, action: RecordedAction): void;
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
  throw new BtcpError('invalid_input', 'The file is no recording of BTCP.', {
    hint: 'Export one as JSON from a session: GET …/recording?format=btcp.',
  });
}

export async function replay({ actions }: Recording, options: ReplayOptions): Promise<Divergence | undefined> {
  for (const [index, action] of actions.entries()) {
    // Failed steps changed nothing; a request to a person is repeated as the person's own step.
    if (!action.success || (isByPerson(action) && action.tool !== PERSON)) continue;
    options.onStep?.(index + 1, action);
    const divergence = await (action.tool === PERSON ? replayPerson(action, options) : replayCall(action, options));
    if (divergence) return { step: index + 1, tool: action.tool, ...divergence };
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

async function replayCall(action: RecordedAction, { call }: ReplayOptions): Promise<Difference | undefined> {
  let result: ToolResult;
  try {
    result = await call(action.tool, await inputOf(action, call));
  } catch (thrown) {
    const found = withoutBoundary(BtcpError.from(thrown).message);
    return { what: 'the step failed', expected: action.element ?? action.outcome, found };
  }
  const { element } = actedOn(result) ?? {};
  if (action.element !== undefined && element !== action.element) {
    return { what: 'another element was found', expected: action.element, found: element ?? 'none' };
  }
  const url = result.page?.url ?? '';
  if (action.url !== '' && !isSamePlace(action.url, url)) {
    return { what: 'the page is another', expected: action.url, found: url };
  }
  return undefined;
}

async function inputOf(action: RecordedAction, call: ReplayOptions['call']): Promise<Record<string, unknown>> {
  const { tool, input, selector, frames } = action;
  const { selector: given, ref: _, ...rest } = input;
  const byRef = frames === undefined ? undefined : await refInFrame(action, call);
  const lasting = byRef ?? selector ?? (typeof given === 'string' && !parseRef(given) ? given : undefined);
  if (lasting === undefined && (given !== undefined || input.ref !== undefined)) {
    throw new BtcpError('not_found', 'The recording does not say how this element is found again.', {
      hint: 'Record the step anew.',
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
