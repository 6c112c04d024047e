import type { LanguageModel } from 'ai';
import type { ModelChoice } from './model-settings.js';

// Explicit, because the SDK would use an empty variable, as compose files set it, as an address.
const ADDRESSES: Partial<Record<ModelChoice['provider'], string>> = {
  openai: 'https://api.openai.com/v1',
  anthropic: 'https://api.anthropic.com/v1',
};

export async function loadModel(
  { provider, model, baseUrl, key }: ModelChoice,
  onAnswer: (status: number, headers: Headers) => void,
): Promise<LanguageModel> {
  const baseURL = baseUrl ?? ADDRESSES[provider];
  const options = {
    ...(key === null ? {} : { apiKey: key }),
    ...(baseURL === undefined ? {} : { baseURL }),
    fetch: async (...request: Parameters<typeof fetch>) => {
      const response = await fetch(...request);
      onAnswer(response.status, response.headers);
      return response;
    },
  };
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
