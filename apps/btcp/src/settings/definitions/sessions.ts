import type { Setting } from './setting.js';

/** Sessions, their history and limits, and the tools in them. */
export const SESSIONS = {
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
} as const satisfies Record<string, Setting>;
