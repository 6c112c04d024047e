import type { Refusal } from './network-policy.js';

export interface ConnectionFailure {
  refusal?: Refusal;
  errorText: string;
  /** Whether it was about a client certificate: the server rejected it, or was not trusted with it. */
  isAboutCertificate?: boolean;
}

export type ExplainFailure = (url: string) => ConnectionFailure | undefined;

// Chrome reports these for every connection that the egress proxy refuses or ends.
const NOT_MADE =
  /ERR_ADDRESS_UNREACHABLE|ERR_SOCKS_CONNECTION|ERR_EMPTY_RESPONSE|ERR_CONNECTION_(CLOSED|RESET|ABORTED)|ERR_SOCKET_NOT_CONNECTED/;
// And these where the proxy ends TLS and the server leaves in the middle.
const LEFT = /ERR_HTTP2_|ERR_SSL_PROTOCOL_ERROR/;

export function behind(errorText: string, failure: ConnectionFailure | undefined): ConnectionFailure {
  const isMeant = NOT_MADE.test(errorText) || (failure?.isAboutCertificate && LEFT.test(errorText));
  return failure && isMeant ? failure : { errorText };
}

export function failureText(errorText: string, failure: ConnectionFailure | undefined): string {
  const { refusal, errorText: actual } = behind(errorText, failure);
  return refusal ? `refused by the network policy: ${refusal.rule}` : actual;
}
