import { inspect } from 'node:util';
import { counted, MASK } from '@btcp/protocol';
import { BtcpError } from '@btcp/tools';
import { AISDKError, APICallError, type FinishReason, RetryError } from 'ai';
import type { ModelProblem, RunState } from '../contract/types.js';
import { type ModelChoice, PROVIDER_NAMES } from './model-settings.js';

type Failure = Extract<RunState, { state: 'failed' }>;
type Explanation = Required<ModelProblem>;

// Messages of providers about a conversation that is too long; there is no common code.
const TOO_LONG =
  /context.?(length|window|size)|prompt is too long|too many (input )?tokens|maximum.{0,40}tokens|tokens?.{0,40}(exceed|maximum)|input is too long/i;
const QUOTA_USED_UP = /insufficient_quota|exceeded your current quota|credit balance|billing/i;
// Errors of ours that other settings of the model avoid: a refused address, a key that cannot be read.
const OF_SETTINGS: ReadonlySet<string> = new Set(['denied', 'unsupported', 'invalid_input', 'unauthorized']);
const MAX_REASON = 300;

export function failureOf(thrown: unknown, choice: ModelChoice): Failure {
  const cause = RetryError.isInstance(thrown) ? thrown.lastError : thrown;
  const { message, hint, next } = explain(cause, choice);
  return { state: 'failed', message: withoutKey(message, choice), hint, next };
}

/** The failure behind a model's early stop; undefined when it finished normally. */
export function brokenEnd(reason: FinishReason | undefined, hasSaidSomething: boolean): Failure | undefined {
  switch (reason) {
    case 'length':
      return failed("The answer was cut off at the model's output limit.", 'Try again to let it continue.');
    case 'content-filter':
      return failed(
        "The provider's content filter stopped the answer.",
        'Rephrase it, or choose another model.',
        'settings',
      );
    case 'error':
      return failed('The provider cut off the answer.', 'Try again.');
    default:
      if (hasSaidSomething) return undefined;
      return failed(
        'The model returned an empty answer.',
        'Try again. If it happens again, check the model and its address in the settings.',
      );
  }
}

function explain(cause: unknown, choice: ModelChoice): Explanation {
  if (APICallError.isInstance(cause)) return refused(cause, choice);
  if (cause instanceof BtcpError) {
    const next = OF_SETTINGS.has(cause.code) ? 'settings' : 'retry';
    return { message: cause.message, hint: cause.hint ?? 'Try again.', next };
  }
  if (isTimeout(cause)) {
    return {
      message: `${placeNameOf(choice)} did not answer in time.`,
      hint: 'Check that the model is running and that its address is right.',
      next: 'settings',
    };
  }
  const reason = reasonOf(cause);
  if (TOO_LONG.test(reason)) return tooLong(reason);
  if (isBrokenConnection(cause)) return brokenOff(reason);
  if (AISDKError.isInstance(cause) || cause instanceof SyntaxError) {
    return {
      message: `The answer of the model cannot be read: ${reason}`,
      hint: `Check in the settings that the address speaks the protocol of ${choice.provider}.`,
      next: 'settings',
    };
  }
  return { message: `The provider cut off the answer: ${reason}`, hint: 'Try again.', next: 'retry' };
}

function refused(cause: APICallError, choice: ModelChoice): Explanation {
  const { statusCode: status, url, responseHeaders: headers = {} } = cause;
  const name = placeNameOf(choice);
  const reason = reasonOf(cause);
  if (status === undefined) {
    return {
      message: `No model answers at ${placeOf(url)}: ${reason}`,
      hint: 'Start the model, or correct its address in the settings.',
      next: 'settings',
    };
  }
  if (status < 400) return brokenOff(reason);
  if (status === 402 || (status === 429 && isUsedUp(`${reason} ${cause.responseBody ?? ''}`))) {
    return {
      message: `The quota of this key at ${PROVIDER_NAMES[choice.provider]} is used up (${status}): ${reason}`,
      hint: 'Add credit at the provider, or set another key. Waiting does not help.',
      next: 'settings',
    };
  }
  if (status === 429) {
    const wait = waitOf(headers['retry-after']);
    return {
      message: `${name} is rate limiting requests (429): ${reason}`,
      hint: `Try again ${wait === undefined ? 'in a while' : `in ${wait}`}.`,
      next: 'retry',
    };
  }
  // After 429: rate limits mention tokens in similar words.
  if (status === 413 || TOO_LONG.test(`${reason} ${cause.responseBody ?? ''}`)) return tooLong(reason);
  if (status === 401 || status === 403 || (status === 400 && /api.?key/i.test(reason))) {
    return { message: `${name} refused the key (${status}): ${reason}`, hint: 'Set another key.', next: 'settings' };
  }
  if (status === 404) {
    return {
      message: `${name} has no model "${choice.model}" at ${placeOf(url)} (404): ${reason}`,
      hint: 'Correct the model name or its address in the settings.',
      next: 'settings',
    };
  }
  if (status >= 500) {
    return { message: `${name} failed (${status}): ${reason}`, hint: 'Try again in a while.', next: 'retry' };
  }
  return {
    message: `${name} refused the request (${status}): ${reason}`,
    hint: 'Check the model and its address in the settings.',
    next: 'settings',
  };
}

// Google names the quota in rate limits too, and then says when to retry.
function isUsedUp(text: string): boolean {
  return QUOTA_USED_UP.test(text) && !/retryDelay|retry in|per.?minute/i.test(text);
}

function brokenOff(reason: string): Explanation {
  return { message: `The connection to the model was lost: ${reason}`, hint: 'Try again.', next: 'retry' };
}

function placeNameOf({ provider }: ModelChoice): string {
  const name = PROVIDER_NAMES[provider];
  return name.charAt(0).toUpperCase() + name.slice(1);
}

function placeOf(url: string): string {
  return URL.canParse(url) ? new URL(url).origin : url;
}

function tooLong(reason: string): Explanation {
  return {
    message: `The conversation is longer than the model can read: ${reason}`,
    hint: 'Begin a new session, or choose a model that reads more.',
    next: 'new-session',
  };
}

/** A note on why a request is retried; undefined when it is not. */
export function waitingNote(status: number, headers: Headers): string | undefined {
  if (status !== 429 && status < 500) return undefined;
  const wait = waitOf(headers.get('retry-after'));
  const reason = status === 429 ? 'The provider is rate limiting requests' : `The provider failed (${status})`;
  return `${reason}. Asking again${wait === undefined ? '' : ` in ${wait}`}`;
}

// `retry-after` is a number of seconds or a date.
function waitOf(header: string | null | undefined): string | undefined {
  if (!header) return undefined;
  const seconds = /^\d+$/.test(header.trim()) ? Number(header) : (Date.parse(header) - Date.now()) / 1_000;
  if (!(seconds > 0)) return undefined;
  return seconds < 120 ? counted(Math.ceil(seconds), 'second') : counted(Math.ceil(seconds / 60), 'minute');
}

function isTimeout(cause: unknown): boolean {
  return cause instanceof Error && cause.name === 'TimeoutError';
}

function isBrokenConnection(cause: unknown): boolean {
  return cause instanceof TypeError || /ECONNRESET|EPIPE|socket|terminated|other side closed/i.test(reasonOf(cause));
}

// Providers also throw plain objects.
function reasonOf(cause: unknown): string {
  const given = cause instanceof Error ? cause.message : (cause as { message?: unknown } | null)?.message;
  const text = typeof given === 'string' ? given : typeof cause === 'string' ? cause : inspect(cause);
  const line = text.replaceAll(/\s+/g, ' ').trim() || 'no reason was given';
  return line.length > MAX_REASON ? `${line.slice(0, MAX_REASON)}…` : line;
}

// Some providers repeat the rejected key in the message.
function withoutKey(text: string, { key }: ModelChoice): string {
  return key ? text.replaceAll(key, MASK) : text;
}

function failed(message: string, hint: string, next: Explanation['next'] = 'retry'): Failure {
  return { state: 'failed', message, hint, next };
}
