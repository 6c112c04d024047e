import { MASK } from '@btcp/protocol';
import { catalogue, type ToolResult } from '@btcp/tools';

/** Arguments that hold what is typed. */
const TYPED = ['text', 'value'];
/** Arguments that say what a call is about, the most telling first. */
const TELLING = ['url', 'message', 'key', 'query', 'text', 'selector', 'ref', 'action', 'direction', 'loadState'];
const MAX_SUMMARY = 80;

interface ActedOn {
  element?: string;
  css?: string;
  frames?: string[];
  value?: string;
  checked?: unknown;
  selected?: unknown;
}

/** What a tool did it to. */
export function actedOn(result: ToolResult | undefined): ActedOn | undefined {
  const data = result?.data as { acted?: ActedOn } | null | undefined;
  return data?.acted;
}

/** The arguments as people may see them: what went into a password field, or may have, is hidden. */
export function shownInput(name: string, input: unknown, result?: ToolResult): Record<string, unknown> {
  if (typeof input !== 'object' || input === null) return {};
  if (name === 'browser_fill_form') return { ...input, fields: shownFields(input, result) };
  if (name !== 'browser_type' && name !== 'browser_fill') return { ...input };
  return isSafe(actedOn(result)) ? { ...input } : hidden({ ...input });
}

function shownFields(input: object, result: ToolResult | undefined): unknown[] {
  const fields = 'fields' in input && Array.isArray(input.fields) ? input.fields : [];
  const filled = (result?.data as { filled?: (ActedOn & { selector: string })[] } | undefined)?.filled ?? [];
  return fields.map((field) =>
    isSafe(filled.find(({ selector }) => selector === field.selector)) ? field : hidden({ ...field }),
  );
}

/** A field that tells what it holds keeps no secret. */
function isSafe(acted: ActedOn | undefined): boolean {
  if (!acted || acted.value === MASK) return false;
  return acted.value !== undefined || acted.checked !== undefined || acted.selected !== undefined;
}

function hidden(input: Record<string, unknown>): Record<string, unknown> {
  for (const name of TYPED) {
    const typed = input[name];
    // The name of a secret is none.
    if (typeof typed === 'string' && !typed.startsWith('secret:')) input[name] = MASK;
  }
  return input;
}

/** One readable line: what, on what. */
export function summaryOf(name: string, input: Record<string, unknown>, result?: ToolResult): string {
  const title =
    catalogue.find((tool) => tool.name === name)?.title ?? name.replace(/^browser_/, '').replaceAll('_', ' ');
  const told = TELLING.map((key) => input[key]).find((value) => typeof value === 'string' && value !== '');
  const subject = actedOn(result)?.element ?? told;
  const typed = TYPED.map((key) => input[key]).find((value) => typeof value === 'string' && value !== subject);
  const words = [title, subject, typed === undefined ? undefined : `“${shorten(String(typed))}”`];
  return words
    .filter((word) => word !== undefined)
    .map((word) => shorten(String(word)))
    .join(' ');
}

export function shorten(text: string, max = MAX_SUMMARY): string {
  const line = text.replaceAll(/\s+/g, ' ').trim();
  return line.length > max ? `${line.slice(0, max - 1)}…` : line;
}
