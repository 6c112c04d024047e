import { MAX_BODY_BYTES, readBody } from '@btcp/access';
import { isOverloaded } from '@btcp/protocol';

/** A request, and the JSON in its body where there is any. */
export interface PostedMessage {
  request: Request;
  parsedBody?: unknown;
}

/** Reads the body once and within limits, or answers the request: the libraries behind would parse it several times. */
export async function readMessage(request: Request): Promise<PostedMessage | Response> {
  if (request.method !== 'POST') return { request };
  const text = await readBody(request);
  if (text === undefined) return refusal(413, `The message is larger than ${MAX_BODY_BYTES} bytes.`);
  if (isOverloaded(text)) return refusal(400, 'The message has too many values, or is nested too deeply.');
  const { url, method, headers, signal } = request;
  try {
    return { request, parsedBody: JSON.parse(text) };
  } catch {
    // The library answers a client whose text is not JSON.
    return { request: new Request(url, { method, headers, signal, body: text }) };
  }
}

function refusal(status: number, message: string): Response {
  return Response.json({ jsonrpc: '2.0', id: null, error: { code: -32600, message } }, { status });
}
