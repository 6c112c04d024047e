import { aliases, catalogue } from '@btcp/tools';
import type { ModelMessage, ToolContent, ToolResultPart } from 'ai';

interface View {
  call: string;
  message: number;
  saves: number;
  tool: string;
  page: string | undefined;
  asked: string;
  isWhole: boolean;
  isDiff: boolean;
}

const VIEWS = new Map(
  [...catalogue, ...aliases]
    .map(({ name, aliasOf = name }) => [name, aliasOf] as const)
    .filter(([, tool]) => tool === 'browser_snapshot' || tool === 'browser_screenshot'),
);
// Arguments that do not restrict a view to a part of the page.
const OF_THE_WHOLE = ['compact', 'maxSize', 'fullPage', 'timeout'];
const MAX_VIEWS = 10;
const PICTURE_WEIGHT = 5_000;

const MIN_SAVING = 500;

const LEFT_OUT = 'An older view of the page was removed here. Read the page again to see it now.';

/** Providers cache a prefix, so a page view is dropped only when that saves at least as much as must be read again. */
export function lighterHistory(
  messages: readonly ModelMessage[],
  pages: ReadonlyMap<string, string>,
): readonly ModelMessage[] {
  const asked = new Map<string, unknown>();
  const weights: number[] = [];
  const gone = new Set<string>();
  let shown: View[] = [];
  let stale: View[] = [];

  for (const [position, message] of messages.entries()) {
    weights.push(weightOf(message));
    if (message.role === 'assistant' && typeof message.content !== 'string') {
      for (const part of message.content) if (part.type === 'tool-call') asked.set(part.toolCallId, part.input);
    }
    if (message.role !== 'tool') continue;
    for (const part of resultsIn(message.content)) {
      const view = viewOf(part, position, asked.get(part.toolCallId), pages.get(part.toolCallId));
      if (!view) continue;
      const isOld = (each: View) => replaces(view, each);
      stale.push(...shown.filter(isOld));
      shown = [...shown.filter((each) => !isOld(each)), view];
      stale.push(...shown.splice(0, Math.max(0, shown.length - MAX_VIEWS)));
    }
    for (const view of worthLeavingOut(stale, weights)) {
      gone.add(view.call);
      weights[view.message] = (weights[view.message] ?? 0) - view.saves;
    }
    stale = stale.filter(({ call }) => !gone.has(call));
  }
  return gone.size === 0 ? messages : messages.map((message) => without(message, gone));
}

function worthLeavingOut(stale: View[], weights: readonly number[]): View[] {
  const newestFirst = stale
    .filter(({ saves }) => saves >= MIN_SAVING)
    .toSorted((one, other) => other.message - one.message);
  // The last call and its result are not in the provider's cache yet.
  let position = weights.length - 3;
  let again = 0;
  let saved = 0;
  let count = 0;
  for (const [index, view] of newestFirst.entries()) {
    for (; position >= view.message; position--) again += weights[position] ?? 0;
    again -= view.saves;
    saved += view.saves;
    if (saved >= again) count = index + 1;
  }
  return newestFirst.slice(0, count);
}

// A view of the whole page replaces earlier views of it; a view of a part replaces the same part.
function replaces(newer: View, older: View): boolean {
  const isSame = newer.page !== undefined && newer.page === older.page && newer.tool === older.tool;
  if (!isSame || newer.isDiff) return false;
  return newer.isWhole || newer.asked === older.asked;
}

function viewOf(part: ToolResultPart, message: number, input: unknown, page: string | undefined): View | undefined {
  const tool = VIEWS.get(part.toolName);
  if (tool === undefined || (part.output.type !== 'text' && part.output.type !== 'content')) return undefined;
  const given = (input ?? {}) as Record<string, unknown>;
  const isDiff = given.diff === true;
  return {
    call: part.toolCallId,
    message,
    saves: weightOfOutput(part.output) - LEFT_OUT.length,
    tool,
    page,
    asked: JSON.stringify(given),
    isWhole: !isDiff && Object.keys(given).every((key) => OF_THE_WHOLE.includes(key)),
    isDiff,
  };
}

function without(message: ModelMessage, gone: ReadonlySet<string>): ModelMessage {
  if (message.role !== 'tool' || !resultsIn(message.content).some(({ toolCallId }) => gone.has(toolCallId)))
    return message;
  const content = message.content.map((part) =>
    part.type === 'tool-result' && gone.has(part.toolCallId)
      ? { ...part, output: { type: 'text' as const, value: LEFT_OUT } }
      : part,
  );
  return { ...message, content };
}

function resultsIn(content: ToolContent): ToolResultPart[] {
  return content.filter((part) => part.type === 'tool-result');
}

function weightOf({ role, content }: ModelMessage): number {
  if (typeof content === 'string') return content.length;
  if (role !== 'tool') return JSON.stringify(content).length;
  return resultsIn(content).reduce((sum, { output }) => sum + weightOfOutput(output), 0);
}

function weightOfOutput(output: ToolResultPart['output']): number {
  if (output.type !== 'content') return 'value' in output ? JSON.stringify(output.value).length : 0;
  return output.value.reduce((sum, part) => sum + (part.type === 'text' ? part.text.length : PICTURE_WEIGHT), 0);
}
