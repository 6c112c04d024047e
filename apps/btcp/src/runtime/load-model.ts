import type { LanguageModel } from 'ai';
import type { ModelChoice } from './model-settings.js';

/** The model of the AI SDK; only the provider that is used is loaded. */
export async function loadModel({ provider, model, baseUrl, key }: ModelChoice): Promise<LanguageModel> {
  const options = { ...(key === null ? {} : { apiKey: key }), ...(baseUrl === null ? {} : { baseURL: baseUrl }) };
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
