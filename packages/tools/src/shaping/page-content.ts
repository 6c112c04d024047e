import type { CallToolResult } from '@btcp/protocol';
import type { Image } from '../port/pictures.js';

const IMAGE_TYPE = /^image\/(?:png|jpeg|webp|gif)$/;
const BASE64 = /^[A-Za-z0-9+/]+={0,2}$/;

/** Reads what a connected page returned; a page may send anything, and words in place of a picture. */
export function pageContent(content: CallToolResult['content']): { text: string; images: Image[] } {
  const text = content.map(textOf).filter((words) => words !== '');
  const images = content.flatMap((part) => (part?.type === 'image' && isPicture(part) ? asImage(part) : []));
  return { text: text.join('\n'), images };
}

function textOf(part: CallToolResult['content'][number]): string {
  if (part?.type === 'text') return String(part.text);
  return part?.type === 'resource' ? String(part.text ?? part.uri) : '';
}

function isPicture({ data, mimeType }: { data: unknown; mimeType: unknown }): boolean {
  return typeof data === 'string' && BASE64.test(data) && typeof mimeType === 'string' && IMAGE_TYPE.test(mimeType);
}

function asImage({ data, mimeType }: { data: string; mimeType: string }): Image {
  return { data, mimeType };
}
