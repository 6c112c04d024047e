import { BtcpError, type ToolResult } from '@btcp/tools';
import type { RecordedAction } from '../api/types.js';
import { isRef } from './code-steps.js';
import { actedOn, plainWords } from './describe-call.js';
import type { Recording } from './export-recording.js';

/** Where a replay went another way than the recording. */
export interface Divergence {
  /** From 1. */
  step: number;
  tool: string;
  what: string;
  expected: string;
  found: string;
}

export interface ReplayOptions {
  call(name: string, input: Record<string, unknown>): Promise<ToolResult>;
  /** Told before each step. */
  onStep?(step: number, action: RecordedAction): void;
}

/** How long an element may take to appear: pages are not always as fast as they were. */
const WAIT = '10s';
/** Tools that take `wait`. */
const WAITING = new Set(['browser_click', 'browser_type']);

/** What was recorded in a file. */
export function readRecording(text: string): Recording {
  try {
    const recording = JSON.parse(text) as Recording;
    if (recording.btcp === 1 && Array.isArray(recording.actions)) return recording;
  } catch {
    // Told below.
  }
  throw new BtcpError('invalid_input', 'The file is no recording of BTCP.', {
    hint: 'Export one as JSON from a session: GET …/recording?format=btcp.',
  });
}

/** Runs the steps of a recording again, and stops where what happens is not what was recorded. */
export async function replay({ actions }: Recording, { call, onStep }: ReplayOptions): Promise<Divergence | undefined> {
  for (const [index, action] of actions.entries()) {
    // What had failed changed nothing, and no person is there to be asked again.
    if (!action.success || action.tool === 'browser_request_user') continue;
    onStep?.(index + 1, action);
    const differs = (what: string, expected: string, found: string): Divergence => ({
      step: index + 1,
      tool: action.tool,
      what,
      expected,
      found,
    });
    let result: ToolResult;
    try {
      result = await call(action.tool, inputOf(action));
    } catch (thrown) {
      const { message } = BtcpError.from(thrown);
      return differs('the step failed', action.element ?? action.outcome, plainWords(message));
    }
    const { element } = actedOn(result) ?? {};
    if (action.element !== undefined && element !== action.element) {
      return differs('another element was found', action.element, element ?? 'none');
    }
    const url = result.page?.url ?? '';
    if (action.url !== '' && !isSamePlace(action.url, url)) return differs('the page is another', action.url, url);
  }
  return undefined;
}

function inputOf({ tool, input, selector }: RecordedAction): Record<string, unknown> {
  const { selector: given, ref: _, ...rest } = input;
  const lasting = selector ?? (typeof given === 'string' && !isRef(given) ? given : undefined);
  if (lasting === undefined && (given !== undefined || input.ref !== undefined)) {
    throw new BtcpError('not_found', 'The recording does not say how this element is found again.', {
      hint: 'Elements in frames of other origins cannot be replayed.',
    });
  }
  const where = lasting === undefined ? {} : { selector: lasting };
  const wait = WAITING.has(tool) && !('wait' in rest) ? { wait: true, timeout: WAIT } : {};
  return { ...rest, ...where, ...wait };
}

/** Queries and fragments carry numbers that differ from day to day. */
function isSamePlace(recorded: string, found: string): boolean {
  const place = (url: string) => url.replace(/[?#].*$/s, '');
  return place(recorded) === place(found);
}
