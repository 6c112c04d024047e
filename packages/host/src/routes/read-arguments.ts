import { MAX_BODY_BYTES, readBody } from '@btcp/access';
import { BtcpError, isOverloaded } from '@btcp/protocol';
import type { HonoRequest } from 'hono';

interface BodyLimits {
  what?: string;
  maxBytes?: number;
  // Commas, colons and brackets, counted before they are parsed.
  maxTokens?: number;
}

/** Reads the JSON object in a body; an empty body is an empty object. */
export async function readArguments(
  request: HonoRequest,
  { what = 'body', maxBytes = MAX_BODY_BYTES, maxTokens }: BodyLimits = {},
): Promise<Record<string, unknown>> {
  const body = await readBody(request.raw, maxBytes);
  if (body === undefined) {
    throw new BtcpError('invalid_input', `The ${what} is larger than ${maxBytes} bytes.`, { hint: 'Send less.' });
  }
  if (isOverloaded(body, maxTokens)) {
    throw new BtcpError('invalid_input', `The ${what} has too many values, or is nested too deeply.`, {
      hint: 'Send less.',
    });
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
