import {
  BtcpError,
  callableTools,
  chooseTools,
  type Tool as Definition,
  describeTool,
  type ToolSet,
} from '@btcp/tools';
import { type JSONSchema7, jsonSchema, type Schema } from 'ai';
import type { ModelOutput } from './model-output.js';
import { notify, type ToolCallInfo, type ToolEvents } from './tool-events.js';

/** Which calls wait until a person allows them: all, the calls of some tools, or as a function decides. */
export type Approval = boolean | readonly string[] | ((toolName: string, args: unknown) => boolean | Promise<boolean>);

/** A tool of the AI SDK that programs can call too. */
export interface BrowserTool<Output> {
  description: string;
  inputSchema: Schema<unknown>;
  needsApproval: boolean | ((input: unknown) => boolean | Promise<boolean>);
  execute(input: unknown, call: ToolCallInfo & { abortSignal?: AbortSignal | undefined }): Promise<Output>;
  toModelOutput(result: { output: Output }): ModelOutput;
}

export interface CreateToolsOptions<Output> extends ToolEvents<Output> {
  needsApproval?: Approval | undefined;
  run(name: string, input: unknown, signal: AbortSignal): Promise<Output>;
  toModel(output: Output): ModelOutput;
}

export function createTools<Output>(
  definitions: ToolSet,
  options: CreateToolsOptions<Output>,
): Record<string, BrowserTool<Output>> {
  const tools: Record<string, BrowserTool<Output>> = {};
  for (const definition of definitions.values()) tools[definition.name] = createTool(definition, options);
  return tools;
}

function createTool<Output>(
  definition: Definition,
  { run, toModel, needsApproval, ...events }: CreateToolsOptions<Output>,
): BrowserTool<Output> {
  const { name, description } = definition;
  return {
    description,
    inputSchema: inputSchemaOf(definition),
    needsApproval: approvalOf(definition, needsApproval),
    async execute(input, { toolCallId, abortSignal }) {
      const signal = abortSignal ?? new AbortController().signal;
      notify(events.onToolCall, name, input, { toolCallId });
      try {
        const output = await run(name, input, signal);
        notify(events.onToolResult, name, output, { toolCallId });
        return output;
      } catch (thrown) {
        const error = withHint(BtcpError.from(thrown));
        notify(events.onToolError, name, error, { toolCallId });
        throw error;
      }
    },
    toModelOutput: ({ output }) => toModel(output),
  };
}

// Only shown to the model: `callTool` checks the input itself, with errors that say what to do.
function inputSchemaOf(definition: Definition): Schema<unknown> {
  return jsonSchema<unknown>(describeTool(definition).inputSchema as JSONSchema7);
}

// A misspelt name is rejected, because nobody would be asked.
function approvalOf(definition: Definition, approval: Approval = false) {
  if (typeof approval === 'boolean') return approval;
  if (typeof approval === 'function') {
    return async (input: unknown) => {
      for (const { name, args } of callsIn(definition, input)) if (await approval(name, args)) return true;
      return false;
    };
  }
  const asked = new Set([...chooseTools({ set: approval }).values()].map(firstName));
  if (asked.has(firstName(definition))) return true;
  if (!definition.powers) return false;
  const names = callableTools({});
  return (input: unknown) =>
    callsIn(definition, input).some(({ name }) => asked.has(names.get(name)?.aliasOf ?? name)) ||
    powersOf(definition, input).some((power) => asked.has(power));
}

// A call, and the calls that are its steps.
function callsIn({ name }: Definition, input: unknown): { name: string; args: unknown }[] {
  const { steps } = Object(input);
  const inside = name === 'browser_batch' && Array.isArray(steps) ? steps : [];
  return [
    { name, args: input },
    ...inside.map((step) => ({ name: String(Object(step).tool), args: Object(step).arguments })),
  ];
}

function powersOf(definition: Definition, input: unknown): readonly string[] {
  const parsed = definition.input.safeParse(input);
  return parsed.success ? (definition.powers?.(parsed.data) ?? []) : [];
}

function firstName({ name, aliasOf }: Definition): string {
  return aliasOf ?? name;
}

// The AI SDK shows only the message of an error to the model.
function withHint(error: BtcpError): BtcpError {
  const { code, message, hint } = error;
  return hint === undefined ? error : new BtcpError(code, `${message}\n${hint}`, { hint, cause: error });
}
