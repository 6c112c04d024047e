// Direct CDP with the first tab of a Chrome on a pipe: no library between.
import { spawn } from 'node:child_process';
import { EventEmitter, once } from 'node:events';
import { mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const ARGUMENTS = [
  '--headless',
  '--hide-scrollbars',
  '--mute-audio',
  '--no-sandbox',
  '--no-first-run',
  '--disable-background-networking',
  '--remote-debugging-pipe',
];

/**
 * @param {string} path of the browser
 * @param {Record<string, string> | undefined} environment
 */
export async function startPipe(path, environment) {
  const profile = mkdtempSync(join(tmpdir(), 'btcp-floor-'));
  const child = spawn(path, [...ARGUMENTS, `--user-data-dir=${profile}`, 'about:blank'], {
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'ignore', 'ignore', 'pipe', 'pipe'],
  });
  const input = /** @type {import('node:stream').Writable} */ (child.stdio[3]);
  const output = /** @type {import('node:stream').Readable} */ (child.stdio[4]);
  /** @type {Map<number, (message: any) => void>} */
  const pending = new Map();
  const events = new EventEmitter();
  let lastId = 0;
  /** @type {Buffer[]} */
  let begun = [];
  output.on('data', (chunk) => {
    let start = 0;
    for (let end = chunk.indexOf(0); end !== -1; end = chunk.indexOf(0, start)) {
      const message = JSON.parse(Buffer.concat([...begun, chunk.subarray(start, end)]).toString());
      begun = [];
      start = end + 1;
      pending.get(message.id)?.(message);
      pending.delete(message.id);
      if (message.method) events.emit(message.method, message.params);
    }
    if (start < chunk.length) begun.push(chunk.subarray(start));
  });

  /** @type {string | undefined} */
  let sessionId;
  /**
   * @param {string} method
   * @param {object} [params]
   * @returns {Promise<any>}
   */
  function send(method, params = {}) {
    return ask(method, params, sessionId ? { sessionId } : {});
  }

  /**
   * @param {string} method
   * @param {object} params
   * @param {{ sessionId?: string }} [place]
   * @returns {Promise<any>}
   */
  function ask(method, params, place = {}) {
    const id = ++lastId;
    input.write(`${JSON.stringify({ id, method, params, ...place })}\0`);
    return new Promise((resolve, reject) => {
      pending.set(id, ({ result, error }) => (error ? reject(new Error(error.message)) : resolve(result)));
    });
  }

  const { targetInfos } = await send('Target.getTargets');
  const page = targetInfos.find((/** @type {{ type: string }} */ { type }) => type === 'page');
  const targetId = page ? page.targetId : (await send('Target.createTarget', { url: 'about:blank' })).targetId;
  ({ sessionId } = await send('Target.attachToTarget', { targetId, flatten: true }));

  return {
    send,
    /** For the browser, not for its first tab. @param {string} method @param {object} params */
    sendToBrowser: (method, params) => ask(method, params),
    /** @param {string} event */
    next: (event) => once(events, event),
    async close() {
      child.kill('SIGKILL');
      await once(child, 'exit');
      // Its children write for a moment longer than Chrome itself lives; only the asynchronous rm tries again then.
      await rm(profile, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
    },
  };
}
