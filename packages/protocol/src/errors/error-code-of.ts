import type { WireCode } from '../json-rpc/wire-codes.js';
import type { ErrorCode } from './error-codes.js';

const TOLD_AS: Record<WireCode, ErrorCode> = {
  PARSE_ERROR: 'internal',
  INVALID_REQUEST: 'internal',
  METHOD_NOT_FOUND: 'internal',
  INVALID_PARAMS: 'invalid_input',
  INTERNAL_ERROR: 'internal',
  TOOL_NOT_FOUND: 'unknown_tool',
  SESSION_NOT_FOUND: 'browser_lost',
  EXECUTION_ERROR: 'script_failed',
  OUTPUT_TOO_LARGE: 'unsupported',
  CANCELLED: 'cancelled',
  CONNECTION_LOST: 'browser_lost',
  BUSY: 'busy',
  CAPABILITY_DENIED: 'denied',
  UNAUTHORIZED: 'unauthorized',
  TIMEOUT: 'timeout',
};

/** Returns the code of a failure on the BTCP wire; an unknown wire code is a failure of the other side. */
export function errorCodeOf(btcpCode: unknown): ErrorCode {
  return typeof btcpCode === 'string' && Object.hasOwn(TOLD_AS, btcpCode)
    ? TOLD_AS[btcpCode as WireCode]
    : 'script_failed';
}
