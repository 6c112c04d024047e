import { BtcpError } from '@btcp/protocol';
import type { HonoRequest } from 'hono';

/** The JSON object in a body; an empty body is an empty one. */
export async function readArguments(request: HonoRequest): Promise<Record<string, unknown>> {
  const body = await request.text();
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
