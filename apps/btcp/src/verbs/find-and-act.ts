import { BtcpError, type ToolResult } from '@btcp/tools';
import { usageError } from '../settings/settings.js';
import type { VerbContext } from './run-verb.js';

interface FindAnswer {
  matches: { ref: string; line: string }[];
  more: number;
}

type Wanted = { search: Record<string, string> } | { selector: string };

const LOCATORS: Readonly<Record<string, (value: string) => Wanted>> = {
  role: (role) => ({ search: { role } }),
  text: (text) => ({ search: { text } }),
  label: (name) => ({ search: { name } }),
  placeholder: (value) => byAttribute('placeholder', value),
  alt: (value) => byAttribute('alt', value),
  title: (value) => byAttribute('title', value),
  testid: (value) => byAttribute('data-testid', value),
  css: (selector) => ({ selector }),
};

// `find nth 2 li click` names one of several matches of a selector, as `find css "li >> nth=2" click` does.
function takeNth(line: readonly string[]): readonly string[] {
  const [verb, kind, ...rest] = line;
  if (verb !== 'find') return line;
  const [place, selector, ...after] = kind === 'first' ? ['0', ...rest] : kind === 'last' ? ['-1', ...rest] : rest;
  if (!['first', 'last', 'nth'].includes(kind ?? '') || selector === undefined) return line;
  return [verb, 'css', `${selector} >> nth=${place}`, ...after];
}

// `find role button --name Save` finds, and does nothing.
function searchOnly(wanted: Wanted, flags: readonly string[]): ((context: RunOn) => Promise<ToolResult>) | undefined {
  if ('selector' in wanted) return undefined;
  const words = Object.entries(wanted.search).flatMap(([name, value]) => [`--${name}`, value]);
  return ({ run }) => run(['find', ...words, ...flags]);
}

/** Finds one element and acts on it: `find role button click --name Save`. Undefined if the line is no such command. */
export function readFindAndAct(line: readonly string[]): ((context: RunOn) => Promise<ToolResult>) | undefined {
  const [verb, kind = '', value, action, ...rest] = takeNth(line);
  const locator = Object.hasOwn(LOCATORS, kind) ? LOCATORS[kind] : undefined;
  if (verb !== 'find' || !locator || value === undefined) return undefined;
  if (action === undefined || action.startsWith('-')) return searchOnly(locator(value), line.slice(3));
  const name = takeName(rest);
  const wanted = locator(value);
  return async ({ context, run }) => {
    const target =
      'selector' in wanted ? wanted.selector : await onlyMatch({ ...wanted.search, ...name.flag }, context);
    return run([...(action === 'text' ? ['get', 'text'] : [action]), target, ...name.rest]);
  };
}

export interface RunOn {
  context: VerbContext;
  run(line: readonly string[]): Promise<ToolResult>;
}

async function onlyMatch(search: Record<string, string>, context: VerbContext): Promise<string> {
  const { data } = await context.call('browser_find', search);
  const { matches, more } = data as FindAnswer;
  const [only, ...others] = matches;
  if (only && others.length === 0 && more === 0) return only.ref;
  const asked = Object.entries(search).map(([key, value]) => `${key} "${value}"`);
  if (!only) {
    throw new BtcpError('not_found', `No element has ${asked.join(' and ')}.`, {
      hint: 'btcp snapshot shows the page.',
    });
  }
  const refs = matches.map(({ ref }) => ref).join(', ');
  throw new BtcpError('ambiguous', `${matches.length + more} elements have ${asked.join(' and ')}: ${refs}.`, {
    hint: 'Use one of the refs, or narrow the search with --name.',
  });
}

function takeName(rest: readonly string[]): { flag: { name?: string }; rest: string[] } {
  const at = rest.indexOf('--name');
  if (at === -1) return { flag: {}, rest: [...rest] };
  const name = rest[at + 1];
  if (name === undefined)
    throw usageError('--name needs a value.', 'For example: btcp find role button click --name Save');
  return { flag: { name }, rest: [...rest.slice(0, at), ...rest.slice(at + 2)] };
}

function byAttribute(attribute: string, value: string): Wanted {
  return { selector: `[${attribute}=${JSON.stringify(value)}]` };
}
