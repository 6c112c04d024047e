import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import { createSecureContext, type SecureContext } from 'node:tls';
import { der } from './der.js';

const ECDSA_WITH_SHA256 = Buffer.from('2a8648ce3d040302', 'hex');
const COMMON_NAME = Buffer.from('550403', 'hex');
// A name that no site has: Chrome uses no HTTP/2 connection of it for another site.
const NAME = 'client-certificates.btcp.invalid';
const VALID_FROM = '20200101000000Z';
const VALID_UNTIL = '99991231235959Z';

/** The certificate that Chrome sees where the proxy ends TLS; its key never leaves the memory of this process. */
export interface OwnCertificate {
  context: SecureContext;
  /** Makes Chrome trust this key, and nothing else in addition. */
  chromeArgument: string;
}

export function createOwnCertificate(): OwnCertificate {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const info = publicKey.export({ type: 'spki', format: 'der' });
  const key = privateKey.export({ type: 'pkcs8', format: 'pem' });
  const content = contentOf(info);
  const signature = sign('sha256', content, privateKey);
  const certificate = der('sequence', content, algorithm(), der('bits', Buffer.of(0), signature));
  const cert = `-----BEGIN CERTIFICATE-----\n${certificate.toString('base64')}\n-----END CERTIFICATE-----\n`;
  const digest = createHash('sha256').update(info).digest('base64');
  return {
    context: createSecureContext({ key, cert }),
    chromeArgument: `--ignore-certificate-errors-spki-list=${digest}`,
  };
}

function contentOf(publicKey: Buffer): Buffer {
  const name = der(
    'sequence',
    der('set', der('sequence', der('identifier', COMMON_NAME), der('text', Buffer.from(NAME)))),
  );
  const validity = der('sequence', der('time', Buffer.from(VALID_FROM)), der('time', Buffer.from(VALID_UNTIL)));
  // A first byte below 0x80 and above 0 makes it a positive number in its shortest form.
  const serial = der('integer', Buffer.of(1), randomBytes(15));
  return der('sequence', serial, algorithm(), name, validity, name, publicKey);
}

function algorithm(): Buffer {
  return der('sequence', der('identifier', ECDSA_WITH_SHA256));
}
