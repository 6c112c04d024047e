import { readFileSync } from 'node:fs';
import { findServer } from '../client/find-server.js';
import { callRemoteTool } from '../client/server-client.js';
import { readRecording, replay } from '../recording/replay.js';
import { type Settings, usageError } from '../settings.js';

/** Exit code 1 tells that the replay went another way. */
export async function run(settings: Settings, [file]: string[]): Promise<number> {
  if (file === undefined) throw usageError('Name a recording.', 'For example: btcp replay order.btcp.json');
  const recording = readRecording(read(file));
  const server = await findServer(settings);
  const session = settings.session ?? `replay-${process.pid}`;
  let steps = 0;
  const divergence = await replay(recording, {
    call: (name, input) => callRemoteTool(server, session, name, JSON.stringify(input)),
    onStep(step, { outcome }) {
      steps++;
      if (!settings.json) console.log(`${String(step).padStart(3)}  ${outcome}`);
    },
  });
  // The browser of a session that was named is its owner's.
  if (settings.session === undefined) await callRemoteTool(server, session, 'browser_close', '{}').catch(() => {});
  if (settings.json) console.log(JSON.stringify({ steps, divergence: divergence ?? null }));
  else if (!divergence) console.log(`All ${steps} steps went as recorded.`);
  else {
    const { step, tool, what, expected, found } = divergence;
    console.error(`Step ${step} (${tool}) diverges: ${what}.\n  expected  ${expected}\n  found     ${found}`);
  }
  return divergence ? 1 : 0;
}

function read(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (cause) {
    throw usageError(`${file} cannot be read: ${(cause as Error).message}.`, 'Name the file of a recording.');
  }
}
