import { BtcpError } from '@btcp/protocol';
import { aliases, catalogue } from '../tools/catalogue.js';
import type { Tool } from '../tools/definition/tool.js';
import { toTheLetter } from './letter.js';
import { type Shown, withoutBorrowed, withRef } from './shown-tool.js';
import { createToolSet, type ToolSet } from './tool-set.js';

// At most 20 tools and 2,500 tokens, which a test counts.
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

// Without scripts, pictures, arbitrary keys, and reading hidden content.
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

const LIVE = [
  'browser_open',
  'browser_snapshot',
  'browser_click',
  'browser_fill',
  'browser_scroll',
  'browser_wait',
  'browser_close',
];

/** The sets of tools by name, except `full`, which is every canonical tool. */
export const TOOL_SETS: Readonly<Record<string, readonly string[]>> = {
  default: DEFAULT,
  plugin: PLUGIN,
  safe: SAFE,
  developer: DEVELOPER,
  live: LIVE,
};

/** Which tools are callable, and which are listed. */
export interface ToolChoice {
  set?: string | readonly string[] | undefined;
  allow?: readonly string[] | undefined;
  /** Denied under any of their names. */
  deny?: readonly string[] | undefined;
  from?: readonly Tool[] | undefined;
}

const BY_REF: ReadonlySet<string> = new Set(['browser_click', 'browser_fill', 'browser_scroll']);

/** Returns the tools that a surface lists, each under one name. */
export function chooseTools({ set = 'default', allow = [], deny = [], from = everyTool }: ToolChoice): ToolSet {
  const wanted = [...inSet(set, from), ...named(allow, 'allow', from)];
  const refused = new Set(named(deny, 'deny', from).map(thing));
  // A second name that was asked for replaces the first.
  const byThing = new Map(wanted.map((tool) => [thing(tool), tool]));
  const shown = [...byThing.values()].filter((tool) => !refused.has(thing(tool)));
  const offered: Shown = new Set(shown.map(thing));
  return createToolSet(
    shown
      .map((tool) => withoutBorrowed(tool, offered))
      .map((tool) => (set === 'live' && BY_REF.has(tool.name) ? withRef(tool) : tool))
      .map((tool) => (set === 'developer' ? toTheLetter(tool) : tool)),
  );
}

/** Returns every tool under every name, except denied ones; `set` is the one whose clients call them. */
export function callableTools({ set, deny = [], from = everyTool }: Omit<ToolChoice, 'allow'>): ToolSet {
  const refused = new Set(named(deny, 'deny', from).map(thing));
  const left = from.filter((tool) => !refused.has(thing(tool)));
  const offered: Shown = new Set(left.map(thing));
  const callable = left.map((tool) => withoutBorrowed(tool, offered));
  return createToolSet(set === 'developer' ? callable.map(toTheLetter) : callable);
}

const everyTool: readonly Tool[] = [...catalogue, ...aliases];

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

function named(names: readonly string[], list: string, from: readonly Tool[]): Tool[] {
  return names.flatMap((name) => {
    const found = from.filter((tool) => tool.name === name || (tool.group === name && tool.aliasOf === undefined));
    if (found.length > 0) return found;
    throw new BtcpError('invalid_input', `There is no tool "${name}" to ${list === 'tools' ? 'show' : list}.`, {
      hint: `The tools are ${from.map((tool) => tool.name).join(', ')}.`,
    });
  });
}
