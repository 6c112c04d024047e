import { Worker } from 'node:worker_threads';
import { BtcpError } from '@btcp/protocol';
import type { CDPSession } from 'puppeteer-core';
import { type LighthouseInput, type OutcomeMessage, runInThread, type ThreadMessage } from './lighthouse-thread.js';

const MAX_HEAP_MB = 2_048;

export async function runLighthouse(
  page: CDPSession,
  input: Omit<LighthouseInput, 'session'>,
  signal: AbortSignal,
): Promise<string> {
  // Text, because the command is bundled. What Lighthouse prints must not reach the answers on standard output.
  const source = `const { parentPort: port, workerData } = require('node:worker_threads');
    const { EventEmitter } = require('node:events');
    (${runInThread.toString()})(workerData, { load: (address) => import(address), port, EventEmitter })
      .catch((thrown) => port.postMessage({ failure: String(thrown?.friendlyMessage ?? thrown?.message ?? thrown) }));`;
  const worker = new Worker(source, {
    eval: true,
    workerData: { ...input, session: page.id() } satisfies LighthouseInput,
    stdout: true,
    stderr: true,
    resourceLimits: { maxOldGenerationSizeMb: MAX_HEAP_MB },
  });
  const sessions = new Map<string, CDPSession>();
  const post = (message: ThreadMessage) => worker.postMessage(message);
  follow(page, sessions, post);
  try {
    return await new Promise<string>((resolve, reject) => {
      const fail = (reason: string) => reject(failed(reason));
      signal.addEventListener('abort', () => reject(signal.reason), { once: true });
      worker.once('error', ({ message }) => fail(message));
      worker.once('exit', () => fail('it ended early'));
      worker.on('message', (message: OutcomeMessage) => {
        if ('report' in message) resolve(message.report);
        else if ('failure' in message) fail(message.failure);
        else void carryOut(message, sessions.get(message.session), post);
      });
    });
  } finally {
    await worker.terminate();
  }
}

// Events of the session, and of those that are attached to it: frames of other origins, and workers.
function follow(session: CDPSession, sessions: Map<string, CDPSession>, post: (message: ThreadMessage) => void): void {
  const id = session.id();
  sessions.set(id, session);
  session.on(
    '*' as never,
    ((method: string | symbol, params: unknown) => {
      if (typeof method === 'string' && method.includes('.')) post({ session: id, method, params });
    }) as never,
  );
  session.on('sessionattached', (child) => {
    follow(child, sessions, post);
    post({ session: id, attached: child.id() });
  });
}

async function carryOut(
  { id, method, params }: Extract<OutcomeMessage, { method: string }>,
  session: CDPSession | undefined,
  post: (message: ThreadMessage) => void,
): Promise<void> {
  try {
    if (!session) throw new Error('The session is gone.');
    post({ id, result: (await session.send(method as never, params as never)) as object });
  } catch (thrown) {
    post({ id, error: (thrown as Error).message });
  }
}

function failed(reason: string): BtcpError {
  return new BtcpError('unsupported', `Lighthouse could not audit the page: ${reason.replace(/\.$/, '')}.`, {
    hint: 'Check that the page loads in a new tab, then retry.',
  });
}
