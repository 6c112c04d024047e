import { MASK } from '@btcp/protocol';
import { aliases, catalogue, maskAddress, type ToolResult } from '@btcp/tools';

const TYPED = ['text', 'value'];
const DESCRIPTIVE = ['url', 'message', 'key', 'query', 'text', 'selector', 'ref', 'action', 'direction', 'loadState'];
const MAX_SUMMARY = 80;

interface ActedOn {
  element?: string;
  ref?: string;
  css?: string;
  frames?: string[];
  value?: string;
  checked?: unknown;
  selected?: unknown;
}

export function actedOn(result: ToolResult | undefined): ActedOn | undefined {
  const data = result?.data as { acted?: ActedOn } | null | undefined;
  return data?.acted;
}

/** Typed text is masked, unless the field is known to be public. */
export function shownInput(name: string, input: unknown, result?: ToolResult): Record<string, unknown> {
  if (typeof input !== 'object' || input === null) return {};
  if (name === 'browser_fill_form') return { ...input, fields: shownFields(input, result) };
  if (name === 'browser_batch') return { ...input, steps: stepsIn(input).map(shownStep) };
  const carried = Object.hasOwn(CARRIED, name) ? CARRIED[name] : undefined;
  if (carried) return withoutCarried(withoutCredentials({ ...input }), carried);
  const shown = withoutCredentials({ ...input });
  if (name !== 'browser_type' && name !== 'browser_fill') return shown;
  return isSafe(actedOn(result)) ? shown : hidden(shown);
}

// Arguments that may carry credentials, or data of a person.
const CARRIED: Readonly<Record<string, readonly string[]>> = {
  browser_clipboard: ['text'],
  browser_cookies: ['value'],
  browser_storage: ['value'],
  browser_storage_state: ['content'],
  browser_drop: ['data'],
  browser_set_headers: ['headers', 'username', 'password'],
  browser_route: ['body', 'headers'],
};

function withoutCarried(input: Record<string, unknown>, names: readonly string[]): Record<string, unknown> {
  for (const name of names) if (input[name] !== undefined) input[name] = MASK;
  return input;
}

export interface BatchStep {
  tool: string;
  arguments?: unknown;
}

export function stepsIn(input: unknown): BatchStep[] {
  const { steps } = Object(input);
  return Array.isArray(steps) ? steps.filter((step) => typeof step?.tool === 'string') : [];
}

// Calls are recorded as they were made, also those with wrong arguments.
export function fieldsIn(input: unknown): ({ selector: string } & Record<string, unknown>)[] {
  const { fields } = Object(input);
  return Array.isArray(fields) ? fields.filter((field) => typeof field?.selector === 'string') : [];
}

function shownStep({ tool, arguments: given = {} }: BatchStep): BatchStep {
  const first = aliases.find(({ name }) => name === tool)?.aliasOf ?? tool;
  return { tool, arguments: shownInput(first, given) };
}

// Recordings are exported and passed on; an address may carry a token.
function withoutCredentials(input: Record<string, unknown>): Record<string, unknown> {
  return typeof input.url === 'string' ? { ...input, url: maskAddress(input.url) } : input;
}

function shownFields(input: object, result: ToolResult | undefined): unknown[] {
  const filled = (result?.data as { filled?: (ActedOn & { selector: string })[] } | undefined)?.filled ?? [];
  return fieldsIn(input).map((field) =>
    isSafe(filled.find(({ selector }) => selector === field.selector)) ? field : hidden({ ...field }),
  );
}

// A field whose state is readable is not secret.
export function isSafe(acted: ActedOn | undefined): boolean {
  if (!acted || acted.value === MASK) return false;
  return acted.value !== undefined || acted.checked !== undefined || acted.selected !== undefined;
}

function hidden(input: Record<string, unknown>): Record<string, unknown> {
  for (const name of TYPED) {
    const typed = input[name];
    // `secret:name` is only a name.
    if (typeof typed === 'string' && !typed.startsWith('secret:')) input[name] = MASK;
  }
  return input;
}

export function summaryOf(name: string, input: Record<string, unknown>, result?: ToolResult): string {
  const title =
    catalogue.find((tool) => tool.name === name)?.title ?? name.replace(/^browser_/, '').replaceAll('_', ' ');
  const described = DESCRIPTIVE.map((key) => input[key]).find((value) => typeof value === 'string' && value !== '');
  const subject = actedOn(result)?.element ?? described;
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
