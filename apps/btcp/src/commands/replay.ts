import { readFileSync } from 'node:fs';
import { findServer } from '../client/find-server.js';
import { askServer, callRemoteTool, type ServerAddress } from '../client/server-client.js';
import type { Recording } from '../recording/export-recording.js';
import { type Divergence, readRecording, replay } from '../recording/replay.js';
import { type Settings, usageError } from '../settings/settings.js';

interface Stage {
  server: ServerAddress;
  scope: string;
  session: string;
}

/** Exit code 1 means that the replay differed. */
export async function run(settings: Settings, [file]: string[]): Promise<number> {
  if (file === undefined) throw usageError('Name a recording.', 'For example: btcp replay order.btcp.json');
  const person = personChoice(settings);
  const recording = readRecording(read(file));
  const stage = await setUp(settings, recording);
  const call = (name: string, input: object) => callRemoteTool(stage.server, stage.session, name, input, stage.scope);
  let steps = 0;
  const divergence = await replay(recording, {
    call,
    async askPerson({ outcome }) {
      if (person === 'stop') return 'nobody: --person wait asks for one, --person skip goes on without';
      return person === 'wait' ? waitForPerson(stage, outcome) : undefined;
    },
    onStep(step, { outcome }) {
      steps++;
      if (!settings.json && !settings.quiet) console.log(`${String(step).padStart(3)}  ${outcome}`);
    },
  });
  // Close only a browser that the replay opened.
  if (settings.session === undefined && settings.agent === undefined) await call('browser_close', {}).catch(() => {});
  report(steps, divergence, settings);
  return divergence ? 1 : 0;
}

function report(steps: number, divergence: Divergence | undefined, { json, quiet }: Settings): void {
  const { step, tool, what, expected, found } = divergence ?? {};
  const message = `Step ${step} (${tool}) diverges: ${what}.`;
  if (json && !divergence) console.log(JSON.stringify({ success: true, steps, divergence: null }));
  else if (json)
    console.log(JSON.stringify({ success: false, steps, divergence, error: { code: 'not_found', message } }));
  else if (divergence) console.error(`${message}\n  expected  ${expected}\n  found     ${found}`);
  else if (!quiet) console.log(`All ${steps} steps went as recorded.`);
}

async function setUp(settings: Settings, { title }: Recording): Promise<Stage> {
  const { agent, session, restore } = settings;
  const server = await findServer(settings);
  if (agent === undefined) return { server, scope: '', session: session ?? `replay-${process.pid}` };
  const scope = `/api/agents/${encodeURIComponent(agent)}`;
  const made =
    session === undefined
      ? await askServer<{ id: string }>(server, `${scope}/sessions`, {
          method: 'POST',
          body: { title: `Replay of ${title}`.slice(0, 200) },
        })
      : { id: session };
  if (restore !== undefined) {
    const path = `${scope}/states/${encodeURIComponent(restore)}/restore`;
    await askServer(server, path, { method: 'POST', body: { sessionId: made.id } });
  }
  return { server, scope, session: made.id };
}

async function waitForPerson({ server, scope, session }: Stage, outcome: string): Promise<string | undefined> {
  const links = `${scope}/sessions/${encodeURIComponent(session)}/links`;
  const { url } = await askServer<{ url: string }>(server, links, { method: 'POST', body: { role: 'control' } });
  console.error(`A person is needed at ${url}`);
  const message = `In the recording a person ${outcome}. Please do that again, and hand back.`;
  const { data, text } = await callRemoteTool(server, session, 'browser_request_user', { message }, scope);
  return (data as { outcome: string }).outcome === 'done' ? undefined : text.split('\n')[0];
}

function personChoice({ person = 'stop', agent, restore }: Settings): 'stop' | 'skip' | 'wait' {
  if (restore !== undefined && agent === undefined)
    throw usageError('--restore needs an agent.', 'Name the agent that has the state: --agent NAME.');
  if (person === 'stop' || person === 'skip' || person === 'wait') return person;
  throw usageError(`--person is "${person}".`, 'Give stop, skip or wait.');
}

function read(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (cause) {
    throw usageError(`${file} cannot be read: ${(cause as Error).message}.`, 'Name the file of a recording.');
  }
}
