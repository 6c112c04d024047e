import type { ToolResult } from '@btcp/tools';

/** The result of a call for a program: one shape per tool, and `summary`, the text that the model reads. */
export interface PluginResult {
  summary: string;
  image?: string;
  mediaType?: string;
  [field: string]: unknown;
}

type Data = Record<string, unknown>;

const READERS = ['browser_snapshot', 'browser_get_text', 'browser_get_attribute', 'browser_is_visible'];

export function shapeResult(name: string, input: unknown, { data, text, images }: ToolResult): PluginResult {
  return { ...fieldsOf(name, input as Data, data as Data), ...pictureOf(images), summary: text };
}

export function pictureOf(images: ToolResult['images']): Pick<PluginResult, 'image' | 'mediaType'> {
  const [image] = images ?? [];
  return image ? { image: image.data, mediaType: image.mimeType } : {};
}

function fieldsOf(name: string, input: Data, data: Data): Data {
  if (name === 'browser_evaluate') return { result: evaluated(data) };
  if (name === 'browser_screenshot') return {};
  if (name === 'browser_click') return { success: true, selector: input.selector ?? input.ref, ...data };
  if (name === 'browser_snapshot' && data.truncated) return { ...data, message: cutMessage(data) };
  return READERS.includes(name) ? data : { success: true, ...data };
}

function evaluated({ value, overflow }: Data): unknown {
  if (overflow !== undefined) return value;
  try {
    return JSON.parse(String(value));
  } catch {
    return value === 'undefined' ? null : value;
  }
}

function cutMessage({ cursor }: Data): string {
  return `Snapshot truncated${typeof cursor === 'string' ? `: continue with cursor "${cursor}"` : ''}.`;
}
