import type { Refusal } from './network-policy.js';

/** Why a connection was not made: the policy refused it, or Chrome's name for what happened. */
export interface ConnectionFailure {
  refusal?: Refusal;
  errorText: string;
}

/** Knows what happened to the last connection that was wanted for an address, if it was not made. */
export type ExplainFailure = (url: string) => ConnectionFailure | undefined;

/** What Chrome says of every connection that the egress proxy did not make, and of one that it ended by its scheme. */
const NOT_MADE = /ERR_ADDRESS_UNREACHABLE|ERR_SOCKS_CONNECTION|ERR_EMPTY_RESPONSE|ERR_CONNECTION_(CLOSED|RESET)/;

/** The failure behind Chrome's word for it, if it was one of the connection. */
export function behind(errorText: string, failure: ConnectionFailure | undefined): ConnectionFailure {
  return failure && NOT_MADE.test(errorText) ? failure : { errorText };
}

/** One line for a list of requests. */
export function failureText(errorText: string, failure: ConnectionFailure | undefined): string {
  const { refusal, errorText: actual } = behind(errorText, failure);
  return refusal ? `refused by the network policy: ${refusal.rule}` : actual;
}
