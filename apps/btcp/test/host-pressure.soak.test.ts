import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { expect, test } from 'vitest';
import { TestHome } from './run-btcp.ts';
import { Workspace } from './workspace-client.ts';

const CHUNK = Buffer.alloc(1_000_000, 'x');
// More than all the buffers between two sockets could ever hold.
const FLOOD = 400 * CHUNK.length;
const MAX_UNDER_WAY = 100 * CHUNK.length;

// Sends as much as the other end takes, and no more.
function flood(socket: Duplex): { sent: number } {
  const count = { sent: 0 };
  const send = () => {
    if (count.sent >= FLOOD) return;
    socket.write(CHUNK, () => {
      count.sent += CHUNK.length;
      send();
    });
  };
  send();
  return count;
}

// Waits until nothing moves any more, because nobody reads.
async function standstill(count: { sent: number }): Promise<number> {
  for (let before = -1; ; ) {
    await new Promise((resolve) => setTimeout(resolve, 250));
    if (count.sent === before && before > 0) return before;
    before = count.sent;
  }
}

test.each(['viewer', 'host'])('a %s that does not read stops who sends to it, and nothing piles up', async (idle) => {
  using home = new TestHome();
  const workspace = await Workspace.start(home);
  const host = createServer();
  await new Promise<void>((resolve) => host.listen(0, '127.0.0.1', resolve));
  const hostSide = new Promise<Duplex>((resolve) => {
    host.on('upgrade', (_request, socket) => {
      socket.write('HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n');
      resolve(socket);
    });
  });
  const url = `http://127.0.0.1:${(host.address() as AddressInfo).port}`;
  const { agent, session } = await workspace.begin('Far', { kind: 'remote', url });
  const viewerSide = new Promise<Duplex>((resolve, reject) => {
    const address = `${workspace.server.url}/api/agents/${agent}/browser/stream?sessionId=${session}`;
    const headers = { connection: 'Upgrade', upgrade: 'websocket', authorization: `Bearer ${workspace.server.token}` };
    request(address, { headers })
      .on('upgrade', (_response, socket) => resolve(socket))
      .on('error', reject)
      .end();
  });
  const ends = { host: await hostSide, viewer: await viewerSide };
  for (const end of Object.values(ends)) end.on('error', () => {});
  const reader = idle === 'viewer' ? ends.viewer : ends.host;
  reader.pause();
  const count = flood(idle === 'viewer' ? ends.host : ends.viewer);
  const held = await standstill(count);
  expect(held).toBeLessThan(MAX_UNDER_WAY);
  // A reader that reads again receives the rest.
  let read = 0;
  await new Promise<void>((resolve) => {
    reader.on('data', (bytes: Buffer) => {
      read += bytes.length;
      if (read > held + MAX_UNDER_WAY) resolve();
    });
    reader.resume();
  });
  for (const end of Object.values(ends)) end.destroy();
  await workspace.stop();
  host.close();
});
