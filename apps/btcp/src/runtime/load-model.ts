import { BtcpError } from '@btcp/tools';
import type { LanguageModel } from 'ai';
import { type ModelChoice, USUAL_ADDRESSES } from './model-settings.js';

export type Reach = (address: string) => Promise<void>;

export async function loadModel(
  choice: ModelChoice,
  reach: Reach,
  onAnswer: (status: number, headers: Headers) => void = () => {},
): Promise<LanguageModel> {
  const { provider, model, baseUrl, key } = choice;
  const baseURL = baseUrl ?? USUAL_ADDRESSES[provider];
  const ask = fetchFor(choice, reach);
  const options = {
    ...(key === null ? {} : { apiKey: key }),
    ...(baseURL === undefined ? {} : { baseURL }),
    fetch: async (address: Parameters<typeof fetch>[0], init?: RequestInit) => {
      const response = await ask(address, init);
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

export function fetchFor({ isAddressGiven }: ModelChoice, reach: Reach): typeof fetch {
  return async (address, init) => {
    if (isAddressGiven) await reach(address instanceof Request ? address.url : String(address));
    // A redirect would take the headers with the key to another address.
    const response = await fetch(address, { ...init, redirect: 'manual' });
    if (response.status >= 300 && response.status < 400) throw redirected(response);
    return response;
  };
}

function redirected({ url, headers }: Response): BtcpError {
  return new BtcpError(
    'denied',
    `The model's address ${new URL(url).origin} redirects to ${headers.get('location')}.`,
    {
      hint: 'Keys are not sent to another address. If the model is there, enter that address in the settings.',
    },
  );
}
