import { inspect } from 'node:util';
import { MASK } from '@btcp/protocol';
import { BtcpError } from '@btcp/tools';
import { AISDKError, APICallError, type FinishReason, RetryError } from 'ai';
import type { RunState } from '../contract/types.js';
import type { ModelChoice } from './model-settings.js';

type Failure = Extract<RunState, { state: 'failed' }>;

// Messages of providers about a conversation that is too long; there is no common code.
const TOO_LONG =
  /context.?(length|window|size)|prompt is too long|too many (input )?tokens|maximum.{0,40}tokens|tokens?.{0,40}(exceed|maximum)|input is too long/i;
const MAX_REASON = 300;

/** The state of a run that failed, with a message and a hint for the person. */
export function failureOf(thrown: unknown, choice: ModelChoice): Failure {
  const cause = RetryError.isInstance(thrown) ? thrown.lastError : thrown;
  const { message, hint } = explain(cause, choice);
  return { state: 'failed', message: withoutKey(message, choice), hint };
}

/** The failure behind a model's early stop; undefined when it finished normally. */
export function brokenEnd(reason: FinishReason | undefined, hasSaidSomething: boolean): Failure | undefined {
  switch (reason) {
    case 'length':
      return failed('The answer was cut off: the model may not write more at once.', 'Resume to let it go on.');
    case 'content-filter':
      return failed(
        'The filter of the provider stopped the answer.',
        'Say it in other words, or choose another model.',
      );
    case 'error':
      return failed('The provider broke the answer off.', 'Resume to ask again.');
    default:
      if (hasSaidSomething) return undefined;
      return failed(
        'The model answered with nothing.',
        'Resume to ask again; if it goes on, check the address of the model in the settings.',
      );
  }
}

function explain(cause: unknown, choice: ModelChoice): { message: string; hint: string } {
  if (APICallError.isInstance(cause)) return refused(cause, choice);
  if (cause instanceof BtcpError) return { message: cause.message, hint: cause.hint ?? 'Resume to try again.' };
  const reason = reasonOf(cause);
  if (TOO_LONG.test(reason)) return tooLong(reason);
  if (isBrokenConnection(cause)) return brokenOff(reason);
  if (AISDKError.isInstance(cause)) {
    return {
      message: `The answer of the model cannot be read: ${reason}`,
      hint: `Check that its address in the settings speaks as ${choice.provider} does, and resume.`,
    };
  }
  return { message: `The provider broke the answer off: ${reason}`, hint: 'Resume to ask again.' };
}

function refused(cause: APICallError, { provider, model }: ModelChoice): { message: string; hint: string } {
  const { statusCode: status, url, responseHeaders: headers = {} } = cause;
  const reason = reasonOf(cause);
  if (status === undefined) {
    return {
      message: `No model answers at ${placeOf(url)}: ${reason}`,
      hint: 'Start it, or correct its address in the settings, and resume.',
    };
  }
  if (status < 400) return brokenOff(reason);
  if (status === 429) {
    const wait = waitOf(headers['retry-after']);
    return {
      message: `${provider} takes no more requests for now (429): ${reason}`,
      hint: wait === undefined ? 'Wait a while, and resume.' : `Wait ${wait}, and resume.`,
    };
  }
  // After 429: rate limits mention tokens in similar words.
  if (status === 413 || TOO_LONG.test(`${reason} ${cause.responseBody ?? ''}`)) return tooLong(reason);
  if (status === 401 || status === 403 || (status === 400 && /api.?key/i.test(reason))) {
    return { message: `${provider} refused the key (${status}): ${reason}`, hint: 'Set another key, and resume.' };
  }
  if (status === 404) {
    return {
      message: `${provider} has no model "${model}" at ${placeOf(url)} (404): ${reason}`,
      hint: 'Correct the name of the model or its address in the settings, and resume.',
    };
  }
  if (status >= 500) {
    return {
      message: `${provider} has failed (${status}): ${reason}`,
      hint: 'Resume in a while: the fault is theirs.',
    };
  }
  return {
    message: `${provider} refused the request (${status}): ${reason}`,
    hint: 'Check the model and its address in the settings, and resume.',
  };
}

function brokenOff(reason: string): { message: string; hint: string } {
  return { message: `The connection to the model broke off: ${reason}`, hint: 'Resume to ask again.' };
}

function placeOf(url: string): string {
  return URL.canParse(url) ? new URL(url).origin : url;
}

function tooLong(reason: string): { message: string; hint: string } {
  return {
    message: `The conversation is longer than the model can read: ${reason}`,
    hint: 'Begin a new session, or choose a model that reads more.',
  };
}

/** A note on why a request is retried; undefined when it is not. */
export function waitingNote(status: number, headers: Headers): string | undefined {
  if (status !== 429 && status < 500) return undefined;
  const wait = waitOf(headers.get('retry-after'));
  const reason = status === 429 ? 'The provider takes no more requests for now' : `The provider has failed (${status})`;
  return `${reason}; asking again${wait === undefined ? '' : ` in ${wait}`}`;
}

// `retry-after` is a number of seconds or a date.
function waitOf(header: string | null | undefined): string | undefined {
  if (!header) return undefined;
  const seconds = /^\d+$/.test(header.trim()) ? Number(header) : (Date.parse(header) - Date.now()) / 1_000;
  if (!(seconds > 0)) return undefined;
  return seconds < 120 ? `${Math.ceil(seconds)} seconds` : `${Math.ceil(seconds / 60)} minutes`;
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

function failed(message: string, hint: string): Failure {
  return { state: 'failed', message, hint };
}
