import { callFacts } from '../../../src/contract/call-facts.ts';
import type { CallFacts, MessagePart } from '../../../src/contract/types.ts';
import { actionName, subjectOf } from '../parts/describe-action.ts';
import { api, type ToolAnswer } from './api.ts';
import { route, stayWithPage } from './route.ts';
import { createStore } from './store.ts';

export type CallPart = Extract<MessagePart, { type: 'tool' }>;

export const pageCalls = createStore<Readonly<Record<string, readonly CallPart[]>>>({});

let count = 0;

export async function callOnPage(page: string, name: string, input: Record<string, unknown>): Promise<void> {
  await call(page, name, input, { name, input });
}

export async function callOwnTool(page: string, name: string, input: Record<string, unknown>): Promise<void> {
  await call(page, name, input, { name: 'page_tool_call', input: { name, arguments: input, page } });
}

/** The tab shows another document, which is another connected page. */
export function goOn(from: string, to: string): void {
  pageCalls.update({ [to]: [...callsOf(from), ...callsOf(to)], [from]: [] });
  const { place } = route.get();
  if (place.kind === 'page' && place.page === from) stayWithPage(to);
}

async function call(
  page: string,
  shownName: string,
  shownInput: Record<string, unknown>,
  { name, input }: { name: string; input: object },
): Promise<void> {
  const id = String(++count);
  const summary = `${actionName(shownName)} ${subjectOf(shownInput)}`.trim();
  const part: CallPart = { type: 'tool', call: id, name: shownName, input: shownInput, state: 'running', summary };
  pageCalls.update({ [page]: [...callsOf(page), part] });
  const started = performance.now();
  try {
    const answer = await api.callOnPage(page, name, input);
    if (answer.session && answer.session !== page) goOn(page, answer.session);
    settle({
      ...part,
      ...partsOf(answer),
      ...namedAfter(callFacts(answer), shownName),
      duration: performance.now() - started,
    });
  } catch (thrown) {
    settle({ ...part, ...partsOf({ success: false, error: { code: '', message: String(thrown) } }) });
  }
}

function namedAfter({ acted }: CallFacts, name: string): Partial<CallPart> {
  return acted ? { summary: `${actionName(name)} ${acted.element}` } : {};
}

// The call may have moved to another page's list.
function settle(part: CallPart): void {
  for (const [page, calls] of Object.entries(pageCalls.get())) {
    if (!calls.some(({ call }) => call === part.call)) continue;
    pageCalls.update({ [page]: calls.map((each) => (each.call === part.call ? part : each)) });
  }
}

function partsOf(answer: ToolAnswer): Partial<CallPart> {
  const { success, text, error, images, page } = answer;
  return {
    ...callFacts(answer),
    state: success ? 'done' : 'failed',
    ...(text === undefined ? {} : { text }),
    ...(error ? { error } : {}),
    ...(page ? { page } : {}),
    ...(images ? { images: images.map(({ data, mimeType }) => `data:${mimeType};base64,${data}`) } : {}),
  };
}

function callsOf(page: string): readonly CallPart[] {
  return pageCalls.get()[page] ?? [];
}
