import { BtcpError } from '@btcp/protocol';
import type { z } from 'zod';
import type { Tool } from './tool.js';
import type { ToolSet } from './tool-set.js';

export function unknownTool(name: string, tools: ToolSet): BtcpError {
  return new BtcpError('unknown_tool', `There is no tool "${name}".`, {
    hint: `The tools are ${[...tools.keys()].join(', ')}.`,
  });
}

/** One sentence per wrong argument, and the arguments that the tool takes. */
export function invalidInput(tool: Tool, error: z.ZodError): BtcpError {
  const reasons = error.issues.map((issue) => {
    if (issue.code === 'unrecognized_keys') {
      const keys = issue.keys.map((key) => [...issue.path, key].join('.'));
      return `${keys.join(', ')} is not an argument of it`;
    }
    return `${issue.path.join('.') || 'the input'} ${issue.message.replace(/^Invalid input: /, 'is wrong: ')}`;
  });
  const names = Object.keys(tool.input.shape);
  return new BtcpError('invalid_input', `${tool.name} was called with wrong arguments: ${reasons.join('; ')}.`, {
    hint: names.length > 0 ? `It takes ${names.join(', ')}. Correct the call and retry.` : 'It takes no arguments.',
  });
}
