import { isIP, type Socket } from 'node:net';
import { connect, type SecureContext, TLSSocket } from 'node:tls';
import type { OwnCertificate } from './own-certificate.js';

/** The codes with which Node refuses a server, as Chrome would say them. */
const SERVER_ERRORS: Record<string, string> = {
  CERT_HAS_EXPIRED: 'net::ERR_CERT_DATE_INVALID',
  CERT_NOT_YET_VALID: 'net::ERR_CERT_DATE_INVALID',
  ERR_TLS_CERT_ALTNAME_INVALID: 'net::ERR_CERT_COMMON_NAME_INVALID',
  CERT_REVOKED: 'net::ERR_CERT_REVOKED',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'net::ERR_CERT_AUTHORITY_INVALID',
  SELF_SIGNED_CERT_IN_CHAIN: 'net::ERR_CERT_AUTHORITY_INVALID',
  UNABLE_TO_GET_ISSUER_CERT: 'net::ERR_CERT_AUTHORITY_INVALID',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'net::ERR_CERT_AUTHORITY_INVALID',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'net::ERR_CERT_AUTHORITY_INVALID',
};

/** Alerts with which servers refuse a client certificate. */
const REJECTED = /alert[ _](bad|unsupported|unknown|certificate|access|decrypt|handshake_failure|handshake failure)/i;

interface Ends {
  near: Socket;
  far: Socket;
}

interface BridgeOptions extends Ends {
  host: string;
  /** What the browser offers to speak; the server chooses. */
  protocols: string[];
  certificate: SecureContext;
  own: OwnCertificate;
  ignoresTlsErrors: boolean;
  onAnswer(): void;
  onFailure(thrown: unknown): void;
}

/** Opens TLS with the client certificate to the server, checks the server, and then answers the browser as that server. */
export async function bridgeSecurely(options: BridgeOptions): Promise<Ends> {
  const { host, protocols, certificate, own } = options;
  const far = connect({
    socket: options.far,
    secureContext: certificate,
    rejectUnauthorized: !options.ignoresTlsErrors,
    ...(isIP(host) ? { host } : { servername: host }),
    ...(protocols.length > 0 ? { ALPNProtocols: protocols } : {}),
  });
  await new Promise<void>((resolve, reject) => {
    far
      .once('secureConnect', resolve)
      .once('error', reject)
      .once('close', () => reject(gone()));
  });
  const chosen = far.alpnProtocol;
  const near = new TLSSocket(options.near, {
    isServer: true,
    secureContext: own.context,
    ...(chosen ? { ALPNProtocols: [chosen] } : {}),
  });
  watch(near, far, options);
  return { near, far };
}

function gone(): Error {
  return Object.assign(new Error('The server ended the connection.'), { code: 'ECONNRESET' });
}

/** With TLS 1.3 a server rejects a certificate after the handshake, and some do it without a word. */
function watch(near: Socket, far: Socket, { onAnswer, onFailure }: BridgeOptions): void {
  let isAnswered = false;
  far.once('data', () => {
    isAnswered = true;
    onAnswer();
  });
  far.once('error', onFailure);
  far.once('end', () => {
    if (!isAnswered) onFailure(gone());
  });
  far.once('close', () => {
    if (far.readableEnded) near.end();
    else near.destroy();
  });
  near.once('close', () => far.destroy());
}

/** What Chrome would have reported, had it sent the certificate itself. */
export function secureErrorText(thrown: unknown): string | undefined {
  const { code = '', message = '' } = thrown as NodeJS.ErrnoException;
  if (SERVER_ERRORS[code]) return SERVER_ERRORS[code];
  if (code.includes('NO_APPLICATION_PROTOCOL')) return 'net::ERR_ALPN_NEGOTIATION_FAILED';
  if (REJECTED.test(code + message)) return 'net::ERR_BAD_SSL_CLIENT_AUTH_CERT';
  return code.startsWith('ERR_SSL_') || code === 'EPROTO' ? 'net::ERR_SSL_PROTOCOL_ERROR' : undefined;
}
