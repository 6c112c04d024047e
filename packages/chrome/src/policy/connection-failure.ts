import type { Refusal } from './network-policy.js';

export interface ConnectionFailure {
  refusal?: Refusal;
  errorText: string;
  /** Whether the connection was made with a client certificate. */
  sentCertificate?: true;
}

export type ExplainFailure = (url: string) => ConnectionFailure | undefined;

// Chrome reports these for every connection that the egress proxy refuses or ends.
const NOT_MADE = /ERR_ADDRESS_UNREACHABLE|ERR_SOCKS_CONNECTION|ERR_EMPTY_RESPONSE|ERR_CONNECTION_(CLOSED|RESET)/;

export function behind(errorText: string, failure: ConnectionFailure | undefined): ConnectionFailure {
  return failure && NOT_MADE.test(errorText) ? failure : { errorText };
}

export function failureText(errorText: string, failure: ConnectionFailure | undefined): string {
  const { refusal, errorText: actual } = behind(errorText, failure);
  return refusal ? `refused by the network policy: ${refusal.rule}` : actual;
}
