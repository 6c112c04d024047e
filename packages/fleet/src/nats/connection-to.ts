import { checkServerIdentity, type PeerCertificate } from 'node:tls';
import { type ConnectionOptions, credsAuthenticator, nkeyAuthenticator } from '@nats-io/transport-node';

/** How to reach NATS. */
export interface BusOptions {
  /** Addresses such as `nats://user:password@10.0.0.1:4222`, comma-separated. */
  servers: string;
  name: string;
  /** Answers come to subjects of its own, which NATS keeps from other users. */
  user?: string | undefined;
  /** A worker opens no buckets of gateways. */
  isWorker?: boolean | undefined;
  ca?: string | undefined;
  /** Who this server is: the content of a file of credentials, or the seed of an nkey. */
  credentials?: string | undefined;
}

export function connectionTo({ servers, user, ca, credentials }: BusOptions): ConnectionOptions {
  const urls = servers.split(',').map((each) => new URL(each.trim()));
  const isEncrypted = ca !== undefined || urls.some(({ protocol }) => protocol === 'tls:');
  const tls = { ...(ca === undefined ? {} : { caFile: ca }), checkServerIdentity: isOneOf(urls) };
  return {
    servers: urls.map(({ hostname, port }) => `${hostname}:${port || 4222}`),
    ...(user === undefined ? {} : { inboxPrefix: `_INBOX.${user}` }),
    ...(isEncrypted ? { tls } : {}),
    ...(credentials === undefined ? passwordIn(urls) : authenticator(credentials.trim())),
  };
}

export function withoutPasswords(servers: string): string {
  return servers.replace(/\/\/[^@/,]*@/g, '//');
}

// The client checks the certificate of an IP address for "localhost", so it is checked here for the addresses that were given.
function isOneOf(urls: readonly URL[]) {
  return (host: string, certificate: PeerCertificate): Error | undefined =>
    urls.some(({ hostname }) => !checkServerIdentity(hostname, certificate))
      ? undefined
      : checkServerIdentity(host, certificate);
}

function passwordIn([first]: readonly URL[]): ConnectionOptions {
  const user = decodeURIComponent(first?.username ?? '');
  const pass = decodeURIComponent(first?.password ?? '');
  if (user === '') return {};
  return pass === '' ? { token: user } : { user, pass };
}

function authenticator(credentials: string): ConnectionOptions {
  const text = new TextEncoder().encode(credentials);
  const isFile = credentials.includes('-----BEGIN');
  return { authenticator: isFile ? credsAuthenticator(text) : nkeyAuthenticator(text) };
}
