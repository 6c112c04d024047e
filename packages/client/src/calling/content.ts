import { type CallToolResult, type Content, isObject } from '@btcp/protocol';

const PARTS = new Map<unknown, string[]>([
  ['text', ['text']],
  ['image', ['data', 'mimeType']],
  ['resource', ['uri']],
]);

/** A string is always text, and only the exact shape of content is content. */
export function toContent(result: unknown): CallToolResult {
  if (result === undefined) return { content: [] };
  const parts = [result].flat();
  if (isContentList(parts)) return { content: parts };
  if (isResult(result)) return result;
  const isText = typeof result === 'string';
  const text = isText ? result : JSON.stringify(result, refuseInstances);
  if (text === undefined) throw new TypeError(`${typeof result} has no JSON`);
  return { content: [{ type: 'text', text }], ...(isText ? {} : { structuredContent: result }) };
}

function isContentList(value: unknown): value is Content[] {
  return Array.isArray(value) && value.length > 0 && value.every(isContent);
}

function isContent(value: unknown): value is Content {
  const part = Object(value);
  return !!PARTS.get(part.type)?.every((name) => typeof part[name] === 'string');
}

function isResult(value: unknown): value is CallToolResult {
  return isObject(value) && isContentList(value.content);
}

// JSON would turn maps, nodes and the like into `{}`.
function refuseInstances(_key: string, value: unknown): unknown {
  if (isObject(value) && (Symbol.toStringTag in value || value instanceof Error))
    throw new TypeError(`${value} has no JSON`);
  return value;
}
