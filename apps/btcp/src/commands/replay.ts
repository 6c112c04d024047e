import { readFileSync, writeFileSync } from 'node:fs';
import { sleep } from '@btcp/protocol';
import { findServer } from '../client/find-server.js';
import { askServer, callRemoteTool, type ServerAddress } from '../client/server-client.js';
import type { RecordedAction, Session } from '../contract/types.js';
import type { Recording } from '../recording/export-recording.js';
import { type Divergence, type Healing, readRecording, replay } from '../recording/replay.js';
import { type Settings, usageError } from '../settings/settings.js';
import { commandLine } from '../system/own-command.js';

const MODEL_POLL_MS = 300;

interface Stage {
  server: ServerAddress;
  scope: string;
  session: string;
}

/** Exit code 1 means that the replay differed. */
export async function run(settings: Settings, [file]: string[]): Promise<number> {
  if (file === undefined) throw usageError('Name a recording.', 'For example: btcp replay order.btcp.json');
  const person = personChoice(settings);
  const heal = healChoice(settings);
  const recording = readRecording(read(file));
  const stage = await setUp(settings, recording);
  const call = (name: string, input: object) => callRemoteTool(stage.server, stage.session, name, input, stage);
  let steps = 0;
  const healed: Healing[] = [];
  const isTold = !settings.json && !settings.quiet;
  const divergence = await replay(recording, {
    call,
    async askPerson({ outcome }) {
      if (person === 'stop') return 'nobody: --person wait asks for one, --person skip goes on without';
      return person === 'wait' ? waitForPerson(stage, outcome) : undefined;
    },
    mayHeal: heal !== 'off',
    ...(heal === 'model' ? { askModel: (action: RecordedAction) => askModel(stage, action) } : {}),
    onStep(step, { outcome }) {
      steps++;
      if (isTold) console.log(`${String(step).padStart(3)}  ${outcome}`);
    },
    onHealed(healing) {
      healed.push(healing);
      if (isTold) console.log(`     healed: ${healing.was} is now ${healing.is} (${healing.why})`);
    },
  });
  const isWritten = settings.write === true && healed.length > 0;
  if (isWritten) writeBack(file, recording, healed);
  // Close only a browser that the replay opened.
  if (settings.session === undefined && settings.agent === undefined) await call('browser_close', {}).catch(() => {});
  report(steps, divergence, { healed, isWritten, file }, settings);
  return divergence ? 1 : 0;
}

interface Repairs {
  healed: readonly Healing[];
  isWritten: boolean;
  file: string;
}

function report(
  steps: number,
  divergence: Divergence | undefined,
  { healed, isWritten, file }: Repairs,
  { json, quiet }: Settings,
): void {
  const { step, tool, what, expected, found } = divergence ?? {};
  const message = `Step ${step} (${tool}) diverges: ${what}.`;
  const repairs = healed.map(({ action: _, ...reported }) => reported);
  const common = { steps, divergence: divergence ?? null, healed: repairs, written: isWritten };
  if (json && !divergence) console.log(JSON.stringify({ success: true, ...common }));
  else if (json) console.log(JSON.stringify({ success: false, ...common, error: { code: 'not_found', message } }));
  else if (divergence) console.error(`${message}\n  expected  ${expected}\n  found     ${found}`);
  else if (!quiet && healed.length === 0)
    console.log(`${steps === 1 ? 'The step' : `All ${steps} steps`} went as recorded.`);
  else if (!quiet) console.log(doneOnChangedPage(steps, healed.length));
  if (json || quiet || healed.length === 0) return;
  console.log(
    isWritten ? `${file} is up to date.` : `To update the recording: ${commandLine(`replay ${file} --write`)}`,
  );
}

function doneOnChangedPage(steps: number, healed: number): string {
  if (steps === 1) return 'The step was done, on a changed page.';
  return `All ${steps} steps were done, ${healed} of them on a changed page.`;
}

// Steps that a model did stay as they are: nobody knows yet how they are found.
function writeBack(file: string, recording: Recording, healed: readonly Healing[]): void {
  const actions = recording.actions.map(
    (action, index) => healed.find(({ step }) => step === index + 1)?.action ?? action,
  );
  writeFileSync(file, `${JSON.stringify({ ...recording, actions }, null, 2)}\n`);
}

async function askModel({ server, scope, session }: Stage, action: RecordedAction): Promise<string | undefined> {
  const { tool, input, element, outcome } = action;
  const text = `A recording is replayed in your browser. The page has changed, and this step cannot be repeated:
${JSON.stringify({ tool, input, element, outcome })}
Do this one step on the page as it is now, and nothing else.`;
  await askServer(server, `${scope}/sessions/${encodeURIComponent(session)}/messages`, {
    method: 'POST',
    body: { text },
  });
  for (;;) {
    await sleep(MODEL_POLL_MS);
    const sessions = await askServer<Session[]>(server, `${scope}/sessions`, {});
    const { run } = sessions.find(({ id }) => id === session) ?? { run: { state: 'stopped' as const } };
    if (run.state === 'running' || run.state === 'waiting') continue;
    if (run.state === 'idle') return undefined;
    return run.state === 'failed' ? run.message : `the run of the model ended as "${run.state}"`;
  }
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
  const { data, text } = await callRemoteTool(server, session, 'browser_request_user', { message }, { scope });
  return (data as { outcome: string }).outcome === 'done' ? undefined : text.split('\n')[0];
}

function healChoice({ heal = 'page', agent }: Settings): 'off' | 'page' | 'model' {
  if (heal === 'model' && agent === undefined)
    throw usageError('--heal model needs an agent.', 'Name the agent whose model does the step: --agent NAME.');
  if (heal === 'off' || heal === 'page' || heal === 'model') return heal;
  throw usageError(`--heal is "${heal}".`, 'Give off, page or model.');
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
