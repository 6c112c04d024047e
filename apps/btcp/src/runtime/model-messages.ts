import type { ModelMessage } from 'ai';
import type { KeptMessage, KeptPart } from '../store/messages.js';

type ToolPart = Extract<KeptPart, { type: 'tool' }>;

export function modelMessages(messages: readonly KeptMessage[]): ModelMessage[] {
  const history = messages.flatMap((message): ModelMessage[] =>
    message.role === 'user'
      ? [{ role: 'user', content: message.parts.map((part) => (part.type === 'text' ? part.text : '')).join('\n') }]
      : message.parts.flatMap(spoken),
  );
  // Some models continue a trailing answer instead of replying, others reject it.
  if (history.at(-1)?.role === 'assistant') history.push({ role: 'user', content: 'Go on.' });
  return history;
}

export function pagesOf(messages: readonly KeptMessage[]): Map<string, string> {
  const calls = messages.flatMap(({ parts }) => parts).filter((part) => part.type === 'tool');
  return new Map(calls.flatMap(({ call, page }) => (page ? [[call, page.url]] : [])));
}

function spoken(part: KeptPart): ModelMessage[] {
  if (part.type === 'text') return part.text.trim() === '' ? [] : [{ role: 'assistant', content: part.text }];
  const { call: toolCallId, name: toolName, input } = part;
  return [
    { role: 'assistant', content: [{ type: 'tool-call', toolCallId, toolName, input }] },
    { role: 'tool', content: [{ type: 'tool-result', toolCallId, toolName, output: outputOf(part) }] },
  ];
}

function outputOf({ error, output, text }: ToolPart) {
  if (!error) return { type: 'text' as const, value: output ?? text ?? '' };
  return { type: 'error-text' as const, value: [error.message, error.hint].filter(Boolean).join('\n') };
}
