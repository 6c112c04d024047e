import { BtcpError } from '@btcp/tools';
import type { ModelSettings } from '../contract/types.js';
import type { SettingTable } from '../store/settings.js';
import type { Sealing } from './sealed.js';

interface Kept {
  provider: ModelSettings['provider'];
  model: string | null;
  baseUrl: string | null;
  sealedKey: string | null;
  stepLimit: number;
}

type Chosen = Omit<Kept, 'sealedKey'> & { key: string | null; isAddressGiven: boolean };

export interface ModelChoice {
  provider: NonNullable<ModelSettings['provider']>;
  model: string;
  baseUrl: string | null;
  /** The address came over the API, not from who started the server. */
  isAddressGiven: boolean;
  key: string | null;
}

const PROVIDERS = ['openai-compatible', 'openai', 'anthropic', 'google'] as const;
export const PROVIDER_NAMES: Record<ModelChoice['provider'], string> = {
  'openai-compatible': 'the model server',
  openai: 'OpenAI',
  anthropic: 'Anthropic',
  google: 'Google',
};

const DEFAULT_STEP_LIMIT = 50;
const MAX_STEPS = 1_000;

const KEY_VARIABLES: Record<ModelChoice['provider'], string[]> = {
  'openai-compatible': ['OPENAI_API_KEY'],
  openai: ['OPENAI_API_KEY'],
  anthropic: ['ANTHROPIC_API_KEY'],
  google: ['GOOGLE_GENERATIVE_AI_API_KEY', 'GEMINI_API_KEY'],
};

// Explicit, because the SDK would use an empty variable, as compose files set it, as an address.
export const USUAL_ADDRESSES: Partial<Record<ModelChoice['provider'], string>> = {
  openai: 'https://api.openai.com/v1',
  anthropic: 'https://api.anthropic.com/v1',
  google: 'https://generativelanguage.googleapis.com/v1beta',
};

// Variables that override addresses; `ANTHROPIC_BASE_URL` may lack the version.
const ADDRESS_VARIABLES: Partial<Record<ModelChoice['provider'], string>> = {
  'openai-compatible': 'OPENAI_BASE_URL',
  openai: 'OPENAI_BASE_URL',
  anthropic: 'ANTHROPIC_BASE_URL',
};

export class Models {
  readonly #settings: SettingTable;
  readonly #sealing: Sealing;

  constructor(settings: SettingTable, sealing: Sealing) {
    this.#settings = settings;
    this.#sealing = sealing;
  }

  async settings(): Promise<ModelSettings> {
    const { provider, model, baseUrl, key, stepLimit } = this.#chosen(await this.#kept());
    const missing = missingIn(provider, model, baseUrl, key);
    return { provider, model, baseUrl, hasKey: key !== null, missing, stepLimit };
  }

  async choose(model?: string): Promise<ModelChoice> {
    const chosen = this.#chosen(await this.#kept());
    return choiceOf({ ...chosen, model: model ?? chosen.model });
  }

  /** Returns what a change would choose, and keeps nothing. `model` may be missing where models are listed. */
  async draft(input: Record<string, unknown>, { model }: { model?: string } = {}): Promise<ModelChoice> {
    const chosen = this.#chosen(this.#changed(input, await this.#kept()));
    return choiceOf({ ...chosen, model: chosen.model ?? model ?? null });
  }

  async change(input: Record<string, unknown>): Promise<ModelSettings> {
    await this.#settings.put('model', this.#changed(input, await this.#kept()), { of: 'model' });
    return this.settings();
  }

  // A key and an address that are left out stay, unless the provider changes; a key never goes to another server.
  #changed(input: Record<string, unknown>, before: Partial<Kept>): Kept {
    const provider = optionOf(input.provider, before.provider ?? null);
    const { sealedKey = null, baseUrl = null } = provider === (before.provider ?? null) ? before : {};
    const key = textOf('key', input.key, null);
    const address = addressOf(textOf('baseUrl', input.baseUrl, baseUrl));
    const isSameServer = serverOf(provider, address) === serverOf(provider, baseUrl);
    return {
      provider,
      model: textOf('model', input.model, before.model),
      baseUrl: address,
      sealedKey: input.key === undefined ? (isSameServer ? sealedKey : null) : key && this.#sealing.seal(key),
      stepLimit: assertStepLimit(input.stepLimit ?? before.stepLimit ?? DEFAULT_STEP_LIMIT),
    };
  }

  #chosen(set: Partial<Kept>): Chosen {
    const { env } = process;
    const provider = set.provider ?? providerIn(env);
    const isAddressGiven = serverOf(provider, set.baseUrl ?? null) !== serverOf(provider, null);
    // Keys of the environment are for the address of the environment, or the usual one.
    const keys = provider && !isAddressGiven ? KEY_VARIABLES[provider].map((name) => env[name]) : [];
    return {
      provider,
      model: set.model || env.BTCP_MODEL || env.MODEL || null,
      baseUrl: set.baseUrl ?? (provider && addressIn(env, provider)),
      isAddressGiven,
      key: (set.sealedKey && this.#sealing.unseal(set.sealedKey)) || keys.find(Boolean) || null,
      stepLimit: set.stepLimit ?? DEFAULT_STEP_LIMIT,
    };
  }

  async #kept(): Promise<Partial<Kept>> {
    return (await this.#settings.get<Partial<Kept>>('model')) ?? {};
  }
}

function choiceOf({ provider, model, baseUrl, isAddressGiven, key }: Chosen): ModelChoice {
  const missing = missingIn(provider, model, baseUrl, key);
  if (missing !== null || provider === null || model === null) {
    throw new BtcpError('unsupported', missing ?? 'No model is set.', {
      hint: 'You can call the tools by hand without a model.',
    });
  }
  return { provider, model, baseUrl, isAddressGiven, key };
}

function serverOf(chosen: ModelSettings['provider'], address: string | null): string | undefined {
  const { env } = process;
  const provider = chosen ?? providerIn(env);
  const used = address ?? (provider && (addressIn(env, provider) ?? USUAL_ADDRESSES[provider]));
  return used && URL.canParse(used) ? new URL(used).origin : undefined;
}

function providerIn(env: NodeJS.ProcessEnv): ModelSettings['provider'] {
  if (env.OPENAI_BASE_URL) return 'openai-compatible';
  return PROVIDERS.slice(1).find((name) => KEY_VARIABLES[name].some((variable) => env[variable])) ?? null;
}

function addressIn(env: NodeJS.ProcessEnv, provider: ModelChoice['provider']): string | null {
  const address = env[ADDRESS_VARIABLES[provider] ?? ''];
  if (!address) return null;
  const hasNoPath = provider === 'anthropic' && /^https?:\/\/[^/]+\/?$/.test(address);
  return hasNoPath ? `${address.replace(/\/$/, '')}/v1` : address;
}

function missingIn(
  provider: ModelSettings['provider'],
  model: string | null,
  baseUrl: string | null,
  key: string | null,
): string | null {
  if (provider === null)
    return 'No model is set. Choose a provider in the settings, or start the server with a key such as OPENAI_API_KEY.';
  if (model === null)
    return `No model of ${PROVIDER_NAMES[provider]} is chosen. Choose one in the settings, or set MODEL.`;
  if (provider === 'openai-compatible')
    return baseUrl === null
      ? 'The address of the model is missing. Enter it in the settings, or set OPENAI_BASE_URL.'
      : null;
  return key === null
    ? `The key for ${PROVIDER_NAMES[provider]} is missing. Enter it in the settings, or set ${KEY_VARIABLES[provider][0]}.`
    : null;
}

function optionOf(value: unknown, before: ModelSettings['provider']): ModelSettings['provider'] {
  if (value === undefined) return before;
  if (value === null || PROVIDERS.some((name) => name === value)) return value as ModelSettings['provider'];
  throw new BtcpError('invalid_input', `There is no provider "${String(value)}".`, {
    hint: `The providers are ${PROVIDERS.join(', ')}.`,
  });
}

function textOf(name: string, value: unknown, before: string | null | undefined): string | null {
  if (value === undefined) return before ?? null;
  if (value === null || value === '') return null;
  if (typeof value === 'string' && value.length <= 2_000) return value.trim();
  throw new BtcpError('invalid_input', `${name} is wrong: expected text.`, { hint: 'Give a text, or null for none.' });
}

function addressOf(text: string | null): string | null {
  if (text === null || (URL.canParse(text) && /^https?:/i.test(text))) return text;
  throw new BtcpError('invalid_input', `"${text}" is not the address of a model.`, {
    hint: 'Enter one such as http://127.0.0.1:11434/v1.',
  });
}

export function assertStepLimit(value: unknown): number {
  if (Number.isInteger(value) && Number(value) > 0 && Number(value) <= MAX_STEPS) return Number(value);
  throw new BtcpError('invalid_input', 'stepLimit is wrong.', { hint: `Give a number from 1 to ${MAX_STEPS}.` });
}
