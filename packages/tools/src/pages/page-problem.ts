import { RpcError } from '@btcp/protocol';

const QUOTED = 300;

/** Returns why a page rejected a call, with the wrong field: `Invalid params: type (text: expected "string")`. */
export function pageProblem(thrown: unknown): string {
  const { message, data } = RpcError.from(thrown);
  if (typeof data.field !== 'string' || data.field === '') return message;
  const expected = data.expected === undefined ? '' : `: expected ${JSON.stringify(data.expected).slice(0, QUOTED)}`;
  return `${message} (${data.field}${expected})`;
}
