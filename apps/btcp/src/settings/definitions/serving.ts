import type { Setting } from './setting.js';

/** Where a server is reached, and by whom. */
export const SERVING = {
  port: { kind: 'text', value: 'N', standard: '4700', help: 'port to serve on; 0 picks a free port' },
  host: { kind: 'text', value: 'ADDRESS', standard: '127.0.0.1', help: 'address to serve on' },
  'public-url': {
    kind: 'text',
    value: 'URL',
    standard: 'none',
    help: 'the public address behind a proxy, such as https://browser.example.com/btcp',
  },
  'trusted-proxy': {
    kind: 'text',
    value: 'ADDRESSES',
    standard: 'loopback, with --public-url',
    help: 'proxies with trusted X-Forwarded headers: addresses or networks, comma-separated',
  },
  token: {
    kind: 'text',
    isSecret: true,
    value: 'TOKEN',
    standard: 'created at the first start',
    help: 'the token that requests must carry',
  },
  'no-auth': { kind: 'switch', help: 'serve without a token; on loopback only' },
  'oidc-issuer': {
    kind: 'text',
    value: 'URL',
    standard: 'none',
    help: 'the OpenID provider for sign-in and for access tokens of MCP clients',
  },
  'oidc-client-id': { kind: 'text', value: 'ID', help: 'the client ID of this server at the provider' },
  'oidc-client-secret': {
    kind: 'text',
    isSecret: true,
    value: 'SECRET',
    standard: 'none: a public client',
    help: 'the client secret; set the variable, because everyone on the machine can read flags',
  },
  'oidc-client-secret-file': { kind: 'text', value: 'PATH', help: 'a file with the client secret' },
  'oidc-admins': {
    kind: 'text',
    value: 'LIST',
    standard: 'none',
    help: 'admins: groups, addresses, domains such as @example.com; * is everyone; comma-separated',
  },
  'oidc-members': { kind: 'text', value: 'LIST', standard: 'none', help: 'members, in the same form' },
  'oidc-viewers': {
    kind: 'text',
    value: 'LIST',
    standard: 'none',
    help: 'viewers, in the same form; everyone else is refused',
  },
  'oidc-scope': {
    kind: 'text',
    value: 'SCOPES',
    standard: 'openid email profile',
    help: 'scopes to request from the provider, separated by spaces',
  },
  'oidc-user-claim': {
    kind: 'text',
    value: 'CLAIM',
    standard: 'email, if verified',
    help: 'the claim with the name of a person; it is the owner of their sessions',
  },
  'oidc-groups-claim': {
    kind: 'text',
    value: 'CLAIM',
    standard: 'groups',
    help: 'the claim with the groups of a person, such as realm_access.roles',
  },
  'oidc-session': { kind: 'text', value: 'TIME', standard: '12h', help: 'how long a sign-in lasts' },
  'allow-origin': {
    kind: 'text',
    value: 'ORIGINS',
    standard: 'none',
    help: 'origins that may connect, to offer tools or to show the live view with a ticket',
  },
  'deny-origin': {
    kind: 'text',
    value: 'ORIGINS',
    standard: 'none',
    help: 'deprecated: use --deny-host, which also takes origins',
  },
} as const satisfies Record<string, Setting>;
