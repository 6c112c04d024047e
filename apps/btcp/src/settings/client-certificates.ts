import { resolve } from 'node:path';
import type { ClientCertificate } from '@btcp/chrome';
import { REPEATED, usageError } from './settings.js';

const FIELDS = ['origin', 'cert', 'key', 'pfx', 'passphrase', 'ca'] as const;
const FILES: readonly string[] = ['cert', 'key', 'pfx', 'ca'];

// A passphrase may contain the separators.
const NEXT_CERTIFICATE = new RegExp(`${REPEATED}\\s*(?=origin=)`);
const NEXT_FIELD = new RegExp(`,\\s*(?=(?:${FIELDS.join('|')})=)`);

/** Reads `origin=https://a.test,cert=a.pem,key=a.key`, several with `;` between. */
export function clientCertificates(text: string | undefined): ClientCertificate[] | undefined {
  return text?.split(NEXT_CERTIFICATE).map((certificate) => {
    const given = new Map(certificate.trim().split(NEXT_FIELD).map(fieldOf));
    const origin = given.get('origin');
    // A comma comes from a field with a wrong name.
    if (origin === undefined || origin.includes(',')) throw wrong();
    return { ...Object.fromEntries(given), origin };
  });
}

function fieldOf(field: string): [string, string] {
  const [, name = '', value = ''] = /^([a-z]+)=(.+)$/s.exec(field) ?? [];
  // Not quoted: it may be a part of a passphrase.
  if (!FIELDS.some((each) => each === name)) throw wrong();
  return [name, FILES.includes(name) ? resolve(value) : value];
}

function wrong() {
  return usageError(
    '--client-certificate cannot be read.',
    'Give origin=https://a.test,cert=a.pem,key=a.key or origin=https://a.test,pfx=a.p12, and passphrase=… where the key has one.',
  );
}
