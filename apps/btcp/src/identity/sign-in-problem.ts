import { AuthorizationResponseError, ClientError, ResponseBodyError } from 'openid-client';
import { PersonRefused } from './person.js';

/** Why nobody was signed in; the page has a text for each. */
export type SignInProblem = 'attempt' | 'cancelled' | 'no-name' | 'no-role' | 'provider-answer' | 'unreachable';

const NETWORK = new Set([
  'OAUTH_TIMEOUT',
  'OAUTH_ABORT',
  'OAUTH_RESPONSE_IS_NOT_CONFORM',
  'OAUTH_RESPONSE_IS_NOT_JSON',
]);

/** Returns the problem, and the details for the log. */
export function whyFailed(thrown: unknown): [problem: SignInProblem, detail: string] {
  if (thrown instanceof PersonRefused) return [thrown.why, thrown.message];
  if (thrown instanceof AuthorizationResponseError) return ['cancelled', thrown.error];
  if (thrown instanceof ResponseBodyError) return ['provider-answer', `${thrown.error} (${thrown.status})`];
  const detail = detailOf(thrown);
  // `fetch` rejects with a TypeError when nobody answers.
  const isOfNetwork = thrown instanceof ClientError ? NETWORK.has(thrown.code ?? '') : thrown instanceof TypeError;
  return [isOfNetwork ? 'unreachable' : 'provider-answer', detail];
}

function detailOf(thrown: unknown): string {
  const { message, cause } = Object(thrown) as Partial<Error>;
  const reason = cause instanceof Error ? `: ${cause.message || cause.name}` : '';
  return `${message ?? 'unknown'}${reason}`;
}
