import { BtcpError } from '@btcp/protocol';
import { aliases, catalogue } from '../tools/catalogue.js';
import type { Tool } from '../tools/definition/tool.js';
import { type Shown, withoutBorrowed, withRef } from './shown-tool.js';
import { createToolSet, type ToolSet } from './tool-set.js';

/** The best small list for an agent: at most 20 tools and 2,500 tokens, which a test counts. */
const DEFAULT = [
  'browser_navigate',
  'browser_snapshot',
  'browser_find',
  'browser_click',
  'browser_type',
  'browser_fill_form',
  'browser_press',
  'browser_hover',
  'browser_scroll',
  'browser_upload',
  'browser_wait_for',
  'browser_get_text',
  'browser_screenshot',
  'browser_evaluate',
  'browser_back',
  'browser_tabs',
  'browser_dialog',
  'browser_recent_console_logs',
  'browser_recent_network_requests',
  'browser_request_user',
];

/** The names of the aiCore plugin. */
const PLUGIN = [
  'browser_snapshot',
  'browser_navigate',
  'browser_click',
  'browser_type',
  'browser_fill',
  'browser_scroll',
  'browser_hover',
  'browser_press',
  'browser_screenshot',
  'browser_get_text',
  'browser_get_attribute',
  'browser_is_visible',
  'browser_wait_for',
  'browser_evaluate',
  'browser_back',
  'browser_forward',
  'browser_reload',
];

/** The plugin's names without what runs scripts, takes pictures, presses any key or reads what is not shown. */
const SAFE = [
  'browser_snapshot',
  'browser_navigate',
  'browser_click',
  'browser_type',
  'browser_fill',
  'browser_scroll',
  'browser_hover',
  'browser_get_text',
  'browser_is_visible',
  'browser_wait_for',
  'browser_back',
  'browser_forward',
];

/** For building and debugging web applications, progressive ones included. */
const DEVELOPER = [
  'browser_navigate',
  'browser_eval',
  'browser_take_screenshot',
  'read_image',
  'browser_click',
  'browser_type',
  'browser_wait_for_selector',
  'browser_resize',
  'browser_recent_console_logs',
  'browser_clear_console_logs',
  'browser_recent_network_requests',
  'browser_clear_network_requests',
  'browser_get_service_workers',
  'browser_get_network_sources',
  'browser_set_offline',
];

/** For an agent whose browser a person watches. */
const LIVE = [
  'browser_open',
  'browser_snapshot',
  'browser_click',
  'browser_fill',
  'browser_scroll',
  'browser_wait',
  'browser_close',
];

/** What a model can be shown, by name; besides these there is `full`, which is every canonical tool. */
export const TOOL_SETS: Readonly<Record<string, readonly string[]>> = {
  default: DEFAULT,
  plugin: PLUGIN,
  safe: SAFE,
  developer: DEVELOPER,
  live: LIVE,
};

/** Which tools to list: a set, what is added and what is taken away. */
export interface ToolChoice {
  /** A set, or exactly the tools of these names; `default` when left out. */
  set?: string | readonly string[] | undefined;
  /** Tools and groups that are shown besides the set. */
  allow?: readonly string[] | undefined;
  /** Tools and groups that are neither shown nor run, under any of their names. */
  deny?: readonly string[] | undefined;
  /** What there is to choose from: the catalogue with its aliases, unless a server has more. */
  from?: readonly Tool[] | undefined;
}

/** Agents of the live view name an element by its ref alone. */
const BY_REF: ReadonlySet<string> = new Set(['browser_click', 'browser_fill', 'browser_scroll']);

/** The tools that a surface shows. No two of them are one thing under two names. */
export function chooseTools({ set = 'default', allow = [], deny = [], from = everyTool }: ToolChoice): ToolSet {
  const wanted = [...inSet(set, from), ...named(allow, 'allow', from)];
  const refused = new Set(named(deny, 'deny', from).map(thing));
  // Who asks for a second name gets it instead of the first.
  const byThing = new Map(wanted.map((tool) => [thing(tool), tool]));
  const shown = [...byThing.values()].filter((tool) => !refused.has(thing(tool)));
  const offered: Shown = new Set(shown.map(thing));
  return createToolSet(
    shown
      .map((tool) => withoutBorrowed(tool, offered))
      .map((tool) => (set === 'live' && BY_REF.has(tool.name) ? withRef(tool) : tool)),
  );
}

/** Every tool under every name, except what is denied: for surfaces whose callers know what they ask for. */
export function callableTools({ deny = [], from = everyTool }: Pick<ToolChoice, 'deny' | 'from'>): ToolSet {
  const refused = new Set(named(deny, 'deny', from).map(thing));
  const left = from.filter((tool) => !refused.has(thing(tool)));
  const offered: Shown = new Set(left.map(thing));
  return createToolSet(left.map((tool) => withoutBorrowed(tool, offered)));
}

const everyTool: readonly Tool[] = [...catalogue, ...aliases];

/** What a tool does, whatever it is called. */
function thing(tool: Tool): string {
  return tool.aliasOf ?? tool.name;
}

function inSet(set: string | readonly string[], from: readonly Tool[]): Tool[] {
  if (typeof set !== 'string') return named(set, 'tools', from);
  if (set === 'full') return from.filter(({ aliasOf }) => aliasOf === undefined);
  const names = Object.hasOwn(TOOL_SETS, set) ? TOOL_SETS[set] : undefined;
  if (names) return names.flatMap((name) => from.filter((tool) => tool.name === name));
  throw new BtcpError('invalid_input', `There is no set of tools "${set}".`, {
    hint: `The sets are ${Object.keys(TOOL_SETS).join(', ')} and full.`,
  });
}

/** The tools of these names, and those of these groups under their canonical names. */
function named(names: readonly string[], list: string, from: readonly Tool[]): Tool[] {
  return names.flatMap((name) => {
    const found = from.filter((tool) => tool.name === name || (tool.group === name && tool.aliasOf === undefined));
    if (found.length > 0) return found;
    throw new BtcpError('invalid_input', `There is no tool "${name}" to ${list === 'tools' ? 'show' : list}.`, {
      hint: `The tools are ${from.map((tool) => tool.name).join(', ')}.`,
    });
  });
}
