import { z } from 'zod';
import type { Tool } from '../tools/definition/tool.js';

export type Shown = ReadonlySet<string>;

/** An argument must not do what a tool does that is not offered. */
export function withoutBorrowed(tool: Tool, offered: Shown): Tool {
  const gone = Object.entries(tool.borrows ?? {}).filter(([, lender]) => !offered.has(lender));
  if (gone.length === 0) return tool;
  const kept = Object.entries(tool.input.shape).filter(([name]) => !gone.some(([argument]) => argument === name));
  const examples = tool.examples.filter((example) => !gone.some(([argument]) => argument in example));
  return { ...tool, input: z.strictObject(Object.fromEntries(kept)), examples };
}

export function withRef(tool: Tool): Tool {
  const { selector, ...others } = tool.input.shape;
  if (!selector) return tool;
  return {
    ...tool,
    input: z.strictObject({ ref: selector, ...others }),
    run: ({ ref, ...input }, context) => tool.run({ ...input, selector: ref }, context),
  };
}
