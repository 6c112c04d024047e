import { withoutBoundary } from '@btcp/protocol';
import { BtcpError, type ToolResult } from '@btcp/tools';
import { callFacts } from '../contract/call-facts.js';
import type { MessagePart } from '../contract/types.js';
import { shownInput, summaryOf } from './describe-call.js';

type CallPart = Extract<MessagePart, { type: 'tool' }>;

// The length of a result as people see it; the model reads all of it.
const MAX_TEXT = 2_000;

export function begunPart(call: string, name: string, input: unknown): CallPart {
  const shown = shownInput(name, input);
  return { type: 'tool', call, name, input: shown, state: 'running', summary: summaryOf(name, shown) };
}

export function donePart(name: string, input: unknown, result: ToolResult, pictures: string[]): Partial<CallPart> {
  const shown = shownInput(name, input, result);
  const { page, text } = result;
  return {
    state: 'done',
    input: shown,
    summary: summaryOf(name, shown, result),
    text: plainText(text),
    ...(pictures.length > 0 ? { images: pictures } : {}),
    ...callFacts(result),
    ...(page ? { page: { url: page.url, title: page.title, status: page.status } } : {}),
  };
}

export function failedPart(thrown: unknown): Partial<CallPart> {
  // The AI SDK tools put the hint into the message, and the original error into `cause`.
  const cause = thrown instanceof BtcpError && thrown.cause instanceof BtcpError ? thrown.cause : thrown;
  const { code, message, hint } = BtcpError.from(cause);
  return { state: 'failed', error: { code, message: plainText(message), ...(hint === undefined ? {} : { hint }) } };
}

export function plainText(text: string): string {
  const plain = withoutBoundary(text);
  return plain.length > MAX_TEXT ? `${plain.slice(0, MAX_TEXT)}…` : plain;
}
