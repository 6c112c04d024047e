import type { z } from 'zod';
import type { Summary } from '../../shaping/boundary/boundary.js';
import type { Tool } from './tool.js';

interface Alias<Input extends z.ZodObject, Canonical extends z.ZodObject, Value> {
  name: string;
  description: string;
  input: Input;
  examples: z.input<Input>[];
  translate(input: z.output<Input>): z.input<Canonical>;
  summarize(value: Value): Summary;
}

export function defineAlias<Input extends z.ZodObject, Canonical extends z.ZodObject, Output extends z.ZodType, Value>(
  canonical: Tool<Canonical, Output, Value>,
  alias: Alias<Input, Canonical, Value>,
): Tool<Input, Output, Value> {
  const { title, group, effect, output, render, needsWholeBrowser = false } = canonical;
  const { translate, ...own } = alias;
  return {
    title,
    group,
    effect,
    output,
    needsWholeBrowser,
    ...(render ? { render } : {}),
    ...own,
    aliasOf: canonical.name,
    withCanonical: (change) => defineAlias(change(canonical), alias),
    toCanonical: (input) => translate(alias.input.parse(input)),
    run: (input, context) => canonical.run(canonical.input.parse(translate(input)), context),
  };
}
