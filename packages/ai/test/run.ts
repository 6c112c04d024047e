import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';

/** Runs a script to its end, with no model in its environment but the one that is given. */
export async function run(file: string, words: string[] = [], environment: Record<string, string> = {}) {
  const none = { OPENAI_API_KEY: undefined, OPENAI_BASE_URL: undefined, MODEL: undefined };
  const env = { ...process.env, ...none, ...environment };
  const child = spawn(process.execPath, [file, ...words], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  const code = new Promise((resolve) => child.on('exit', resolve));
  const [output, errors] = await Promise.all([text(child.stdout), text(child.stderr)]);
  return { output, errors, code: await code };
}
