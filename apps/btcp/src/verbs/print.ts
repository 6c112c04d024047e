import type { BtcpError, ErrorCode } from '@btcp/protocol';
import type { ToolResult } from '@btcp/tools';
import type { CommandReply } from '../wire/command-request.js';
import { NoServerError } from './no-server-error.js';

export interface PrintOptions {
  isJson: boolean;
  isQuiet: boolean;
}

/** Exit codes: 0 done, 1 failed, and these. */
const EXIT_CODES: Partial<Record<ErrorCode, number>> = {
  invalid_input: 2,
  unknown_tool: 2,
  timeout: 4,
  control_held_by_user: 5,
};
const NO_SERVER = 3;

export function printResult(result: ToolResult, { isJson, isQuiet }: PrintOptions): CommandReply {
  const { text, data, page, images } = result;
  const whole = { success: true, text, data, page, ...(images ? { images } : {}) };
  const out = isJson ? JSON.stringify(whole) : isQuiet ? '' : text;
  return { out: out === '' ? '' : `${out}\n`, err: '', code: 0 };
}

export function printError(error: BtcpError, { isJson }: Pick<PrintOptions, 'isJson'>): CommandReply {
  const code = error instanceof NoServerError ? NO_SERVER : (EXIT_CODES[error.code] ?? 1);
  if (isJson) return { out: `${JSON.stringify({ success: false, error })}\n`, err: '', code };
  return { out: '', err: `${[error.message, error.hint].filter(Boolean).join('\n')}\n`, code };
}
