import { didYouMean } from '@btcp/protocol';
import { BtcpError } from '@btcp/tools';
import type { AgentSettings } from '../contract/types.js';
import { assertStepLimit } from '../runtime/model-settings.js';

const MAX_MODEL = 200;
const MAX_INSTRUCTIONS = 10_000;

/** Applies a change that came over the API; null takes a setting back to the one of the workspace. */
export function changedSettings(
  before: AgentSettings,
  change: unknown,
  offered: ReadonlySet<string>,
): AgentSettings | undefined {
  if (change === null || typeof change !== 'object' || Array.isArray(change)) throw wrong('settings', 'an object');
  const { model, instructions, tools, stepLimit, ...unknown } = change as Record<string, unknown>;
  const [name] = Object.keys(unknown);
  if (name !== undefined) {
    throw new BtcpError('invalid_input', `An agent has no setting "${name}".`, {
      hint: 'The settings are model, instructions, tools and stepLimit.',
    });
  }
  const changed = {
    model: model === undefined ? before.model : textOf('model', model, MAX_MODEL),
    instructions:
      instructions === undefined ? before.instructions : textOf('instructions', instructions, MAX_INSTRUCTIONS),
    tools: tools === undefined ? before.tools : toolsOf(tools, offered),
    stepLimit: stepLimit === undefined ? before.stepLimit : stepLimit === null ? undefined : assertStepLimit(stepLimit),
  };
  const set = Object.entries(changed).filter(([, value]) => value !== undefined);
  return set.length === 0 ? undefined : Object.fromEntries(set);
}

function textOf(name: string, value: unknown, max: number): string | undefined {
  if (value === null || value === '') return undefined;
  if (typeof value !== 'string' || value.length > max) throw wrong(name, `text of at most ${max} characters`);
  return value.trim() || undefined;
}

function toolsOf(value: unknown, offered: ReadonlySet<string>): string[] | undefined {
  if (value === null) return undefined;
  if (!Array.isArray(value) || value.length === 0 || !value.every((name) => typeof name === 'string')) {
    throw wrong('tools', 'a list of at least one name');
  }
  const unknown = value.find((name) => !offered.has(name));
  if (unknown === undefined) return [...new Set<string>(value)];
  throw new BtcpError('invalid_input', `The server offers no tool "${unknown}" to agents.`, {
    hint: `${didYouMean(unknown, [...offered])}GET /tools lists the tools.`,
  });
}

function wrong(name: string, expected: string): BtcpError {
  return new BtcpError('invalid_input', `${name} is wrong: expected ${expected}.`, {
    hint: 'Leave it out to keep it, or give null for the setting of the workspace.',
  });
}
