// A nats-server for benchmarks, with JetStream in a folder of its own.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findProgram } from '../proxies.mjs';

export async function startNats() {
  const folder = mkdtempSync(join(tmpdir(), 'btcp-bench-nats-'));
  const port = await freePort();
  const program = findProgram('nats-server');
  if (!program) throw new Error('nats-server is not installed: apt-get install nats-server');
  const child = spawn(program, ['-js', '-sd', folder, '-a', '127.0.0.1', '-p', String(port)], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  await new Promise((resolve, reject) => {
    child.stderr.setEncoding('utf8').on('data', (text) => text.includes('Server is ready') && resolve(undefined));
    child.once('exit', () => reject(new Error('nats-server did not start.')));
  });
  return {
    url: `nats://127.0.0.1:${port}`,
    /** In megabytes; undefined where the system does not report it. */
    memory() {
      try {
        const kilobytes = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))?.[1];
        return Math.round(Number(kilobytes) / 1024);
      } catch {
        return undefined;
      }
    },
    async stop() {
      child.kill();
      await once(child, 'exit');
      rmSync(folder, { recursive: true });
    },
  };
}

/** @returns {Promise<number>} */
async function freePort() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
  server.close();
  return port;
}
