import { BtcpError, ERROR_CODES, type ErrorCode, errorCodeOf, isErrorCode, WIRE_CODES } from '@btcp/protocol';
import { describe, expect, test } from 'vitest';

const CODES = Object.keys(ERROR_CODES) as ErrorCode[];

describe.each(CODES)('%s', (code) => {
  test('has a status of HTTP that says failure, and a number of JSON-RPC that the client specification knows', () => {
    const { http, jsonRpc } = ERROR_CODES[code];
    expect(http).toBeGreaterThanOrEqual(400);
    expect(http).toBeLessThan(600);
    expect(Object.values(WIRE_CODES)).toContain(jsonRpc);
  });

  test('crosses a wire and comes back the same', () => {
    const error = new BtcpError(code, 'What failed on what.', { hint: 'What to do next.' });
    const wire = JSON.parse(JSON.stringify(error));
    expect(wire).toEqual({ code, message: 'What failed on what.', hint: 'What to do next.' });
    expect(BtcpError.fromJSON(wire)).toMatchObject(wire);
  });
});

test('a fault that nobody threw on purpose is internal, with a next step', () => {
  const fault = new TypeError('x is undefined');
  expect(BtcpError.from(fault)).toMatchObject({ code: 'internal', message: 'x is undefined', cause: fault });
  expect(BtcpError.from(fault).hint).toBeTruthy();
});

test.each([...Object.keys(WIRE_CODES), 'MADE_UP', undefined, 'toString'])(
  'a failure on the wire called %s is one of the closed list',
  (btcpCode) => {
    expect(isErrorCode(errorCodeOf(btcpCode))).toBe(true);
  },
);

test.each([
  ['TIMEOUT', 'timeout'],
  ['CONNECTION_LOST', 'browser_lost'],
  ['CAPABILITY_DENIED', 'denied'],
  ['INVALID_PARAMS', 'invalid_input'],
  ['EXECUTION_ERROR', 'script_failed'],
  ['MADE_UP', 'script_failed'],
])('a failure on the wire called %s is reported as %s', (btcpCode, code) => {
  expect(errorCodeOf(btcpCode)).toBe(code);
});
