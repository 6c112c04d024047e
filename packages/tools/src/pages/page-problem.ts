import { RpcError } from '@btcp/protocol';

const QUOTED = 300;

/** Why a page refused a call, with the field that is wrong and what it takes: `Invalid params: type (text: expected "string")`. */
export function pageProblem(thrown: unknown): string {
  const { message, data } = RpcError.from(thrown);
  if (typeof data.field !== 'string' || data.field === '') return message;
  const expected = data.expected === undefined ? '' : `: expected ${JSON.stringify(data.expected).slice(0, QUOTED)}`;
  return `${message} (${data.field}${expected})`;
}
