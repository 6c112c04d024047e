import { RpcError } from '@btcp/protocol';
import { expect, test } from 'vitest';

test.each([
  ['PARSE_ERROR', -32700, 'Parse error'],
  ['INVALID_REQUEST', -32600, 'Invalid Request'],
  ['METHOD_NOT_FOUND', -32601, 'Method not found'],
  ['INVALID_PARAMS', -32602, 'Invalid params'],
  ['INTERNAL_ERROR', -32603, 'Internal error'],
  ['TOOL_NOT_FOUND', -32000, 'Tool not found'],
  ['EXECUTION_ERROR', -32001, 'Tool execution error'],
  ['CAPABILITY_DENIED', -32002, 'Capability denied'],
  ['TIMEOUT', -32003, 'Timeout'],
] as const)('%s is %d "%s", as the client specification has it', (btcpCode, code, message) => {
  expect(new RpcError(btcpCode).toJSON()).toEqual({ code, message, data: { btcpCode } });
});

test('an error keeps its data on the way there and back', () => {
  const error = new RpcError('INVALID_PARAMS', 'required', { field: 'selector' });
  const wire = JSON.parse(JSON.stringify(error));
  expect(wire).toEqual({
    code: -32602,
    message: 'Invalid params',
    data: { btcpCode: 'INVALID_PARAMS', field: 'selector', reason: 'required' },
  });
  const read = new RpcError(wire);
  expect(read).toMatchObject({ code: -32602, btcpCode: 'INVALID_PARAMS', message: 'Invalid params: required' });
  expect(read.toJSON()).toEqual(wire);
});

test.each([
  [new Error('boom'), 'Tool execution error: boom'],
  ['text', 'Tool execution error: text'],
  [undefined, 'Tool execution error: undefined'],
  [Object.create(null), 'Tool execution error: unknown'],
])('whatever is thrown (%s) becomes an error with a reason', (thrown, message) => {
  expect(RpcError.from(thrown, 'EXECUTION_ERROR').message).toBe(message);
});
