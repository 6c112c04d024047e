import { type BtcpError, encloseJson, type ToolResult } from '@btcp/tools';
import type { CallToolResult } from '@modelcontextprotocol/server';
import { linkTo } from './resources.js';
import { structuredContent, withPage } from './structured-content.js';

export function success(result: ToolResult, structured: boolean): CallToolResult {
  return {
    content: contentOf(result),
    ...(structured ? { structuredContent: structuredContent(result.data as object, result.page) } : {}),
  };
}

/** The JSON of `success`: the data of a long page is walked once, to write it. */
export function successJson(result: ToolResult, structured: boolean): string {
  const content = JSON.stringify(contentOf(result));
  if (!structured) return `{"content":${content}}`;
  return `{"content":${content},"structuredContent":${encloseJson(withPage(result.data as object, result.page))}}`;
}

/** A failed call is a result that the model reads. */
export function failure(error: BtcpError): CallToolResult {
  const text = error.hint ? `${error.message}\n${error.hint}` : error.message;
  return { isError: true, content: [{ type: 'text', text }], _meta: { 'btcp/error': { ...error.toJSON() } } };
}

function contentOf({ text, images = [], files = [] }: ToolResult): CallToolResult['content'] {
  const pictures = images.map(({ data, mimeType }) => ({ type: 'image' as const, data, mimeType }));
  return [{ type: 'text', text }, ...pictures, ...files.map(linkTo)];
}
