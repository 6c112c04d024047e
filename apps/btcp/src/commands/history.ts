import { writeFile } from 'node:fs/promises';
import { extname } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { BtcpError, type ErrorData } from '@btcp/protocol';
import { findServer } from '../client/find-server.js';
import { askServer, readAnswer, requestServer, type ServerAddress } from '../client/server-client.js';
import type { History, HistorySession, HistoryStep } from '../contract/history.js';
import { type Settings, usageError } from '../settings/settings.js';

const FORMATS = ['html', 'webm', 'har', 'json'];

export async function run(settings: Settings, [named, file]: string[]): Promise<number> {
  const server = await findServer(settings);
  const session = named ?? settings.session;
  if (session === undefined) return list(server, settings);
  const agent = settings.agent === undefined ? '' : `/api/agents/${encodeURIComponent(settings.agent)}`;
  const path = `${agent}/sessions/${encodeURIComponent(session)}/history`;
  return file === undefined ? show(server, path, settings) : save(server, path, file, settings);
}

async function list(server: ServerAddress, settings: Settings): Promise<number> {
  const { sessions } = await askServer<{ sessions: HistorySession[] }>(server, '/history', {});
  if (settings.json) console.log(JSON.stringify({ success: true, sessions }));
  else if (sessions.length === 0) console.error('No session has a history.');
  else console.log(sessions.map(lineOf).join('\n'));
  return 0;
}

async function show(server: ServerAddress, path: string, settings: Settings): Promise<number> {
  const history = await askServer<History>(server, path, {});
  if (settings.json) console.log(JSON.stringify({ success: true, ...history }));
  else console.log(history.steps.map(stepLine).join('\n'));
  return 0;
}

async function save(server: ServerAddress, path: string, file: string, settings: Settings): Promise<number> {
  const format = extname(file).slice(1);
  if (!FORMATS.includes(format)) {
    throw usageError(`${file} is not a format for a history.`, `End its name with .${FORMATS.join(', .')}.`);
  }
  const response = await requestServer(server, `${path}?format=${format}`, {});
  if (response.statusCode !== 200) {
    throw BtcpError.fromJSON((await readAnswer<{ error: ErrorData }>(response))?.error as ErrorData);
  }
  await writeFile(file, await buffer(response), { mode: 0o600 });
  console.log(settings.json ? JSON.stringify({ success: true, file }) : `Saved ${file}`);
  return 0;
}

function lineOf({ id, name, steps, lastUsed }: HistorySession): string {
  return `${name}\n  ${steps} steps, the last at ${new Date(lastUsed).toISOString()}\n  ${id}`;
}

function stepLine({ number, time, summary, success, hidden }: HistoryStep): string {
  const remarks = [!success && 'failed', hidden && 'hidden'].filter(Boolean);
  return `${number}  ${new Date(time).toISOString()}  ${summary}${remarks.length > 0 ? ` (${remarks.join(', ')})` : ''}`;
}
