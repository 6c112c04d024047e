import type { z } from 'zod';
import type { Image, KeptFile, PageInfo } from '../../port/browser-session.js';
import type { Effects } from '../../shaping/action-output.js';
import type { Summary } from '../../shaping/boundary/boundary.js';
import type { ToolContext } from './tool-context.js';

/** A tool, defined once for all surfaces, the reference and the input check. */
export interface Tool<
  Input extends z.ZodObject = z.ZodObject,
  Output extends z.ZodType = z.ZodType,
  Value = z.output<Output>,
> {
  name: string;
  title: string;
  /** One or two sentences, written for the model that chooses. */
  description: string;
  group: 'pages' | 'seeing' | 'acting' | 'waiting' | 'scripting' | 'debugging' | 'people' | 'connected';
  /** Whether it changes the page; such calls of one conversation run one at a time. */
  effect: 'read' | 'write';
  isUrgent?: boolean;
  /** Waits for a person, so it may run while one drives. */
  isForPerson?: boolean;
  /** Takes a whole browser: a connected page has neither tabs nor files nor a record of its traffic. */
  needsWholeBrowser?: boolean;
  /** The canonical name of what this does under another name; no set shows both. */
  aliasOf?: string;
  /** The same under this name, where the canonical tool is changed; only an alias has it. */
  withCanonical?(change: (canonical: Tool) => Tool): Tool;
  /** What an alias is given, in the words of the canonical tool. */
  toCanonical?(input: unknown): unknown;
  /** Arguments that do what another tool does: they are offered only where that tool is. */
  borrows?: Record<string, string>;
  /** Strict and flat, without transforms: surfaces and `callTool` each parse once. */
  input: Input;
  output: Output;
  /** Inputs that work; a test runs each. */
  examples: z.input<Input>[];
  run(input: z.output<Input>, context: ToolContext): Promise<Value>;
  /** The value as `data` of the result, where that has another form. */
  render?(value: Value): z.output<Output>;
  /** The text for the model, without the page line. Plain strings count as words of a page. */
  summarize(value: Value): Summary;
}

/** The result of every call. */
export interface ToolResult {
  /** Words of pages are inside a boundary. */
  text: string;
  data: unknown;
  /** Null when no browser is open, and while a person drives it in private. */
  page: PageInfo | null;
  effects?: Effects;
  /** The element that was acted on, for programs that find it again. */
  element?: { role: string; name: string };
  images?: Image[];
  /** Which line of a snapshot's tree shows each ref, counted from 0. */
  refLines?: Record<string, number>;
  /** Long outputs, pictures at full size, and downloads. */
  files?: KeptFile[];
}

/** Types a tool by its schemas; it changes nothing. */
export function defineTool<Input extends z.ZodObject, Output extends z.ZodType>(
  tool: Tool<Input, Output>,
): Tool<Input, Output> {
  return tool;
}

/** As `defineTool`, for a tool whose value is rendered before it is given out. */
export function defineRenderedTool<Input extends z.ZodObject, Output extends z.ZodType, Value>(
  tool: Tool<Input, Output, Value> & { render(value: Value): z.output<Output> },
): Tool<Input, Output, Value> {
  return tool;
}
