import type { ModelMessage } from 'ai';
import type { KeptMessage, KeptPart } from '../store/messages.js';

type UserContent = Extract<ModelMessage, { role: 'user' }>['content'];

const SEEN: ReadonlySet<string> = new Set(['image/png', 'image/jpeg', 'image/webp', 'image/gif']);

type ToolPart = Extract<KeptPart, { type: 'tool' }>;

export type ReadPicture = (name: string) => Promise<Uint8Array | undefined>;

export async function modelMessages(
  messages: readonly KeptMessage[],
  readPicture?: ReadPicture,
): Promise<ModelMessage[]> {
  const history: ModelMessage[] = [];
  for (const { role, parts } of messages) {
    if (role === 'user') history.push({ role, content: await asked(parts, readPicture) });
    else history.push(...parts.flatMap(spoken));
  }
  // Some models continue a trailing answer instead of replying, others reject it.
  if (history.at(-1)?.role === 'assistant') history.push({ role: 'user', content: 'Go on.' });
  return history;
}

export function pagesOf(messages: readonly KeptMessage[]): Map<string, string> {
  const calls = messages.flatMap(({ parts }) => parts).filter((part) => part.type === 'tool');
  return new Map(calls.flatMap(({ call, page }) => (page ? [[call, page.url]] : [])));
}

async function asked(parts: readonly KeptPart[], readPicture: ReadPicture | undefined): Promise<UserContent> {
  const files = parts.filter((part) => part.type === 'file');
  const text = parts.map((part) => (part.type === 'text' ? part.text : '')).join('\n');
  if (files.length === 0) return text.trimEnd();
  const names = files.map(({ label, mimeType, size }) => `"${label}" (${mimeType}, ${size} bytes)`).join(', ');
  const note = `Attached: ${names}. browser_upload takes these names as paths.`;
  const pictures = readPicture ? files.filter(({ mimeType }) => SEEN.has(mimeType)) : [];
  const seen = await Promise.all(
    pictures.map(async ({ name, mimeType: mediaType }) => {
      const data = await readPicture?.(name);
      return data ? [{ type: 'file' as const, data, mediaType }] : [];
    }),
  );
  return [{ type: 'text', text: `${text.trimEnd()}\n\n${note}` }, ...seen.flat()];
}

function spoken(part: KeptPart): ModelMessage[] {
  if (part.type === 'file') return [];
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
