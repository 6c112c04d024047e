interface Setting {
  kind: 'text' | 'switch';
  /** What its value is called in the help. */
  value?: string;
  /** What holds when it is left out, for people. */
  standard?: string;
  /** A flag that can be given several times, and a list in the config file. */
  isRepeatable?: true;
  /** Never printed. */
  isSecret?: true;
  /** Another variable that sets it: of agent-browser, for programs written for it, or of OpenTelemetry. */
  otherVariable?: string;
  help: string;
}

/** Every setting. `--max-sessions` is also `BTCP_MAX_SESSIONS`, and `"max-sessions"` in the config file. */
export const SETTINGS = {
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
  chrome: {
    kind: 'text',
    value: 'PATH',
    standard: 'an installed one, or a download',
    help: 'the browser to run, or bundled for the Chromium from npm',
  },
  browser: {
    kind: 'text',
    value: 'NAME',
    standard: 'chrome',
    help: 'chrome, or firefox: an installed Firefox over WebDriver BiDi, with fewer tools',
  },
  connect: {
    kind: 'text',
    isSecret: true,
    value: 'WHERE',
    standard: 'a new browser',
    help: 'use a browser that is running, with its accounts: a port, http://…, wss://…, a profile folder, or chrome, edge and others',
  },
  'chrome-args': {
    kind: 'text',
    otherVariable: 'AGENT_BROWSER_ARGS',
    value: 'FLAGS',
    help: 'further flags for the browser, separated by spaces or commas',
  },
  headed: { kind: 'switch', help: 'show the browser window' },
  isolation: {
    kind: 'text',
    value: 'KIND',
    standard: 'process',
    help: 'process: a Chrome per conversation; context: one Chrome for several',
  },
  profile: {
    kind: 'text',
    otherVariable: 'AGENT_BROWSER_PROFILE',
    value: 'NAME',
    standard: 'default for POST /browser/open, temporary otherwise',
    help: 'keep cookies and logins under this name, or in this folder; temporary keeps none',
  },
  'stream-port': {
    kind: 'text',
    otherVariable: 'AGENT_BROWSER_STREAM_PORT',
    value: 'N',
    help: 'also serve the live view on this loopback port',
  },
  viewport: { kind: 'text', value: 'WxH', standard: '1280x720', help: 'size of the page' },
  'max-image-size': {
    kind: 'text',
    value: 'PIXELS',
    help: 'the longest side of pictures for models (1568); files keep their size',
  },
  'allow-host': {
    kind: 'text',
    value: 'HOSTS',
    standard: 'all',
    help: 'the only hosts or origins that pages may reach: example.com,*.example.com,https://a.test,10.0.0.0/8',
  },
  'deny-host': { kind: 'text', value: 'HOSTS', standard: 'none', help: 'hosts or origins that pages may not reach' },
  'private-network': {
    kind: 'text',
    value: 'HOSTS',
    standard: 'none; localhost if opened by name',
    help: 'private hosts that pages may reach, or all',
  },
  proxy: {
    kind: 'text',
    isSecret: true,
    value: 'URL',
    standard: 'HTTPS_PROXY of the environment',
    help: 'the HTTP proxy for pages, such as http://name:password@proxy:3128',
  },
  'client-certificate': {
    kind: 'text',
    isSecret: true,
    isRepeatable: true,
    value: 'CERTIFICATE',
    standard: 'none',
    help: 'a certificate for one origin: origin=https://a.test,cert=a.pem,key=a.key or pfx=a.p12, with passphrase=… and ca=…; repeatable',
  },
  'ignore-tls-errors': { kind: 'switch', help: 'open pages with untrusted certificates; every result reports it' },
  'output-dir': {
    kind: 'text',
    value: 'PATH',
    standard: 'a temporary folder',
    help: 'where long outputs and downloads are kept',
  },
  'save-video': {
    kind: 'text',
    value: 'PATH',
    standard: 'none',
    help: 'keep a WebM video of every session in this folder, blank while a person drives',
  },
  'upload-dir': {
    kind: 'text',
    value: 'PATHS',
    help: 'folders to upload files from, in addition to the output folder (none); comma-separated',
  },
  'image-dir': {
    kind: 'text',
    value: 'PATHS',
    help: 'folders that read_image may read, in addition to those above (none); comma-separated',
  },
  'download-limit': {
    kind: 'text',
    value: 'MB',
    standard: '256',
    help: 'megabytes that the pages of one session may download',
  },
  'history-size': {
    kind: 'text',
    value: 'MB',
    standard: '500',
    help: 'megabytes of history for all sessions together; 0 turns history off',
  },
  'history-session-size': {
    kind: 'text',
    value: 'MB',
    standard: '50',
    help: 'megabytes of history for one session; its oldest steps are removed first',
  },
  'history-age': {
    kind: 'text',
    value: 'DAYS',
    standard: '7',
    help: 'days to keep the history of a session after its last step',
  },
  'model-silence': {
    kind: 'text',
    value: 'TIME',
    standard: '60s',
    help: 'report a model that sends nothing for this long',
  },
  'demo-pace': {
    kind: 'text',
    value: 'TIME',
    standard: '700ms',
    help: 'pause of the demo before each step',
  },
  idle: { kind: 'text', value: 'TIME', standard: '30m', help: 'close a browser after this long without a call' },
  'max-sessions': { kind: 'text', value: 'N', standard: '20', help: 'how many browsers may be open at once' },
  'user-browsers': {
    kind: 'text',
    value: 'N',
    standard: 'no limit',
    help: 'how many browsers each person of a team may have open at once',
  },
  'user-minutes': {
    kind: 'text',
    value: 'N',
    standard: 'no limit',
    help: 'minutes of open browsers per person of a team and UTC day',
  },
  'user-downloads': {
    kind: 'text',
    value: 'MB',
    standard: 'no limit',
    help: 'megabytes of downloads per person of a team and UTC day',
  },
  ownership: {
    kind: 'text',
    value: 'KIND',
    standard: 'per-session',
    help: 'per-session: a browser for each session; single: one browser, owned by one session',
  },
  tools: {
    kind: 'text',
    value: 'SET',
    help: 'the tools to list: default, plugin, safe, developer, live, full, or comma-separated names',
  },
  allow: { kind: 'text', value: 'NAMES', help: 'tools or groups of tools to list as well; comma-separated' },
  deny: { kind: 'text', value: 'NAMES', help: 'tools or groups of tools that cannot be called; comma-separated' },
  aliases: {
    kind: 'text',
    value: 'SERVER',
    help: 'offer MCP clients the tool names and parameters of playwright, devtools or agent-browser',
  },
  secrets: {
    kind: 'text',
    value: 'PATH',
    standard: 'secrets.json next to the config file',
    help: 'a file of secrets that can be typed by name',
  },
  timeout: { kind: 'text', value: 'TIME', standard: '15s', help: 'timeout of calls without their own' },
  'content-only': {
    kind: 'switch',
    help: 'return only text and pictures from MCP calls, for clients that show the model structured data instead',
  },
  standalone: {
    kind: 'switch',
    help: 'run the browser in this process; the workspace does not show it',
  },
  'chat-view': {
    kind: 'text',
    value: 'WHEN',
    standard: 'pages',
    help: 'show the live view inside the chat, in clients with MCP Apps: when the agent opens pages and asks a person (pages), only when it asks (requests), or never (off)',
  },
  warm: { kind: 'switch', help: 'start the browser at once, not with the first call' },
  'print-config': {
    kind: 'text',
    value: 'CLIENT',
    help: 'print the configuration for claude, cursor, vscode or codex',
  },
  session: {
    kind: 'text',
    value: 'ID',
    standard: 'the session of this folder or project',
    help: 'the session that runs the command',
  },
  agent: { kind: 'text', value: 'NAME', help: 'the agent of the session, in the workspace' },
  restore: { kind: 'text', value: 'NAME', help: 'a saved state of the agent to start with' },
  person: {
    kind: 'text',
    value: 'WHAT',
    standard: 'stop',
    help: 'at a step of a person: stop, skip, or wait until a person has repeated it',
  },
  heal: {
    kind: 'text',
    value: 'HOW',
    standard: 'page',
    help: 'if the page has changed since the recording: find elements by their neighbours (page), if that fails let the model of --agent do the step (model), or stop (off)',
  },
  write: { kind: 'switch', help: 'update the recording with the new selectors of changed elements' },
  database: {
    kind: 'text',
    isSecret: true,
    value: 'URL',
    standard: 'a file in the data folder',
    help: 'keep the workspace in PostgreSQL, which several servers can share: postgres://USER:PASSWORD@HOST/NAME?sslmode=verify-full; set the variable, because everyone on the machine can read flags',
  },
  fleet: {
    kind: 'text',
    isSecret: true,
    value: 'NATS',
    standard: 'no fleet',
    help: 'join the fleet on this NATS, such as nats://10.0.0.1:4222; comma-separated',
  },
  'fleet-key': {
    kind: 'text',
    isSecret: true,
    value: 'KEY',
    help: 'the secret that all servers of the fleet share, at least 32 characters',
  },
  'fleet-key-file': { kind: 'text', value: 'PATH', help: 'a file with that secret, readable only by you' },
  'fleet-labels': {
    kind: 'text',
    value: 'LABELS',
    standard: 'none',
    help: 'labels of this worker, such as region=eu,gpu=yes; sessions can ask for them',
  },
  'fleet-ca': { kind: 'text', value: 'PATH', help: 'the certificate authority of NATS, if it is your own' },
  'fleet-credentials': {
    kind: 'text',
    value: 'PATH',
    help: 'credentials for NATS: a file with the seed of an nkey, or a .creds file',
  },
  'fleet-file-quota': {
    kind: 'text',
    value: 'MB',
    standard: '256',
    help: 'megabytes of files that the fleet stores for one session; forty times as much for all',
  },
  'advertise-url': {
    kind: 'text',
    value: 'URL',
    standard: 'the address of --host and --port',
    help: 'where the gateways of the fleet reach this worker',
  },
  role: {
    kind: 'text',
    value: 'ROLE',
    standard: 'share: view, show: control, token: member, serve: both',
    help: 'what a link allows: view or control; what a token allows: admin, member or viewer; what a server does in a fleet: worker, gateway or both',
  },
  for: { kind: 'text', value: 'TIME', standard: '30m', help: 'how long the link works' },
  days: { kind: 'text', value: 'N', standard: 'until it is revoked', help: 'how many days the token works' },
  sessions: {
    kind: 'text',
    value: 'NAMES',
    standard: 'viewer: none, member: all their own',
    help: 'the sessions that a viewer may watch, such as ann~shop, or that the token of a member may use, such as shop or test-*; comma-separated',
  },
  'only-tools': {
    kind: 'text',
    value: 'NAMES',
    standard: 'all',
    help: 'the only tools that the token may call: names, groups such as seeing, or sets such as safe; comma-separated',
  },
  'only-hosts': {
    kind: 'text',
    value: 'HOSTS',
    standard: 'all',
    help: 'the only hosts that browsers of the token may reach, such as *.example.com; comma-separated',
  },
  last: { kind: 'text', value: 'N', standard: '100', help: 'how many actions to print' },
  rotate: { kind: 'switch', help: 'create a new token; the old token stops working at the next start' },
  force: { kind: 'switch', help: 'also replace or remove files that were changed' },
  remove: { kind: 'switch', help: 'remove what was installed' },
  url: { kind: 'text', value: 'URL', standard: 'the running server, or a new one', help: 'the server to call' },
  linger: { kind: 'text', value: 'TIME', help: 'end the server after this long without an open browser' },
  'log-level': {
    kind: 'text',
    value: 'LEVEL',
    standard: 'info',
    help: 'what to log on standard error: off, error, warn, info (one line per call) or debug',
  },
  'log-format': { kind: 'text', value: 'FORMAT', standard: 'text', help: 'log lines as text or json' },
  'metrics-token': {
    kind: 'text',
    isSecret: true,
    value: 'TOKEN',
    standard: 'none; the server token also works',
    help: 'a token for /metrics only',
  },
  'otlp-endpoint': {
    kind: 'text',
    otherVariable: 'OTEL_EXPORTER_OTLP_ENDPOINT',
    value: 'URL',
    standard: 'none',
    help: 'send OpenTelemetry traces to this collector, such as http://127.0.0.1:4318',
  },
  json: { kind: 'switch', help: 'print results and errors as JSON' },
  bail: { kind: 'switch', help: 'stop at the first command that fails' },
  quiet: { kind: 'switch', help: 'print only errors' },
  config: { kind: 'text', value: 'PATH', help: 'a JSON file with these settings' },
} as const satisfies Record<string, Setting>;

export type SettingName = keyof typeof SETTINGS;

/** A setting with every field that one can have. */
export function settingOf(name: SettingName): Setting {
  return SETTINGS[name];
}

/** The meaning of a setting, and its default. */
export function helpOf(name: SettingName): string {
  const { help, standard } = settingOf(name);
  return standard === undefined ? help : `${help} (${standard})`;
}

/** The variables that set a setting, the first that is set counts. */
export function variablesOf(name: SettingName): string[] {
  const { otherVariable } = settingOf(name);
  return [`BTCP_${name.toUpperCase().replaceAll('-', '_')}`, ...(otherVariable === undefined ? [] : [otherVariable])];
}
