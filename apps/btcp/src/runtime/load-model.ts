import { BtcpError } from '@btcp/tools';
import type { LanguageModel } from 'ai';
import { type ModelChoice, USUAL_ADDRESSES } from './model-settings.js';

export async function loadModel(
  { provider, model, baseUrl, isAddressGiven, key }: ModelChoice,
  reach: (address: string) => Promise<void>,
  onAnswer: (status: number, headers: Headers) => void,
): Promise<LanguageModel> {
  const baseURL = baseUrl ?? USUAL_ADDRESSES[provider];
  const options = {
    ...(key === null ? {} : { apiKey: key }),
    ...(baseURL === undefined ? {} : { baseURL }),
    fetch: async (address: Parameters<typeof fetch>[0], init?: RequestInit) => {
      if (isAddressGiven) await reach(address instanceof Request ? address.url : String(address));
      // The headers with the key would go along to wherever a redirect leads.
      const response = await fetch(address, { ...init, redirect: 'manual' });
      if (response.status >= 300 && response.status < 400) throw redirected(response);
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

function redirected({ url, headers }: Response): BtcpError {
  return new BtcpError(
    'denied',
    `The model's address ${new URL(url).origin} redirects to ${headers.get('location')}.`,
    {
      hint: 'Keys follow no redirect: if the model is there, set that address in the settings.',
    },
  );
}
