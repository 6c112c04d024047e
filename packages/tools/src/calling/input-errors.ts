import { BtcpError, didYouMean } from '@btcp/protocol';
import type { z } from 'zod';
import type { Tool } from '../tools/definition/tool.js';
import type { ToolSet } from './tool-set.js';

export function unknownTool(name: string, tools: ToolSet): BtcpError {
  return new BtcpError('unknown_tool', `There is no tool "${name}".`, {
    hint: `${didYouMean(name, tools.keys())}The tools are ${[...tools.keys()].join(', ')}.`,
  });
}

const OWN_WORDS = /^Invalid dimensions/;

const LIMITS: readonly [RegExp, string][] = [
  [/^Too small: expected string to have >=1 characters$/, 'must not be empty'],
  [/^Too small: expected \w+ to (?:be|have) >=(-?\d+)(.*)$/, 'must be at least $1$2'],
  [/^Too small: expected \w+ to (?:be|have) >(-?\d+)(.*)$/, 'must be more than $1$2'],
  [/^Too big: expected \w+ to (?:be|have) <=(-?\d+)(.*)$/, 'must be at most $1$2'],
  [/^Too big: expected \w+ to (?:be|have) <(-?\d+)(.*)$/, 'must be less than $1$2'],
  [/^Invalid option: expected one of /, 'must be one of '],
  [/^Invalid input: /, 'is wrong: '],
];

function inWords({ message }: { message: string }): string {
  const [pattern, words] = LIMITS.find(([pattern]) => pattern.test(message)) ?? [];
  return pattern && words !== undefined ? message.replace(pattern, words) : message;
}

export function invalidInput(tool: Tool, error: z.ZodError): BtcpError {
  const reasons = error.issues.map((issue) => {
    if (issue.code === 'unrecognized_keys') {
      const keys = issue.keys.map((key) => [...issue.path, key].join('.'));
      return `${keys.join(', ')} is not an argument`;
    }
    return OWN_WORDS.test(issue.message) ? issue.message : `${issue.path.join('.') || 'the input'} ${inWords(issue)}`;
  });
  const names = Object.keys(tool.input.shape);
  const problems = [...new Set(reasons)].join('; ');
  const message = OWN_WORDS.test(problems) ? problems : `Wrong arguments for ${tool.name}: ${problems}`;
  const takes =
    names.length > 0 ? `It takes ${names.join(', ')}. Correct the call and retry.` : 'It takes no arguments.';
  return new BtcpError('invalid_input', `${message}.`, {
    hint: tool.forward ? `${takes} It calls ${tool.aliasOf} of BTCP, which may take more.` : takes,
  });
}
