import { BtcpError } from '@btcp/protocol';
import { z } from 'zod';
import { createToolSet, type ToolSet } from '../calling/tool-set.js';
import type { Tool } from '../tools/definition/tool.js';
import { agentBrowser } from './agent-browser.js';
import { chromeDevtoolsMcp, PAGE_ID } from './chrome-devtools-mcp.js';
import { playwrightMcp } from './playwright-mcp.js';
import type { Arguments, Conversion, PeerAnswer, PeerTable, Translation } from './translation.js';

/** What the tools of other servers are here, by the package of the server. */
export const PEERS: Readonly<Record<string, PeerTable>> = {
  'playwright-mcp': playwrightMcp,
  'chrome-devtools-mcp': chromeDevtoolsMcp,
  'agent-browser': agentBrowser,
};

const SHORT_NAMES: Readonly<Record<string, string>> = {
  playwright: 'playwright-mcp',
  devtools: 'chrome-devtools-mcp',
};

export interface PeerTools {
  tools: ToolSet;
  listed: ToolSet;
}

/** Returns the tools of another server by its own names, which win over ours; each calls one of ours. */
export function peerTools(peer: string, tools: ToolSet): PeerTools {
  const name = SHORT_NAMES[peer] ?? peer;
  const table = Object.hasOwn(PEERS, name) ? PEERS[name] : undefined;
  if (!table) {
    throw new BtcpError('invalid_input', `There are no tool names for "${peer}".`, {
      hint: `Supported names: ${Object.keys(SHORT_NAMES).join(', ')} and agent-browser.`,
    });
  }
  const known = Object.entries(table.answers).flatMap(([name, answer]) => peerTool(name, answer, tools) ?? []);
  const listed = known.filter(({ name }) => table.listed.includes(name));
  return { tools: createToolSet([...tools.values(), ...known]), listed: createToolSet(listed) };
}

/** What a tool of another server is here, in one line for the docs and for errors. */
export function describeAnswer(answer: PeerAnswer): string {
  if ('not' in answer) return `not meant: ${answer.not}`;
  if ('instead' in answer) return answer.instead;
  const fixed = Object.entries(answer.fixed).map(
    ([name, value]) => `${JSON.stringify(name)}: ${JSON.stringify(value)}`,
  );
  const names = answer.tools.map((tool) => `\`${tool}${fixed.length > 0 ? ` { ${fixed.join(', ')} }` : ''}\``);
  return names.join(', ') + (answer.note ?? '');
}

function peerTool(name: string, answer: PeerAnswer, tools: ToolSet): Tool | undefined {
  if (!('tools' in answer)) return unavailable(name, answer);
  const [usual] = answer.tools;
  const first = tools.get(usual);
  if (!first) return undefined;
  const shapes: Record<string, z.ZodType> = Object.assign(
    {},
    ...answer.tools.map((tool) => tools.get(tool)?.input.shape),
  );
  const takes = Object.entries(withPage(name, answer)).filter(
    ([, taken]) => typeof taken !== 'string' || shapes[taken],
  );
  const shape = takes.map(([given, taken]) => [given, typeof taken === 'string' ? shapes[taken] : taken.schema]);
  const { title, description, group, effect, output } = first;
  return {
    name,
    title,
    description: `${describeAnswer(answer)} of BTCP. ${description}`.replaceAll('`', ''),
    group,
    effect,
    output,
    input: z.strictObject(Object.fromEntries(shape)),
    examples: [],
    aliasOf: usual,
    forward: (given) => ({ tools, name: answer.choose?.(given) ?? usual, ...translated(answer, takes, given) }),
    run: () => Promise.reject(new Error(`${name} is forwarded and never runs itself.`)),
    summarize: () => [],
  };
}

// Where `pageId` does not name a tab to select or close, the call is made in that tab.
function withPage(name: string, answer: Translation): Translation['takes'] {
  if (!Object.hasOwn(chromeDevtoolsMcp.answers, name) || PAGE_ID in answer.takes) return answer.takes;
  return { [PAGE_ID]: { schema: z.number().int().optional(), convert: () => ({}) }, ...answer.takes };
}

function translated({ fixed, takes: own }: Translation, takes: [string, string | Conversion][], given: Arguments) {
  const input: Arguments = { ...fixed };
  for (const [name, taken] of takes) {
    const value = given[name];
    if (value === undefined) continue;
    Object.assign(input, typeof taken === 'string' ? { [taken]: value } : taken.convert(value as never, given));
  }
  const page = given[PAGE_ID];
  return { input, ...(typeof page === 'number' && !(PAGE_ID in own) ? { tab: `t${page}` } : {}) };
}

// Fails with what to use.
function unavailable(name: string, answer: Exclude<PeerAnswer, Translation>): Tool {
  const text = describeAnswer(answer).replaceAll('`', '');
  const fail = () => {
    throw new BtcpError('unsupported', `${name} cannot be called here: ${text}.`, {
      hint: 'docs/migration.md maps every tool of the other server to BTCP.',
    });
  };
  return {
    name,
    title: name,
    description: text,
    group: 'pages',
    effect: 'read',
    input: z.looseObject({}),
    output: z.object({}),
    examples: [],
    forward: fail,
    run: fail,
    summarize: () => [],
  };
}
