import { MAX_BODY_BYTES, readBody } from '@btcp/access';
import { BtcpError } from '@btcp/protocol';
import type { HonoRequest } from 'hono';

interface BodyLimits {
  /** What the error calls the body. */
  what?: string;
  maxBytes?: number;
  /** Values of any kind, counted before they are parsed. */
  maxValues?: number;
}

/** Reads the JSON object in a body; an empty body is an empty object. */
export async function readArguments(
  request: HonoRequest,
  { what = 'body', maxBytes = MAX_BODY_BYTES, maxValues = Number.POSITIVE_INFINITY }: BodyLimits = {},
): Promise<Record<string, unknown>> {
  const body = await readBody(request.raw, maxBytes);
  if (body === undefined) {
    throw new BtcpError('invalid_input', `The ${what} is larger than ${maxBytes} bytes.`, { hint: 'Send less.' });
  }
  if (holdsMoreThan(maxValues, body)) {
    throw new BtcpError('invalid_input', `The ${what} has more than ${maxValues} values.`, { hint: 'Send less.' });
  }
  if (body.trim() === '') return {};
  const value = parse(body);
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Record<string, unknown>;
  throw notAnObject(undefined);
}

function parse(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch (cause) {
    throw notAnObject(cause);
  }
}

function notAnObject(cause: unknown): BtcpError {
  return new BtcpError('invalid_input', 'The body is not a JSON object.', {
    hint: 'Send the arguments as a JSON object, such as {"url":"https://example.com"}.',
    cause,
  });
}

/** Every value but the first of a list or an object follows a comma; commas in texts count as well. */
function holdsMoreThan(maxValues: number, json: string): boolean {
  if (json.length <= maxValues) return false;
  let count = 0;
  for (let at = json.indexOf(','); at !== -1; at = json.indexOf(',', at + 1)) if (++count >= maxValues) return true;
  return false;
}
