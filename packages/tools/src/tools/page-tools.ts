import { BtcpError, errorCodeOf, RpcError } from '@btcp/protocol';
import { z } from 'zod';
import { pageProblem } from '../pages/page-problem.js';
import type { ConnectedPage, ConnectedPages } from '../port/connected-pages.js';
import { ours } from '../shaping/boundary/boundary.js';
import { shorten } from '../shaping/boundary/shorten.js';
import { pageContent } from '../shaping/page-content.js';
import { timeout } from './definition/acting.js';
import { toMilliseconds } from './definition/duration.js';
import { defineTool, type Tool } from './definition/tool.js';
import { powersOfPageCall } from './page-powers.js';

export const PAGE_TOOLS_LIST = 'page_tools_list';
export const PAGE_TOOL_CALL = 'page_tool_call';

/** A fixed pair of tools for all tools of connected pages, since clients cache the list of tools. */
export function pageTools(connected: ConnectedPages): Tool[] {
  const list = defineTool({
    name: PAGE_TOOLS_LIST,
    title: 'List the tools of pages',
    description: 'List the tools offered by connected pages, which a person has open.',
    group: 'connected',
    effect: 'read',
    input: z.strictObject({}),
    output: z.object({
      pages: z.array(
        z.object({
          page: z.string().describe('For page_tool_call'),
          origin: z.string().optional().describe('Origin, as reported by the browser'),
          metadata: z.unknown(),
          tools: z.array(z.object({ name: z.string(), description: z.string(), inputSchema: z.unknown() })),
          leftOut: z.array(z.string()).optional().describe('Tools that are not shown because the list is too long'),
        }),
      ),
      leftOut: z.number().optional().describe('Pages that are not shown'),
    }),
    examples: [{}],

    run: async () => describePages(connected.pages()),

    summarize: ({ pages, leftOut }) =>
      pages.length === 0
        ? ours('No page is connected.')
        : [
            pages.flatMap(sayPage).join('\n'),
            ...(leftOut === undefined ? [] : [ours(`${leftOut} older pages are left out.`)]),
          ],
  });

  const call = defineTool({
    name: PAGE_TOOL_CALL,
    title: 'Call a tool of a page',
    description: 'Call a tool that a connected page offers; page_tools_list shows them.',
    group: 'connected',
    effect: 'write',
    input: z.strictObject({
      name: z.string().min(1).describe('Name of the tool'),
      arguments: z.record(z.string(), z.unknown()).default({}).describe("The tool's own arguments"),
      page: z.string().optional().describe('Which page, if several offer this tool'),
      timeout,
    }),
    output: z.object({ text: z.string(), structured: z.unknown().optional() }),
    powers: ({ name, arguments: input }) => powersOfPageCall(name, input),
    examples: [],

    async run({ name, arguments: input, page, timeout }, context) {
      const offering = findPage(connected.pages(), name, page);
      const options = { timeout: toMilliseconds(timeout), signal: context.signal };
      const { content, structuredContent, isError } = await offering.call(name, input, options).catch((thrown) => {
        throw pageError(name, thrown);
      });
      const { text: whole, images } = pageContent(content);
      const text = shorten(whole, MAX_RESULT);
      if (isError)
        throw new BtcpError('script_failed', `${name} failed: ${text}`, {
          hint: 'Read the message, then correct the call.',
        });
      for (const image of images) context.addImage(image);
      return { text, ...(structuredContent === undefined ? {} : { structured: structuredContent }) };
    },

    summarize: ({ text }) => text || ours('(no text)'),
  });

  return [list, call];
}

const MAX_RESULT = 60_000;
// What a list may have in all, in characters: a page writes it, and a model reads it.
const MAX_LIST = 60_000;
// Pages that are listed; each gets its share of the list.
const MAX_PAGES = 20;
const MAX_DESCRIPTION = 2_000;
const MAX_METADATA = 2_000;
const MAX_NAMES_LEFT_OUT = 50;

interface ListedPage {
  page: string;
  origin?: string | undefined;
  metadata: unknown;
  tools: { name: string; description: string; inputSchema: unknown }[];
  leftOut?: string[] | undefined;
}

function describePages(pages: readonly ConnectedPage[]): { pages: ListedPage[]; leftOut?: number } {
  const listed = pages.slice(-MAX_PAGES);
  const share = MAX_LIST / Math.max(1, listed.length);
  return {
    pages: listed.map((page) => describePage(page, share)),
    ...(pages.length > listed.length ? { leftOut: pages.length - listed.length } : {}),
  };
}

function describePage({ sessionId, origin, metadata, tools }: ConnectedPage, maxSize: number): ListedPage {
  const shown: ListedPage['tools'] = [];
  const leftOut: string[] = [];
  let left = maxSize;
  for (const { name, description, inputSchema } of tools) {
    const tool = { name, description: shorten(description, MAX_DESCRIPTION), inputSchema };
    const size = JSON.stringify(tool).length;
    if (size > left) leftOut.push(name);
    else {
      left -= size;
      shown.push(tool);
    }
  }
  const isShort = (JSON.stringify(metadata) ?? '').length <= MAX_METADATA;
  return {
    page: sessionId,
    ...(origin === undefined ? {} : { origin }),
    metadata: isShort ? metadata : {},
    tools: shown,
    ...(leftOut.length > 0 ? { leftOut: shortList(leftOut) } : {}),
  };
}

function shortList(names: readonly string[]): string[] {
  const more = names.length - MAX_NAMES_LEFT_OUT;
  return more > 0 ? [...names.slice(0, MAX_NAMES_LEFT_OUT), `… ${more} more`] : [...names];
}

function sayPage({ page, origin, tools, leftOut = [] }: ListedPage): string[] {
  return [
    `Page ${page}${origin === undefined ? '' : ` of ${origin}`}:`,
    ...tools.map((tool) => `- ${JSON.stringify(tool)}`),
    ...(leftOut.length > 0 ? [`Left out because the list is too long: ${leftOut.join(', ')}`] : []),
  ];
}

/** Returns the newest page with such a tool; pages that are not of one origin are distinguished by who calls. */
export function newestOf<Page extends ConnectedPage>(pages: readonly Page[], name: string): Page | undefined {
  const offering = pages.filter(({ tools }) => tools.some((tool) => tool.name === name));
  const [first, ...others] = offering;
  if (others.every(({ origin }) => origin !== undefined && origin === first?.origin)) return offering.at(-1);
  const known = offering.slice(-MAX_PAGES).map(({ sessionId, origin = 'a program' }) => `${sessionId} (${origin})`);
  throw new BtcpError('ambiguous', `${offering.length} pages offer a tool "${name}": ${known.join(', ')}.`, {
    hint: 'Set page to one of them; page_tools_list shows them.',
  });
}

function findPage(pages: ConnectedPage[], name: string, wanted: string | undefined): ConnectedPage {
  const named = wanted === undefined ? pages : pages.filter(({ sessionId }) => sessionId === wanted);
  const offering = newestOf(named, name);
  if (offering) return offering;
  const known = [...new Set(named.flatMap(({ tools }) => tools.map((tool) => tool.name)))];
  const offers = known.length > 0 ? ` The tools of pages are ${shortList(known).join(', ')}.` : '';
  throw new BtcpError('unknown_tool', `No connected page offers a tool "${name}".${offers}`, {
    hint: offers
      ? 'Call one of these; page_tools_list shows their arguments.'
      : 'No page is connected. Open one that offers its tools.',
  });
}

function pageError(name: string, thrown: unknown): BtcpError {
  const { btcpCode } = RpcError.from(thrown);
  return new BtcpError(errorCodeOf(btcpCode), `The page's tool ${name} failed: ${pageProblem(thrown)}.`, {
    hint: 'page_tools_list shows its arguments.',
    cause: thrown,
  });
}
