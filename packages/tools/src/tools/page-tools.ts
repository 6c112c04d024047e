import { BtcpError, type CallToolResult, errorCodeOf, RpcError } from '@btcp/protocol';
import { z } from 'zod';
import { pageProblem } from '../pages/page-problem.js';
import type { ConnectedPage, ConnectedPages } from '../port/connected-pages.js';
import { ours } from '../shaping/boundary/boundary.js';
import { timeout } from './definition/acting.js';
import { toMilliseconds } from './definition/duration.js';
import { defineTool, type Tool } from './definition/tool.js';

/**
 * The tools that connected pages offer, through a fixed pair: clients keep lists of tools, so what a page offers must
 * not change the list.
 */
export function pageTools(connected: ConnectedPages): Tool[] {
  const list = defineTool({
    name: 'page_tools_list',
    title: 'List the tools of pages',
    description: 'List the tools that pages, which a person has open and connected, offer themselves.',
    group: 'connected',
    effect: 'read',
    input: z.strictObject({}),
    output: z.object({
      pages: z.array(
        z.object({
          page: z.string().describe('For page_tool_call'),
          metadata: z.unknown(),
          tools: z.array(z.object({ name: z.string(), description: z.string(), inputSchema: z.unknown() })),
        }),
      ),
    }),
    examples: [{}],

    run: async () => ({ pages: connected.pages().map(describePage) }),

    summarize: ({ pages }) =>
      pages.length === 0
        ? ours('No page is connected.')
        : pages
            .flatMap(({ page, tools }) => [`Page ${page}:`, ...tools.map((tool) => `- ${JSON.stringify(tool)}`)])
            .join('\n'),
  });

  const call = defineTool({
    name: 'page_tool_call',
    title: 'Call a tool of a page',
    description: 'Call a tool that a connected page offers; page_tools_list shows them.',
    group: 'connected',
    effect: 'write',
    input: z.strictObject({
      name: z.string().min(1).describe('Name of the tool'),
      arguments: z.record(z.string(), z.unknown()).default({}).describe("The tool's own arguments"),
      page: z.string().optional().describe('Which page; the newest that has such a tool when left out'),
      timeout,
    }),
    output: z.object({ text: z.string(), structured: z.unknown().optional() }),
    examples: [],

    async run({ name, arguments: input, page, timeout }, context) {
      const offering = findPage(connected.pages(), name, page);
      const options = { timeout: toMilliseconds(timeout), signal: context.signal };
      const { content, structuredContent, isError } = await offering.call(name, input, options).catch((thrown) => {
        throw pageError(name, thrown);
      });
      const text = textOf(content);
      if (isError)
        throw new BtcpError('script_failed', `${name} failed: ${text}`, {
          hint: 'Read the message, then correct the call.',
        });
      for (const part of content) if (part.type === 'image') context.addImage(part);
      return { text, ...(structuredContent === undefined ? {} : { structured: structuredContent }) };
    },

    summarize: ({ text }) => text || ours('(no text)'),
  });

  return [list, call];
}

function describePage({ sessionId, metadata, tools }: ConnectedPage) {
  const shown = tools.map(({ name, description, inputSchema }) => ({ name, description, inputSchema }));
  return { page: sessionId, metadata, tools: shown };
}

function findPage(pages: ConnectedPage[], name: string, wanted: string | undefined): ConnectedPage {
  const named = wanted === undefined ? pages : pages.filter(({ sessionId }) => sessionId === wanted);
  const offering = named.findLast(({ tools }) => tools.some((tool) => tool.name === name));
  if (offering) return offering;
  const known = [...new Set(named.flatMap(({ tools }) => tools.map((tool) => tool.name)))];
  const offers = known.length > 0 ? ` The tools of pages are ${known.join(', ')}.` : '';
  throw new BtcpError('unknown_tool', `No connected page offers a tool "${name}".${offers}`, {
    hint: offers
      ? 'Call one of these; page_tools_list shows what they take.'
      : 'No page is connected. Open one that offers its tools.',
  });
}

function pageError(name: string, thrown: unknown): BtcpError {
  const { btcpCode } = RpcError.from(thrown);
  return new BtcpError(errorCodeOf(btcpCode), `The page did not do ${name}: ${pageProblem(thrown)}.`, {
    hint: 'page_tools_list shows what the page takes.',
    cause: thrown,
  });
}

function textOf(content: CallToolResult['content']): string {
  return content
    .map((part) => {
      if (part.type === 'text') return part.text;
      return part.type === 'resource' ? (part.text ?? part.uri) : '';
    })
    .filter(Boolean)
    .join('\n');
}
