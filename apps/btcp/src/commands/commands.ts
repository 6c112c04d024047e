import type { SettingName } from '../settings/settings.js';
import type { Command } from './command.js';

const BROWSER_SETTINGS = [
  'chrome',
  'connect',
  'chrome-args',
  'headed',
  'isolation',
  'profile',
  'viewport',
  'max-image-size',
  'allow-host',
  'deny-host',
  'private-network',
  'proxy',
  'ignore-tls-errors',
  'output-dir',
  'upload-dir',
  'image-dir',
  'download-limit',
  'idle',
  'max-sessions',
  'secrets',
] as const satisfies SettingName[];

const TOOL_SETTINGS = ['tools', 'allow', 'deny', 'timeout'] as const satisfies SettingName[];

const CLIENT_SETTINGS = ['session', 'url', 'token', 'linger', 'json'] as const satisfies SettingName[];

export const COMMANDS: readonly Command[] = [
  {
    name: 'serve',
    help: 'Serve the workspace, HTTP and MCP until Ctrl-C',
    settings: [
      'port',
      'host',
      'token',
      'no-auth',
      'allow-origin',
      'ownership',
      'stream-port',
      ...BROWSER_SETTINGS,
      ...TOOL_SETTINGS,
      'content-only',
      'linger',
      'json',
    ],
    load: () => import('./serve.js'),
  },
  {
    name: 'mcp',
    help: 'Serve MCP on standard input and output, for one conversation',
    settings: [
      ...BROWSER_SETTINGS,
      'allow-origin',
      'deny-origin',
      ...TOOL_SETTINGS,
      'content-only',
      'warm',
      'print-config',
      'json',
    ],
    load: () => import('./mcp.js'),
  },
  {
    name: 'call',
    words: "NAME ['JSON']",
    help: 'Call a tool on the running server, or on one started for it; NAME --help tells its arguments',
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
    name: 'open',
    words: '[SESSION]',
    help: 'Make a link to watch and drive the browser of a session, and open it',
    settings: ['agent', 'role', ...CLIENT_SETTINGS],
    load: () => import('./open.js'),
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
    words: 'list|save|restore|remove [NAME]',
    choices: ['list', 'save', 'restore', 'remove'],
    help: "Keep what an agent's browser is signed in to and has open, and bring it back",
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
    help: 'Print the token of your servers',
    settings: ['rotate', 'json'],
    load: () => import('./token.js'),
  },
  {
    name: 'doctor',
    help: 'Find a browser, start it, and tell what works',
    settings: ['chrome', 'json'],
    load: () => import('./doctor.js'),
  },
  {
    name: 'completion',
    words: 'SHELL',
    choices: ['bash', 'zsh', 'fish'],
    help: 'Print the completion for a shell; put it into its start file',
    settings: ['json'],
    load: () => import('./completion.js'),
  },
];
