import type { Setting } from './setting.js';

/** Commands, and what they print. */
export const COMMANDS = {
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
