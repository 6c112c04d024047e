import { isIP } from 'node:net';
import { connect, type SecureContext, TLSSocket } from 'node:tls';
import type { OwnCertificate } from './own-certificate.js';
import { type Ends, Rejected, RejectionWatch, type WatchOptions } from './rejection-watch.js';

// The codes with which Node refuses a server, as Chrome would say them.
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

interface BridgeOptions extends Ends, WatchOptions {
  host: string;
  protocols: string[];
  certificate: SecureContext;
  own: OwnCertificate;
  ignoresTlsErrors: boolean;
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
  // From the start: an alert can come in the same breath as the end of the handshake.
  const watch = new RejectionWatch(far, options, options);
  await new Promise<void>((resolve, reject) => {
    far
      .once('secureConnect', resolve)
      .once('error', reject)
      .once('close', () => reject(new Error('The server ended the connection.')));
  });
  const chosen = far.alpnProtocol;
  const near = new TLSSocket(options.near, {
    isServer: true,
    secureContext: own.context,
    ...(chosen ? { ALPNProtocols: [chosen] } : {}),
  });
  watch.readAnswer();
  near.once('end', () => watch.leave());
  far.once('close', () => {
    if (far.readableEnded) near.end();
    else near.destroy();
  });
  near.once('close', () => far.destroy());
  return { near, far };
}

/** What Chrome would have reported, had it sent the certificate itself. */
export function secureErrorText(thrown: unknown): string | undefined {
  if (thrown instanceof Rejected) return 'net::ERR_BAD_SSL_CLIENT_AUTH_CERT';
  const { code = '' } = thrown as NodeJS.ErrnoException;
  if (SERVER_ERRORS[code]) return SERVER_ERRORS[code];
  if (code.includes('NO_APPLICATION_PROTOCOL')) return 'net::ERR_ALPN_NEGOTIATION_FAILED';
  return code.startsWith('ERR_SSL_') || code === 'EPROTO' ? 'net::ERR_SSL_PROTOCOL_ERROR' : undefined;
}
