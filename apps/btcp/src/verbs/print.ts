import { type BtcpError, type ErrorCode, isBoundaryLine, replaceRefs } from '@btcp/protocol';
import type { ToolResult } from '@btcp/tools';
import type { CommandReply } from '../wire/command-request.js';
import { NoServerError } from './no-server-error.js';

export interface PrintOptions {
  isJson: boolean;
  isQuiet: boolean;
  hasColours?: boolean;
}

// Exit codes: 0 done, 1 failed, and these.
const EXIT_CODES: Partial<Record<ErrorCode, number>> = {
  invalid_input: 2,
  unknown_tool: 2,
  timeout: 4,
  control_held_by_user: 5,
};
const NO_SERVER = 3;

export function printResult(result: ToolResult, { isJson, isQuiet, hasColours }: PrintOptions): CommandReply {
  const { text, data, page, images } = result;
  const whole = { success: true, text, data, page, ...(images ? { images } : {}) };
  const out = isJson ? JSON.stringify(whole) : isQuiet ? '' : hasColours ? coloured(text) : text;
  return { out: out === '' ? '' : `${out}\n`, err: '', code: 0 };
}

export function printError(error: BtcpError, { isJson, hasColours }: Omit<PrintOptions, 'isQuiet'>): CommandReply {
  const code = error instanceof NoServerError ? NO_SERVER : (EXIT_CODES[error.code] ?? 1);
  if (isJson) return { out: `${JSON.stringify({ success: false, error })}\n`, err: '', code };
  const message = hasColours ? `${RED}${error.message}${PLAIN}` : error.message;
  return { out: '', err: `${[message, error.hint].filter(Boolean).join('\n')}\n`, code };
}

const RED = '\u001b[31m';
const CYAN = '\u001b[36m';
const DIM = '\u001b[2m';
const PLAIN = '\u001b[0m';

// Refs stand out, and the lines around the words of a page step back.
function coloured(text: string): string {
  return text
    .split('\n')
    .map((line) =>
      isBoundaryLine(line) ? `${DIM}${line}${PLAIN}` : replaceRefs(line, (ref) => `${CYAN}${ref}${PLAIN}`),
    )
    .join('\n');
}
