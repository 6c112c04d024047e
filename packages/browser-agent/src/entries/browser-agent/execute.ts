import {
  type AnswerTo,
  BtcpError,
  checkArguments,
  type PageAction,
  type PageReply,
  type ParametersOf,
  type ReadAction,
} from '@btcp/protocol';
import { isReading, read } from '../reading/reading-commands.js';
import type { BrowserAgent } from './browser-agent.js';
import { commandNamed } from './describe-actions.js';
import type { DrivenPage } from './driven-page.js';

/** An action by name, with its parameters next to it. */
export interface Command {
  id?: string | number;
  action: string;
  [parameter: string]: unknown;
}

type Runners = {
  [Action in Exclude<PageAction, ReadAction>]: (
    agent: BrowserAgent,
    given: ParametersOf<Action>,
  ) => Promise<AnswerTo<Action>>;
};

const RUN: Runners = {
  snapshot: (agent, options) => agent.snapshot(options),
  find: (agent, wanted) => agent.find(wanted),
  click: (agent, { selector, ...options }) => agent.click(selector, options),
  dblclick: (agent, { selector }) => agent.dblclick(selector),
  hover: (agent, { selector }) => agent.hover(selector),
  focus: (agent, { selector }) => agent.focus(selector),
  type: (agent, { selector, text, ...options }) => agent.type(selector, text, options),
  fill: (agent, { selector, value }) => agent.fill(selector, value),
  select: (agent, { selector, values }) => agent.select(selector, values),
  check: (agent, { selector }) => agent.check(selector),
  uncheck: (agent, { selector }) => agent.uncheck(selector),
  press: (agent, { key, selector }) => agent.press(key, selector),
  scroll: (agent, options) => agent.scroll(options),
  drag: (agent, { selector, to, position }) => agent.drag(selector, to, { position }),
  upload: (agent, { selector, files }) => agent.upload(selector, files),
  getUrl: async (agent) => ({ url: await agent.getUrl() }),
  getTitle: async (agent) => ({ title: await agent.getTitle() }),
  waitFor: (agent, options) => agent.waitFor(options),
  evaluate: async (agent, { script, ...options }) => ({ result: (await agent.evaluate(script, options)) ?? null }),
  screenshot: (agent, options) => agent.screenshot(options),
  navigate: (agent, { url, ...options }) => agent.navigate(url, options),
  back: (agent, options) => agent.back(options),
  forward: (agent, options) => agent.forward(options),
  reload: (agent, options) => agent.reload(options),
};

const ACTIONS: ReadonlySet<string> = new Set(
  'click dblclick hover focus type fill select check uncheck press drag upload'.split(' '),
);

const NEXT_STEP = 'Send an object such as { "action": "snapshot" }.';

let next = 1;

/** Never throws: the reply holds any error. */
export async function execute(agent: BrowserAgent, page: DrivenPage, command: Command): Promise<PageReply> {
  const id =
    isObject(command) && (typeof command.id === 'string' || typeof command.id === 'number')
      ? command.id
      : `command-${next++}`;
  try {
    if (!isObject(command)) throw new BtcpError('invalid_input', 'The command must be an object.', { hint: NEXT_STEP });
    const { id: _, action, ref, ...rest } = command;
    const { name, parameters } = commandNamed(action);
    const given = ref !== undefined && rest.selector === undefined ? { ...rest, selector: ref } : rest;
    const checked = checkArguments(name, parameters, given) as never;
    const run = (action: Exclude<PageAction, ReadAction>): Promise<unknown> => RUN[action](agent, checked);
    const before = page.where();
    const data = isReading(name) ? await page.read((target) => read(target, name, checked)) : await run(name);
    const changes = ACTIONS.has(name) && !isLeaving(data) ? await page.changes() : undefined;
    const where = page.where();
    const isRenamed = ACTIONS.has(name) && !isLeaving(data) && where.url === before.url && where.title !== before.title;
    return {
      id,
      success: true,
      data,
      page: where,
      ...(changes ? { changes } : {}),
      ...(isRenamed ? { title: where.title } : {}),
    };
  } catch (thrown) {
    const { message, code, hint } = BtcpError.from(thrown);
    return { id, success: false, error: message, errorCode: code, suggestions: hint === undefined ? [] : [hint] };
  }
}

export async function executeJson(agent: BrowserAgent, page: DrivenPage, json: string): Promise<string> {
  let command: Command;
  try {
    command = JSON.parse(json);
  } catch {
    return JSON.stringify({
      id: `command-${next++}`,
      success: false,
      error: 'The command is not valid JSON.',
      errorCode: 'invalid_input',
      suggestions: [NEXT_STEP],
    });
  }
  return JSON.stringify(await execute(agent, page, command));
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isLeaving(data: unknown): boolean {
  return isObject(data) && 'leaving' in data && data.leaving === true;
}
