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
  port: { kind: 'text', value: 'N', standard: '4700', help: 'port to serve on; 0 takes a free one' },
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
    help: 'proxies whose X-Forwarded headers are trusted: addresses or networks, comma-separated',
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
    help: 'the OpenID provider at which people sign in, and whose access tokens MCP takes',
  },
  'oidc-client-id': { kind: 'text', value: 'ID', help: 'the client ID of this server at the provider' },
  'oidc-client-secret': {
    kind: 'text',
    isSecret: true,
    value: 'SECRET',
    standard: 'none: a public client',
    help: 'its secret; set the variable, as flags can be read by everybody on the machine',
  },
  'oidc-client-secret-file': { kind: 'text', value: 'PATH', help: 'a file with the secret of the client' },
  'oidc-admins': {
    kind: 'text',
    value: 'LIST',
    standard: 'nobody',
    help: 'who is an admin: groups, addresses, domains such as @example.com; * is everybody; comma-separated',
  },
  'oidc-members': { kind: 'text', value: 'LIST', standard: 'nobody', help: 'who is a member' },
  'oidc-viewers': {
    kind: 'text',
    value: 'LIST',
    standard: 'nobody',
    help: 'who is a viewer; everybody else is refused',
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
    standard: 'email, where it is verified',
    help: 'the claim with the name of a person, who owns their sessions by it',
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
    help: 'origins whose pages may connect: to offer their tools, and to show the live view with a ticket',
  },
  'deny-origin': {
    kind: 'text',
    value: 'ORIGINS',
    standard: 'none',
    help: 'deprecated: --deny-host takes origins as well',
  },
  chrome: {
    kind: 'text',
    value: 'PATH',
    standard: 'found or obtained when left out',
    help: 'the browser to run, or bundled for the Chromium of npm install',
  },
  browser: {
    kind: 'text',
    value: 'NAME',
    standard: 'chrome',
    help: 'chrome, or firefox: an installed Firefox over WebDriver BiDi, for the tools that it can serve',
  },
  connect: {
    kind: 'text',
    isSecret: true,
    value: 'WHERE',
    standard: 'a browser of its own',
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
    standard: 'default for POST /browser/open, temporary for the others',
    help: 'keep cookies and logins under this name, or in this folder; temporary keeps none',
  },
  'stream-port': {
    kind: 'text',
    otherVariable: 'AGENT_BROWSER_STREAM_PORT',
    value: 'N',
    help: 'serve the live view on this port of loopback as well',
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
    standard: 'none; localhost where it is opened by name',
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
  'ignore-tls-errors': { kind: 'switch', help: 'open pages whose certificate cannot be trusted; every result says so' },
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
    help: 'folders that files may be uploaded from, in addition to the output folder (none); comma-separated',
  },
  'image-dir': {
    kind: 'text',
    value: 'PATHS',
    help: 'folders whose images read_image may show, in addition to those above (none); comma-separated',
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
    help: 'megabytes that are kept of what was done in all sessions, to look back; 0 keeps nothing',
  },
  'history-session-size': {
    kind: 'text',
    value: 'MB',
    standard: '50',
    help: 'megabytes that are kept of one session; its oldest steps are removed first',
  },
  'history-age': {
    kind: 'text',
    value: 'DAYS',
    standard: '7',
    help: 'days after its last step that a session is kept to look back',
  },
  'model-silence': {
    kind: 'text',
    value: 'TIME',
    standard: '60s',
    help: 'report a model of the workspace that sends nothing for this long',
  },
  'demo-pace': {
    kind: 'text',
    value: 'TIME',
    standard: '700ms',
    help: 'how long the demonstration of the workspace pauses before each step',
  },
  idle: { kind: 'text', value: 'TIME', standard: '30m', help: 'close a browser after this long without a call' },
  'max-sessions': { kind: 'text', value: 'N', standard: '20', help: 'how many browsers may be open at once' },
  'user-browsers': {
    kind: 'text',
    value: 'N',
    standard: 'no limit',
    help: 'how many browsers one person of a team may have open at once',
  },
  'user-minutes': {
    kind: 'text',
    value: 'N',
    standard: 'no limit',
    help: 'minutes of open browsers that one person of a team may use per day, by UTC',
  },
  'user-downloads': {
    kind: 'text',
    value: 'MB',
    standard: 'no limit',
    help: 'megabytes that the browsers of one person of a team may download per day, by UTC',
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
    help: 'name the tools for MCP clients as playwright, devtools or agent-browser does, with its parameters',
  },
  secrets: {
    kind: 'text',
    value: 'PATH',
    standard: 'secrets.json next to the config file',
    help: 'a file of secrets that can be typed by name',
  },
  timeout: { kind: 'text', value: 'TIME', standard: '15s', help: 'timeout of calls that set none' },
  'content-only': {
    kind: 'switch',
    help: 'return only text and pictures from MCP calls, for clients that show the model structured data instead',
  },
  standalone: {
    kind: 'switch',
    help: 'run the browser in this process, where the workspace does not show it',
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
    help: 'print what to paste into the settings of claude, cursor, vscode or codex',
  },
  session: {
    kind: 'text',
    value: 'ID',
    standard: 'that of this folder or project',
    help: 'the session that runs the command',
  },
  agent: { kind: 'text', value: 'NAME', help: 'the agent of the workspace that the session belongs to' },
  restore: { kind: 'text', value: 'NAME', help: 'a saved state of the agent to begin with' },
  person: {
    kind: 'text',
    value: 'WHAT',
    standard: 'stop',
    help: 'at a step that a person did: stop, skip it, or wait until somebody has done it again',
  },
  heal: {
    kind: 'text',
    value: 'HOW',
    standard: 'page',
    help: 'where the page has changed since the recording: find elements by their neighbours (page), let the model of --agent do the step where that fails (model), or stop (off)',
  },
  write: { kind: 'switch', help: 'write into the recording how changed elements are found now' },
  database: {
    kind: 'text',
    isSecret: true,
    value: 'URL',
    standard: 'a file in the data folder',
    help: 'keep the workspace in PostgreSQL, which several servers can share: postgres://USER:PASSWORD@HOST/NAME?sslmode=verify-full; set the variable, as flags can be read by everybody on the machine',
  },
  fleet: {
    kind: 'text',
    isSecret: true,
    value: 'NATS',
    standard: 'a server on its own',
    help: 'join the fleet on this NATS, such as nats://10.0.0.1:4222; comma-separated',
  },
  'fleet-key': {
    kind: 'text',
    isSecret: true,
    value: 'KEY',
    help: 'the secret that all servers of the fleet share, at least 32 characters',
  },
  'fleet-key-file': { kind: 'text', value: 'PATH', help: 'a file with that secret, readable by you alone' },
  'fleet-labels': {
    kind: 'text',
    value: 'LABELS',
    standard: 'none',
    help: 'labels of this worker, such as region=eu,gpu=yes; sessions can ask for them',
  },
  'fleet-ca': { kind: 'text', value: 'PATH', help: 'the certificate authority of NATS, where it is your own' },
  'fleet-credentials': {
    kind: 'text',
    value: 'PATH',
    help: 'who this server is at NATS: a file with the seed of an nkey, or a .creds file',
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
    standard: 'the address that it serves on',
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
    standard: 'viewer: none, member: all of their own',
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
  last: { kind: 'text', value: 'N', standard: '100', help: 'how many acts to print' },
  rotate: { kind: 'switch', help: 'make a new token; those who have the old one are out from the next start on' },
  force: { kind: 'switch', help: 'also replace or remove files that somebody has changed' },
  remove: { kind: 'switch', help: 'remove what was installed' },
  url: { kind: 'text', value: 'URL', standard: 'the running one, or a new one', help: 'the server to call' },
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
    standard: 'none; the token of the server reads them too',
    help: 'a token that reads /metrics and nothing else',
  },
  'otlp-endpoint': {
    kind: 'text',
    otherVariable: 'OTEL_EXPORTER_OTLP_ENDPOINT',
    value: 'URL',
    standard: 'none',
    help: 'send OpenTelemetry traces to this collector, such as http://127.0.0.1:4318',
  },
  json: { kind: 'switch', help: 'print JSON, in one shape for results and errors' },
  bail: { kind: 'switch', help: 'stop at the first command that fails' },
  quiet: { kind: 'switch', help: 'print nothing but errors' },
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
