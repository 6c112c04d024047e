import { readFileSync } from 'node:fs';
import type { IdentityOptions } from '../identity/identity-options.js';
import { isLoopback } from '../server/addresses.js';
import { listOf, type Settings, usageError } from '../settings/settings.js';
import { timeSpan } from '../settings/time-span.js';

const LIFETIME_MS = 12 * 60 * 60_000;
const SECRET_VARIABLE = 'BTCP_OIDC_CLIENT_SECRET';

export function identityOptions(settings: Settings): IdentityOptions | undefined {
  const { 'oidc-issuer': issuer, 'oidc-client-id': clientId } = settings;
  const clientSecret = readSecret(settings);
  // Hosts of agents read the same config file; people reach them through this server.
  if (process.env.BTCP_AGENT_HOST) return undefined;
  if (issuer === undefined) {
    const [lone] = Object.keys(settings).filter((name) => name.startsWith('oidc-'));
    if (lone === undefined) return undefined;
    throw usageError(
      `--${lone} needs --oidc-issuer.`,
      'Name the OpenID provider: --oidc-issuer https://id.example.com.',
    );
  }
  assertIssuer(issuer);
  if (clientId === undefined)
    throw usageError('--oidc-issuer needs --oidc-client-id.', 'Register this server at the provider, and give the ID.');
  if (settings['no-auth'])
    throw usageError('--oidc-issuer cannot be used with --no-auth.', 'Nobody would have to sign in.');
  if (settings['public-url'] === undefined && !isLoopback(settings.host ?? '127.0.0.1'))
    throw usageError(
      `--oidc-issuer with --host ${settings.host} needs --public-url.`,
      'The provider sends people back to one address: the one that they open.',
    );
  return {
    issuer,
    clientId,
    clientSecret,
    scope: settings['oidc-scope'] ?? 'openid email profile',
    userClaim: settings['oidc-user-claim'] ?? 'email',
    groupsClaim: settings['oidc-groups-claim'] ?? 'groups',
    roles: rolesOf(settings),
    lifetime: timeSpan('oidc-session', settings['oidc-session']) ?? LIFETIME_MS,
  };
}

function rolesOf(settings: Settings): IdentityOptions['roles'] {
  const [admin, member, viewer] = (['oidc-admins', 'oidc-members', 'oidc-viewers'] as const).map((name) =>
    listOf(settings[name]),
  ) as [string[], string[], string[]];
  if (admin.length + member.length + viewer.length > 0) return { admin, member, viewer };
  throw usageError(
    '--oidc-issuer lets nobody in without --oidc-admins, --oidc-members or --oidc-viewers.',
    'List groups, addresses or domains: --oidc-members @example.com.',
  );
}

function readSecret(settings: Settings): string | undefined {
  const { 'oidc-client-secret': secret, 'oidc-client-secret-file': file } = settings;
  // Programs that this server starts must not inherit it.
  delete process.env[SECRET_VARIABLE];
  if (file === undefined) return secret;
  if (secret !== undefined)
    throw usageError('--oidc-client-secret-file is set, and --oidc-client-secret too.', 'Set one of them.');
  try {
    return readFileSync(file, 'utf8').trim();
  } catch (cause) {
    throw usageError(
      `--oidc-client-secret-file ${file} cannot be read: ${(cause as Error).message}.`,
      'Check the path.',
    );
  }
}

function assertIssuer(issuer: string): void {
  const url = URL.canParse(issuer) ? new URL(issuer) : undefined;
  const isSafe = url?.protocol === 'https:' || (url?.protocol === 'http:' && isLoopback(url.hostname));
  if (url && isSafe && !url.search && !url.hash && !url.username) return;
  throw usageError(
    `--oidc-issuer is "${issuer}".`,
    'Give the https address of the provider: the part before /.well-known/openid-configuration.',
  );
}
