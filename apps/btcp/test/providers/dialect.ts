// A tool that the script calls: its name, and its arguments, or a text that stands in their place.
type Call = [name: string, args: object | string];

/** What a model answers: words, or calls. */
export type Answer = string | Call[];

/** What a request says, whatever its dialect. */
export interface Asked {
  key: string | undefined;
  tools: string[];
  /** The texts of the results, the oldest first. */
  results: string[];
  /** How many pictures it carries. */
  pictures: number;
  /** All of the body. */
  text: string;
}

/** How one provider is spoken with. */
export interface Dialect {
  isFor(path: string): boolean;
  /** Throws where a request breaks the rules that the provider enforces. */
  read(body: unknown, headers: Record<string, string | string[] | undefined>): Omit<Asked, 'text'>;
  /** The events of a streamed answer. */
  write(answer: Answer, turn: number): { event?: string; data: unknown }[];
  /** The body of a failure. */
  fail(message: string): unknown;
}

/** In two pieces, as streams come. */
export function halves(text: string): string[] {
  const middle = Math.ceil(text.length / 2);
  return [text.slice(0, middle), text.slice(middle)].filter((half) => half !== '');
}

export function argumentsText(args: object | string): string {
  return typeof args === 'string' ? args : JSON.stringify(args);
}

/** Every provider refuses a conversation with a call that has no result. */
export function expectAnswered(calls: string[], results: string[]): void {
  const isSame = calls.length === results.length && calls.every((call, index) => call === results[index]);
  if (!isSame) throw new Error(`The calls ${calls.join(', ')} have the results ${results.join(', ')}.`);
}
