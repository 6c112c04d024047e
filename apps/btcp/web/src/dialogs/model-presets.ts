import type { ModelSettings } from '../../../src/contract/types.ts';

export interface ModelPreset {
  id: string;
  label: string;
  provider: NonNullable<ModelSettings['provider']>;
  /** Where it is; a person enters the address of others. */
  baseUrl?: string;
  example: string;
  needsKey: boolean;
}

export const MODEL_PRESETS: readonly [ModelPreset, ...ModelPreset[]] = [
  { id: 'anthropic', label: 'Anthropic', provider: 'anthropic', example: 'claude-sonnet-4-5', needsKey: true },
  { id: 'openai', label: 'OpenAI', provider: 'openai', example: 'gpt-5', needsKey: true },
  { id: 'google', label: 'Google', provider: 'google', example: 'gemini-2.5-pro', needsKey: true },
  {
    id: 'openrouter',
    label: 'OpenRouter',
    provider: 'openai-compatible',
    baseUrl: 'https://openrouter.ai/api/v1',
    example: 'anthropic/claude-sonnet-4.5',
    needsKey: true,
  },
  {
    id: 'ollama',
    label: 'Ollama on this machine',
    provider: 'openai-compatible',
    baseUrl: 'http://127.0.0.1:11434/v1',
    example: 'qwen3',
    needsKey: false,
  },
  {
    id: 'other',
    label: 'Another OpenAI-compatible server',
    provider: 'openai-compatible',
    example: 'model-name',
    needsKey: false,
  },
];

export function presetOf({ provider, baseUrl }: Pick<ModelSettings, 'provider' | 'baseUrl'>): ModelPreset {
  const sameProvider = MODEL_PRESETS.filter((preset) => preset.provider === provider);
  return (
    sameProvider.find((preset) => preset.baseUrl !== undefined && preset.baseUrl === baseUrl) ??
    sameProvider.find((preset) => preset.baseUrl === undefined) ??
    MODEL_PRESETS[0]
  );
}
