import { BtcpError, type ErrorCode } from '@btcp/protocol';
import type { BrowserAgent } from './browser-agent.js';
import { actionNamed } from './describe-actions.js';
import { checkArguments } from './parameters.js';

/** An action by name, with its arguments beside it. */
export interface Command {
  id?: string | number;
  action: string;
  [argument: string]: unknown;
}

/** The answer to a command, with its id. */
export type Response =
  | { id: string | number; success: true; data: unknown }
  | { id: string | number; success: false; error: string; errorCode: ErrorCode; suggestions: string[] };

const NEXT_STEP = 'Send an object such as { "action": "snapshot" }.';

let next = 1;

/** Runs one command; whatever goes wrong is in the response, never thrown. */
export async function execute(agent: BrowserAgent, command: Command): Promise<Response> {
  const id =
    isObject(command) && (typeof command.id === 'string' || typeof command.id === 'number')
      ? command.id
      : `command-${next++}`;
  try {
    if (!isObject(command)) throw new BtcpError('invalid_input', 'The command is no object.', { hint: NEXT_STEP });
    const { id: _, action, ref, ...rest } = command;
    const { parameters, run } = actionNamed(action);
    const given = ref !== undefined && rest.selector === undefined ? { ...rest, selector: ref } : rest;
    return { id, success: true, data: await run(agent, checkArguments(action, parameters, given)) };
  } catch (thrown) {
    const { message, code, hint } = BtcpError.from(thrown);
    return { id, success: false, error: message, errorCode: code, suggestions: hint === undefined ? [] : [hint] };
  }
}

/** The same, from JSON to JSON. */
export async function executeJson(agent: BrowserAgent, json: string): Promise<string> {
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
  return JSON.stringify(await execute(agent, command));
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
