import { number, type ParameterSet, required, text } from './parameters.js';

// The type of the answer is attached for the compiler only.
export type Returns<Answer> = string & { readonly answer?: Answer };

/** A command of the page contract. */
export interface CommandDefinition<Parameters extends ParameterSet = ParameterSet, Answer = unknown> {
  description: string;
  parameters: Parameters;
  returns: Returns<Answer>;
  examples: readonly object[];
}

export function answer<Answer>(words: string): Returns<Answer> {
  return words;
}

export const selector = required(text('A CSS selector or a ref such as @e3'));
export const timeout = number('Milliseconds to allow; 15000 by default');
