import { readFileSync } from 'node:fs';
import { createSecureContext, rootCertificates, type SecureContext } from 'node:tls';
import { BtcpError } from '@btcp/protocol';
import { createOwnCertificate, type OwnCertificate } from './own-certificate.js';

/** A certificate that is sent to one origin; `cert` and `key`, `pfx` and `ca` are paths of files. */
export interface ClientCertificate {
  /** An https origin such as `https://intranet.example:8443`. */
  origin: string;
  cert?: string | undefined;
  key?: string | undefined;
  /** A PKCS #12 file, in place of `cert` and `key`. */
  pfx?: string | undefined;
  passphrase?: string | undefined;
  /** The authority that signed the certificate of the server, in addition to those that Node trusts. */
  ca?: string | undefined;
}

export class ClientCertificates {
  readonly own: OwnCertificate = createOwnCertificate();
  readonly #contexts = new Map<string, SecureContext>();

  /** Undefined without any, since ending TLS takes a proxy. */
  static from(given: readonly ClientCertificate[] = []): ClientCertificates | undefined {
    return given.length === 0 ? undefined : new ClientCertificates(given);
  }

  private constructor(given: readonly ClientCertificate[]) {
    for (const certificate of given) {
      const target = targetOf(certificate.origin);
      if (this.#contexts.has(target))
        throw wrong(`Two client certificates are given for ${certificate.origin}.`, 'Give one for each origin.');
      this.#contexts.set(target, contextOf(certificate));
    }
  }

  for(host: string, port: number): SecureContext | undefined {
    return this.#contexts.get(`${host}:${port}`);
  }
}

function targetOf(origin: string): string {
  const url = URL.canParse(origin) ? new URL(origin) : undefined;
  if (url?.protocol !== 'https:' || url.origin !== origin.replace(/\/$/, '').toLowerCase())
    throw wrong(
      `"${origin}" is not an https origin.`,
      'Give the origin that asks for the client certificate, such as https://intranet.example:8443.',
    );
  return `${url.hostname.replace(/^\[(.*)\]$/, '$1').replace(/\.$/, '')}:${url.port || 443}`;
}

function contextOf({ origin, cert, key, pfx, passphrase, ca }: ClientCertificate): SecureContext {
  const isPair = cert !== undefined && key !== undefined && pfx === undefined;
  const isBundle = pfx !== undefined && cert === undefined && key === undefined;
  if (!isPair && !isBundle)
    throw wrong(`The client certificate for ${origin} is incomplete.`, 'Give cert and key, or pfx.');
  const read = (path: string) => readOf(origin, path);
  const files = isPair ? { cert: read(cert), key: read(key) } : { pfx: read(pfx ?? '') };
  const trusted = ca === undefined ? {} : { ca: [...rootCertificates, read(ca)] };
  try {
    return createSecureContext({ ...files, ...trusted, ...(passphrase === undefined ? {} : { passphrase }) });
  } catch (thrown) {
    const [why, hint] = reasonOf(thrown as NodeJS.ErrnoException, passphrase !== undefined);
    throw wrong(`The client certificate for ${origin} cannot be used: ${why}.`, hint);
  }
}

function readOf(origin: string, path: string): Buffer {
  try {
    return readFileSync(path);
  } catch (thrown) {
    const { code } = thrown as NodeJS.ErrnoException;
    const why = code === 'ENOENT' ? 'there is no such file' : code === 'EACCES' ? 'it may not be read' : code;
    throw wrong(`${path}, a file of the client certificate for ${origin}, cannot be read: ${why}.`, 'Check the path.');
  }
}

// OpenSSL's words do not say what to do.
function reasonOf({ code = '', message }: NodeJS.ErrnoException, hasPassphrase: boolean): [string, string] {
  if (/unsupported/i.test(code + message))
    return [
      'its encryption is too old for OpenSSL 3',
      'Convert it: openssl pkcs12 -legacy, then openssl pkcs12 -export.',
    ];
  if (/decrypt|mac verify|passw|interrupted|missing_passphrase/i.test(code + message))
    return hasPassphrase
      ? ['the passphrase is wrong', 'Give the passphrase of the private key.']
      : ['its private key is encrypted', 'Give its passphrase as well.'];
  if (/key_values_mismatch|key values mismatch/i.test(code + message))
    return ['the key belongs to another certificate', 'Give the key that the certificate was made for.'];
  return [
    `it is not in a form that OpenSSL reads (${code || message})`,
    'Give PEM files as cert and key, or a PKCS #12 file as pfx.',
  ];
}

function wrong(message: string, hint: string): BtcpError {
  return new BtcpError('invalid_input', message, { hint });
}
