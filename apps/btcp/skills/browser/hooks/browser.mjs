#!/usr/bin/env node
// A PreToolUse hook: a browser_* call goes to BTCP over HTTP with the id of the session, and the agent reads what came of
// it as the reason why its own tool was not run. BTCP_URL, BTCP_TOKEN and BTCP_AGENT choose another server or an agent.
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';

const MAX_PICTURES = 50;

const event = readEvent();
const name = String(event.tool_name ?? '').replace(/^mcp__.*?__(?=browser_)/, '');
if (!name.startsWith('browser_')) process.exit(0);

const { url, token } = findServer();
const agent = process.env.BTCP_AGENT;
const action = encodeURIComponent(name.slice('browser_'.length));
const path = agent ? `/api/agents/${encodeURIComponent(agent)}/browser/${action}` : `/browser/${action}`;
try {
  const response = await fetch(new URL(path, url), {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(token ? { authorization: `Bearer ${token}` } : {}) },
    body: JSON.stringify({ ...event.tool_input, sessionId: String(event.session_id ?? 'default') }),
  });
  const { success, text, error, images = [] } = await response.json();
  if (success) answer([text, ...images.map(savePicture)].join('\n'));
  answer([error?.message, error?.hint].filter(Boolean).join('\n'));
} catch {
  answer(`No BTCP server answers at ${url}. Start one with: btcp serve`);
}

/**
 * What a hook answers is text, so a picture becomes a file that the agent can look at. The server may run elsewhere.
 * @param {{ data: string, mimeType: string }} image in base64
 * @param {number} index
 */
function savePicture({ data, mimeType }, index) {
  const folder = join(stateFolder(), 'pictures');
  const path = join(folder, `${Date.now()}-${process.pid}-${index}.${mimeType.replace(/^image\//, '')}`);
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    writeFileSync(path, Buffer.from(data, 'base64'), { mode: 0o600, flag: 'wx' });
    for (const old of readdirSync(folder).sort().slice(0, -MAX_PICTURES)) rmSync(join(folder, old), { force: true });
    return `The picture is in ${path}: read that file to see it.`;
  } catch (cause) {
    return `The picture could not be stored in ${folder}: ${cause instanceof Error ? cause.message : cause}.`;
  }
}

/** @returns {{ session_id?: unknown, tool_name?: unknown, tool_input?: object }} */
function readEvent() {
  try {
    return JSON.parse(readFileSync(0, 'utf8'));
  } catch {
    console.error('This is a PreToolUse hook: it reads the JSON of a call from standard input.');
    process.exit(1);
  }
}

/** @param {string} text */
function answer(text) {
  const hookSpecificOutput = {
    hookEventName: 'PreToolUse',
    permissionDecision: 'deny',
    permissionDecisionReason: text,
  };
  console.log(JSON.stringify({ hookSpecificOutput }));
  process.exit(0);
}

/** @returns {{ url: string, token: string | null | undefined }} the one that was named, or that this user runs */
function findServer() {
  const { BTCP_URL: url, BTCP_TOKEN: token } = process.env;
  const saved = savedServer();
  if (!url && !saved) return answer('No BTCP server is running. Start one with: btcp serve');
  const isSaved = saved && (!url || new URL(url).origin === new URL(saved.url).origin);
  // The saved token only goes to its own server.
  return { url: url || saved?.url || '', token: token || (isSaved ? saved.token : undefined) };
}

/** @returns {{ url: string, token: string | null } | undefined} */
function savedServer() {
  try {
    return JSON.parse(readFileSync(join(stateFolder(), 'server.json'), 'utf8'));
  } catch {
    return undefined;
  }
}

function stateFolder() {
  if (process.env.BTCP_STATE) return process.env.BTCP_STATE;
  if (process.platform === 'darwin') return join(homedir(), 'Library', 'Application Support', 'btcp');
  if (process.platform === 'win32') return join(process.env.LOCALAPPDATA ?? homedir(), 'btcp', 'Application Support');
  return join(process.env.XDG_STATE_HOME || join(homedir(), '.local/state'), 'btcp');
}
