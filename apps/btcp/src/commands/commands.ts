import { BROWSER_SETTINGS } from '../settings/browser-marks.js';
import type { SettingName } from '../settings/settings.js';
import type { Command } from './command.js';

const TOOL_SETTINGS = ['tools', 'allow', 'deny', 'aliases', 'timeout'] as const satisfies SettingName[];

const OBSERVING_SETTINGS = ['log-level', 'log-format', 'otlp-endpoint'] as const satisfies SettingName[];

const IDENTITY_SETTINGS = [
  'oidc-issuer',
  'oidc-client-id',
  'oidc-client-secret',
  'oidc-client-secret-file',
  'oidc-admins',
  'oidc-members',
  'oidc-viewers',
  'oidc-scope',
  'oidc-user-claim',
  'oidc-groups-claim',
  'oidc-session',
] as const satisfies SettingName[];

const SERVE_SETTINGS = [
  'port',
  'host',
  'public-url',
  'trusted-proxy',
  'token',
  'no-auth',
  ...IDENTITY_SETTINGS,
  'allow-origin',
  'ownership',
  'model-silence',
  'user-browsers',
  'user-minutes',
  'user-downloads',
  'stream-port',
  ...BROWSER_SETTINGS,
  ...TOOL_SETTINGS,
  'content-only',
  'chat-view',
  ...OBSERVING_SETTINGS,
  'metrics-token',
  'linger',
  'json',
] as const satisfies SettingName[];

const CLIENT_SETTINGS = ['session', 'url', 'token', 'linger', 'json', 'quiet'] as const satisfies SettingName[];

export const COMMANDS: readonly Command[] = [
  {
    name: 'serve',
    help: 'Serve the workspace, HTTP and MCP until Ctrl-C',
    settings: SERVE_SETTINGS,
    load: () => import('./serve.js'),
  },
  {
    name: 'mcp',
    help: "Serve MCP on standard input and output, in the user's running server or one started for it",
    settings: [
      'standalone',
      ...BROWSER_SETTINGS,
      ...TOOL_SETTINGS,
      'content-only',
      'chat-view',
      ...OBSERVING_SETTINGS,
      'warm',
      'print-config',
      'json',
    ],
    deprecated: ['allow-origin', 'deny-origin'],
    load: () => import('./mcp.js'),
  },
  {
    name: 'call',
    words: "NAME ['JSON']",
    help: 'Call a tool on the running server, or on one started for it; NAME --help lists its arguments',
    settings: CLIENT_SETTINGS,
    load: () => import('./call.js'),
  },
  {
    name: 'tools',
    help: 'List the tools',
    settings: [...TOOL_SETTINGS, 'json'],
    load: () => import('./tools.js'),
  },
  {
    name: 'batch',
    help: 'Run commands from standard input, one per line, and answer each as it comes',
    settings: ['bail', ...CLIENT_SETTINGS],
    load: () => import('./batch.js'),
  },
  {
    name: 'repl',
    help: 'Type commands with history and completion, until Ctrl-D',
    settings: CLIENT_SETTINGS,
    load: () => import('./repl.js'),
  },
  {
    name: 'sessions',
    help: 'List all sessions: who drives each, where it is, and since when',
    settings: CLIENT_SETTINGS,
    load: () => import('./sessions.js'),
  },
  {
    name: 'show',
    words: '[SESSION]',
    help: 'Open the window onto the browser of a session, to watch and drive it',
    settings: ['agent', 'role', 'for', ...CLIENT_SETTINGS],
    load: () => import('./show.js'),
  },
  {
    name: 'share',
    words: '[SESSION]',
    help: 'Print a link to watch the browser of a session, or to drive it with --role control',
    settings: ['agent', 'role', 'for', ...CLIENT_SETTINGS],
    load: () => import('./share.js'),
  },
  {
    name: 'replay',
    words: 'FILE',
    help: 'Run a recording again, and tell where it diverges',
    settings: ['agent', 'restore', 'person', ...CLIENT_SETTINGS],
    load: () => import('./replay.js'),
  },
  {
    name: 'state',
    words: 'list|save|restore|remove|load [NAME]',
    choices: ['list', 'save', 'restore', 'remove', 'load'],
    help: "Keep what an agent's browser is signed in to and has open, and bring it back; without --agent, save FILE and load FILE",
    settings: ['agent', ...CLIENT_SETTINGS],
    load: () => import('./state.js'),
  },
  {
    name: 'install-skill',
    words: '[DIR]',
    help: 'Write the skill and hooks for Claude Code and other agents (to .claude/skills)',
    settings: ['force', 'remove', 'json'],
    load: () => import('./install-skill.js'),
  },
  {
    name: 'token',
    words: 'create|list|revoke [NAME]',
    choices: ['create', 'list', 'revoke'],
    help: 'Print the token of your servers; create, list and revoke tokens of other people',
    settings: ['rotate', 'role', 'only-tools', 'only-hosts', 'sessions', 'days', 'url', 'token', 'json'],
    load: () => import('./token.js'),
  },
  {
    name: 'audit',
    words: '[USER]',
    help: 'Print who of the team did what on the server of this machine, the newest last',
    settings: ['last', 'json'],
    load: () => import('./audit.js'),
  },
  {
    name: 'config',
    help: 'Print the settings that btcp serve would use, and where each comes from',
    settings: SERVE_SETTINGS,
    load: () => import('./config.js'),
  },
  {
    name: 'doctor',
    help: 'Find a browser, start it, and tell what works',
    settings: ['chrome', 'json', 'quiet'],
    load: () => import('./doctor.js'),
  },
  {
    name: 'completion',
    words: 'SHELL',
    choices: ['bash', 'zsh', 'fish', 'powershell'],
    takesLine: true,
    help: 'Print the completion for a shell; put it into its start file',
    settings: ['json'],
    load: () => import('./completion.js'),
  },
];
