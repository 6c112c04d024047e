import type { LanguageModel } from 'ai';
import type { ModelChoice } from './model-settings.js';

/** Said to the SDK, which would take an empty variable, as compose files leave them, for an address. */
const ADDRESSES: Partial<Record<ModelChoice['provider'], string>> = {
  openai: 'https://api.openai.com/v1',
  anthropic: 'https://api.anthropic.com/v1',
};

/** The model of the AI SDK; only the provider that is used is loaded. */
export async function loadModel({ provider, model, baseUrl, key }: ModelChoice): Promise<LanguageModel> {
  const baseURL = baseUrl ?? ADDRESSES[provider];
  const options = { ...(key === null ? {} : { apiKey: key }), ...(baseURL === undefined ? {} : { baseURL }) };
  switch (provider) {
    case 'openai':
      return (await import('@ai-sdk/openai')).createOpenAI(options)(model);
    case 'anthropic':
      return (await import('@ai-sdk/anthropic')).createAnthropic(options)(model);
    case 'google':
      return (await import('@ai-sdk/google')).createGoogleGenerativeAI(options)(model);
    case 'openai-compatible': {
      const { createOpenAICompatible } = await import('@ai-sdk/openai-compatible');
      return createOpenAICompatible({ name: 'model', baseURL: baseUrl ?? '', includeUsage: true, ...options })(model);
    }
  }
}
