import type { LanguageModel } from 'ai';

type Model = Extract<LanguageModel, { specificationVersion: 'v3' }>;
export type Prompt = Parameters<Model['doStream']>[0]['prompt'];
type ToolOutput = Extract<
  Extract<Prompt[number], { role: 'tool' }>['content'][number],
  { type: 'tool-result' }
>['output'];

export interface HeardCall {
  name: string;
  input: Record<string, unknown>;
  text: string;
  isError: boolean;
}

export interface Heard {
  message: string;
  calls: HeardCall[];
}

// What a run that is resumed adds to its conversation.
const RESUMED = 'Go on.';

export function heardIn(prompt: Prompt): Heard {
  const heard: Heard = { message: '', calls: [] };
  const inputs = new Map<string, Record<string, unknown>>();
  for (const { role, content } of prompt) {
    if (role === 'user') {
      const message = content.map((part) => (part.type === 'text' ? part.text : '')).join(' ');
      if (message === RESUMED) continue;
      heard.message = message;
      heard.calls = [];
    }
    if (role === 'assistant') {
      for (const part of content) {
        if (part.type === 'tool-call') inputs.set(part.toolCallId, part.input as Record<string, unknown>);
      }
    }
    if (role !== 'tool') continue;
    for (const part of content) {
      if (part.type !== 'tool-result') continue;
      const { toolName: name, toolCallId, output } = part;
      const isError = output.type.startsWith('error');
      heard.calls.push({ name, input: inputs.get(toolCallId) ?? {}, text: textOf(output), isError });
    }
  }
  return heard;
}

function textOf(output: ToolOutput): string {
  if (output.type === 'content') return output.value.map((part) => (part.type === 'text' ? part.text : '')).join('\n');
  return 'value' in output ? String(output.value) : '';
}
