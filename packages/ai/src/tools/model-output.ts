import type { Image } from '@btcp/tools';

export type ModelOutput = { type: 'text'; value: string } | { type: 'content'; value: Part[] };

type Part = { type: 'text'; text: string } | { type: 'image-data'; data: string; mediaType: string };

export function modelOutput(text: string, images: readonly Image[] = []): ModelOutput {
  if (images.length === 0) return { type: 'text', value: text };
  const pictures = images.map(({ data, mimeType }) => ({ type: 'image-data' as const, data, mediaType: mimeType }));
  return { type: 'content', value: [{ type: 'text', text }, ...pictures] };
}
