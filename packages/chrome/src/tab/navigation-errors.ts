import { BtcpError } from '@btcp/protocol';
import type { ConnectionFailure } from '../policy/connection-failure.js';
import { OPENABLE } from '../policy/openable.js';
import type { HttpStatus } from './document-state.js';

interface Explanation {
  says: (url: string) => string;
  hint: string;
}

const CERTIFICATE: Explanation = {
  says: (url) => `the certificate of ${host(url)} is not trusted`,
  hint: 'Check the address; for a development server use http, or a certificate that this machine trusts.',
};

const EXPLANATIONS: [RegExp, Explanation][] = [
  [
    /ERR_NAME_NOT_RESOLVED|ERR_NAME_RESOLUTION_FAILED/,
    { says: (url) => `the name ${host(url)} has no address`, hint: 'Check the spelling of the host, and the network.' },
  ],
  [
    /ERR_CONNECTION_REFUSED/,
    {
      says: (url) => `Failed to connect to ${host(url)}, where nothing accepts connections`,
      hint: 'Check that the server runs and the port is right.',
    },
  ],
  [
    /ERR_CONNECTION_(RESET|CLOSED|ABORTED)|ERR_EMPTY_RESPONSE|ERR_SOCKET_NOT_CONNECTED/,
    {
      says: (url) => `${host(url)} ended the connection without an answer`,
      hint: 'Look at the log of the server, then retry.',
    },
  ],
  [
    /ERR_(CONNECTION_)?TIMED_OUT/,
    { says: (url) => `${host(url)} did not answer in time`, hint: 'Retry, or check the network.' },
  ],
  [
    /ERR_INTERNET_DISCONNECTED|ERR_ADDRESS_UNREACHABLE|ERR_NETWORK/,
    {
      says: (url) => `${host(url)} cannot be reached from this machine`,
      hint: 'Check the network, and whether browser_set_offline has cut it off.',
    },
  ],
  [
    /ERR_(BAD_)?SSL_CLIENT_AUTH/,
    {
      says: (url) => `${host(url)} asks for a client certificate, and none is configured for it`,
      hint: "The server's operator can add one with --client-certificate.",
    },
  ],
  [
    /ERR_ALPN_NEGOTIATION_FAILED/,
    { says: (url) => `${host(url)} offers no protocol that the browser supports`, hint: 'Check the server.' },
  ],
  [/ERR_CERT_|ERR_SSL_/, CERTIFICATE],
  [
    /ERR_TOO_MANY_REDIRECTS/,
    { says: (url) => `${url} redirects in a loop`, hint: 'Open another address of the site.' },
  ],
  [
    /ERR_UNSAFE_PORT/,
    { says: (url) => `Chrome never connects to the port of ${host(url)}`, hint: 'Use another port.' },
  ],
];

const RETRY_LONGER = 'Retry with a longer timeout, or with waitUntil domcontentloaded.';

const CHANGED_BY = "The server's operator can change --client-certificate.";

// For an origin with a client certificate, which our proxy sends and whose server it checks.
const WITH_CERTIFICATE: [RegExp, Explanation][] = [
  [
    /ERR_BAD_SSL_CLIENT_AUTH_CERT/,
    {
      says: (url) => `${host(url)} rejected the client certificate that is configured for it`,
      hint: `Check that it has not expired and that the server trusts its issuer. ${CHANGED_BY}`,
    },
  ],
  [
    /ERR_CONNECTION_(CLOSED|RESET)/,
    {
      says: (url) =>
        `${host(url)} ended the connection without an answer, as servers do that reject the client certificate`,
      hint: `Look at the log of the server, and check that it trusts the issuer of the certificate. ${CHANGED_BY}`,
    },
  ],
  [
    /ERR_CERT_/,
    {
      ...CERTIFICATE,
      hint: `No request was sent. If a private authority signed the certificate of the server, give that authority as ca=PATH. ${CHANGED_BY}`,
    },
  ],
];

export function navigationFailed(url: string, failure: ConnectionFailure): BtcpError {
  const { errorText, refusal, isAboutCertificate } = failure;
  if (refusal) {
    return new BtcpError('denied', `The network policy refuses ${host(url)}: ${refusal.rule}.`, { hint: refusal.hint });
  }
  const isRefusedRedirect = /ERR_UNSAFE_REDIRECT|ERR_BLOCKED_BY_CLIENT/.test(errorText);
  if (isRefusedRedirect || !OPENABLE.test(url)) {
    return new BtcpError(
      'denied',
      `${url} ${isRefusedRedirect ? 'leads to' : 'is'} an address of a kind that is not opened.`,
      {
        hint: 'Pages are http and https addresses. Open another address of the site.',
      },
    );
  }
  const explanations = [...(isAboutCertificate ? WITH_CERTIFICATE : []), ...EXPLANATIONS];
  const explanation = explanations.find(([pattern]) => pattern.test(errorText))?.[1];
  return new BtcpError(
    'navigation_failed',
    `${errorText}: ${explanation?.says(url) ?? `${url} could not be opened`}.`,
    {
      hint: explanation?.hint ?? 'Check the address and retry.',
    },
  );
}

export function httpError(url: string, status: number, statusText: string): BtcpError {
  return new BtcpError('http_error', `${url} answered ${status}${statusText ? ` ${statusText}` : ''}.`, {
    hint:
      status === 401
        ? 'It asks for a name and a password. If you have them, open it as https://NAME:PASSWORD@host/path.'
        : 'The page that came with it is open: browser_snapshot reads it. Check the address, or sign in if it asks for that.',
  });
}

export function noContent(url: string, { code, text }: HttpStatus, stayedAt: string): BtcpError {
  return new BtcpError('navigation_failed', `${url} answered ${code} ${text}: it has no page to show.`, {
    hint: `The request was made, and the browser stays at ${stayedAt}.`,
  });
}

export function navigationTimeout(url: string, timeout: number, reached: string, hint = RETRY_LONGER): BtcpError {
  return new BtcpError('timeout', `Timeout after ${timeout / 1000}s waiting for page load of ${url}: ${reached}.`, {
    hint,
  });
}

/** The page is there but does not finish. */
export function loadTimeout(url: string, timeout: number, awaited: string): BtcpError {
  return navigationTimeout(
    url,
    timeout,
    `the page arrived, but its ${awaited} did not`,
    'The part that arrived is open: browser_snapshot reads it. For such a page pass waitUntil domcontentloaded.',
  );
}

function host(url: string): string {
  return URL.canParse(url) ? new URL(url).host || url : url;
}
