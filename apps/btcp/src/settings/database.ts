import { readFileSync } from 'node:fs';
import type { ConnectionOptions } from 'node:tls';
import { type Settings, usageError } from './settings.js';

export interface DatabaseAddress {
  url: string;
  tls: ConnectionOptions | false;
}

const TLS_MODES = ['disable', 'require', 'verify-ca', 'verify-full'];

/** Reads `postgres://user:password@host:port/name?sslmode=verify-full&sslrootcert=ca.pem`; undefined for a file. */
export function databaseAddress({ database }: Settings): DatabaseAddress | undefined {
  if (database === undefined) return undefined;
  // So that no program that is started here inherits it.
  delete process.env.BTCP_DATABASE;
  // Without the address, which holds a password.
  if (!URL.canParse(database) || !/^postgres(?:ql)?:$/.test(new URL(database).protocol))
    throw usageError('--database is not an address of PostgreSQL.', 'Give postgres://USER:PASSWORD@HOST:5432/NAME.');
  const url = new URL(database);
  const { searchParams } = url;
  const tls = tlsOptions(searchParams.get('sslmode') ?? 'disable', searchParams.get('sslrootcert'));
  // Ours mean what they mean to psql; those of the driver do not.
  for (const name of ['sslmode', 'sslrootcert']) searchParams.delete(name);
  return { url: url.href, tls };
}

function tlsOptions(mode: string, caFile: string | null): ConnectionOptions | false {
  if (!TLS_MODES.includes(mode))
    throw usageError(`sslmode=${mode} of --database is unknown.`, `Give one of ${TLS_MODES.join(', ')}.`);
  if (mode === 'disable') return false;
  if (mode === 'require' && caFile === null) return { rejectUnauthorized: false };
  const trusted = caFile === null ? {} : { ca: readAuthority(caFile) };
  return mode === 'verify-full' ? trusted : { ...trusted, checkServerIdentity: () => undefined };
}

function readAuthority(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (cause) {
    throw usageError(
      `sslrootcert of --database cannot be read: ${(cause as Error).message}.`,
      'Name the file with the certificate of the authority that signed the one of the database.',
    );
  }
}
