import { connect } from 'node:net';
import { LIVE_SUBPROTOCOL } from '@btcp/protocol';
import type { WebSocket } from 'ws';
import type { Mutations } from './mutations.ts';
import { several, type Target } from './target.ts';

// A connection takes so many before it is renewed: a viewer may send a thousand at once.
const MESSAGES_PER_VIEWER = 800;
const SYNC_EVERY = 100;

// Sends, and waits now and then until the server has caught up; false when it has ended the connection.
async function pump(
  target: Target,
  socket: WebSocket,
  closed: Promise<void>,
  count: number,
  next: () => string | Buffer,
  sync: (number: number) => { ask: string; answer: string },
): Promise<number> {
  let isOpen = true;
  void closed.then(() => (isOpen = false));
  let sent = 0;
  while (sent < count && isOpen) {
    socket.send(next());
    sent++;
    target.sent++;
    if (sent % SYNC_EVERY !== 0 && sent !== count) continue;
    const { ask, answer } = sync(sent);
    const answered = new Promise<void>((resolve) => {
      const listen = (data: Buffer, isBinary: boolean) => {
        if (isBinary || !data.includes(answer)) return;
        socket.off('message', listen);
        resolve();
      };
      socket.on('message', listen);
    });
    socket.send(ask);
    await Promise.race([answered, closed]);
  }
  return sent;
}

const POINTER = {
  type: 'input_mouse',
  eventType: 'mouseMoved',
  x: 10,
  y: 10,
  button: 'none',
  buttons: 0,
  modifiers: 0,
};
const VIEWER_MESSAGES: Record<string, unknown>[] = [
  POINTER,
  { ...POINTER, eventType: 'mousePressed', button: 'left', clickCount: 1 },
  { ...POINTER, eventType: 'mouseReleased', button: 'left', clickCount: 1 },
  { ...POINTER, eventType: 'mouseWheel', deltaX: 0, deltaY: 5 },
  { type: 'input_keyboard', eventType: 'keyDown', key: 'a', code: 'KeyA', text: 'a', windowsVirtualKeyCode: 65 },
  { type: 'input_keyboard', eventType: 'keyUp', key: 'a', code: 'KeyA' },
  { type: 'input_touch', eventType: 'touchStart', touchPoints: [{ x: 1, y: 1, id: 0 }] },
  { type: 'input_touch', eventType: 'touchEnd', touchPoints: [] },
  { type: 'input_composition', eventType: 'update', text: 'é' },
  { type: 'input_paste', text: 'pasted' },
  { type: 'get_selection', cut: false },
  { type: 'config', maxFps: 5, pacing: 'push', quality: 'low' },
  { type: 'ack', seq: 1 },
  { type: 'take_control', isPrivate: false },
  { type: 'set_private', isPrivate: false },
  { type: 'decline_request', id: 'x', note: 'no' },
  { type: 'watch', tab: 't9' },
  { type: 'follow_agent' },
  { type: 'locate', ref: '@e1' },
  { type: 'switch_tab', tab: 't9' },
  { type: 'close_tab', tab: 't9' },
  { type: 'fit_page', width: 390, height: 700 },
  { type: 'answer_dialog', accept: true, text: 'x' },
  { type: 'answer_picker', id: 'x', indexes: [0], value: 'x' },
  { type: 'answer_file_chooser', id: 'x', files: [{ name: 'a', type: 'b', data: 'YQ==' }] },
  { type: 'set_permission', origin: 'http://a.test', name: 'geolocation', granted: false },
  { type: 'navigate', action: 'stop' },
  { type: 'new_tab', url: 'file:///etc/passwd' },
  { type: 'nonsense' },
  { type: '__proto__' },
];

/** The live view of the session `watched`, as somebody who drives, who may only look on, and who comes back. */
export async function fuzzLive(target: Target, random: Mutations, count: number): Promise<void> {
  let sent = 0;
  let pass = '';
  while (sent < count) {
    const role = random.oneIn(4) ? 'view' : 'control';
    const again = random.oneIn(2) ? `&pass=${encodeURIComponent(random.oneIn(4) ? `${pass}x` : pass)}` : '';
    const path = `/browser/stream?sessionId=watched&role=${role}${again}`;
    const { socket, status, closed } = target.open(path, { protocols: random.oneIn(4) ? [] : [LIVE_SUBPROTOCOL] });
    let viewer = 'unknown';
    socket.on('message', (data: Buffer, isBinary: boolean) => {
      if (isBinary) return;
      const text = String(data);
      pass = /"pass":"([^"]+)"/.exec(text)?.[1] ?? pass;
      viewer = /^\{"type":"hello","viewer":"([^"]+)"/.exec(text)?.[1] ?? viewer;
      if (role === 'view' && text.includes(`"holder":{"kind":"viewer","viewer":"${viewer}"`))
        target.failures.push(`A viewer who may only look on drives: ${text}`);
    });
    if ((await status) !== 101) throw new Error(`The live view answers ${await status}.`);
    if (role === 'control') socket.send('{"type":"take_control","isPrivate":false}');
    const next = () => {
      if (random.oneIn(2_000)) return Buffer.from([1, 2, 3]);
      return random.text(random.pick(VIEWER_MESSAGES));
    };
    const tab = `none-${sent}`;
    const sync = (number: number) => ({ ask: `{"type":"watch","tab":"${tab}-${number}"}`, answer: `${tab}-${number}` });
    sent += await pump(target, socket, closed, Math.min(MESSAGES_PER_VIEWER, count - sent), next, sync);
    if (random.oneIn(3)) socket.terminate();
    else socket.close();
    await closed;
  }
}

const BROKER_MESSAGES: { method?: string; params?: unknown; result?: unknown }[] = [
  { method: 'ping' },
  { method: 'hello', params: { clientType: 'agent', version: '1.0.0', metadata: { name: 'x' } } },
  { method: 'hello', params: { clientType: 'browser', version: '1.0.0', resumeToken: 'replayed' } },
  { method: 'session/create', params: {} },
  { method: 'session/list' },
  { method: 'session/join', params: { sessionId: 'guess' } },
  { method: 'session/info', params: {} },
  {
    method: 'tools/register',
    params: { tools: [{ name: 'echo', description: 'x', inputSchema: { type: 'object' } }] },
  },
  { method: 'tools/list', params: { filter: { name: 'x' } } },
  { method: 'tools/get', params: { name: 'echo' } },
  { method: 'tools/call', params: { name: 'echo', arguments: { x: 1 }, timeout: 20 } },
  { method: 'tools/callBatch', params: { calls: [{ name: 'echo', timeout: 20 }, { name: 'x' }] } },
  { method: 'manifests/list', params: {} },
  { method: 'notifications/cancelled', params: { requestId: 1 } },
  { result: { content: [] } },
];

/** The broker, as a page, as an agent, and as somebody who cannot decide. */
export async function fuzzBroker(target: Target, random: Mutations, count: number): Promise<void> {
  let sent = 0;
  let resumeToken = 'guess';
  while (sent < count) {
    const type = random.pick(['', '?clientType=browser', '?clientType=agent', '?clientType=__proto__']);
    const { socket, status, closed } = target.open(`/btcp${type}`, { protocols: random.oneIn(2) ? [] : ['btcp.v1'] });
    if ((await status) !== 101) throw new Error(`The broker answers ${await status}.`);
    socket.on('message', (data: Buffer) => {
      resumeToken = /"resumeToken":"([^"]+)"/.exec(String(data))?.[1] ?? resumeToken;
    });
    const next = () => {
      if (random.oneIn(2_000)) return Buffer.from([1, 2, 3]);
      const message = {
        jsonrpc: '2.0',
        id: random.oneIn(3) ? 1 : `id-${random.below(1e6)}`,
        ...random.pick(BROKER_MESSAGES),
      };
      const text = random.text(random.oneIn(50) ? Array(random.below(150)).fill(message) : message);
      return text.replace('"replayed"', JSON.stringify(resumeToken));
    };
    const sync = (number: number) => {
      const id = `sync-${sent}-${number}`;
      return { ask: JSON.stringify({ jsonrpc: '2.0', method: 'ping', id }), answer: id };
    };
    sent += await pump(target, socket, closed, Math.min(500 + random.below(1_000), count - sent), next, sync);
    socket.terminate();
    await closed;
  }
}

// A WebSocket frame by hand; a mask of zeros leaves the bytes as they are.
function frame(first: number, length: number, bytes: Buffer, isMasked = true): Buffer {
  const head = Buffer.alloc(length < 126 ? 2 : 10);
  head[0] = first;
  head[1] = (isMasked ? 0x80 : 0) | Math.min(length, 127);
  if (length >= 126) head.writeBigUInt64BE(BigInt(length), 2);
  return Buffer.concat([head, Buffer.alloc(isMasked ? 4 : 0), bytes]);
}

/** Bytes on bare sockets: half requests, half frames, and frames that no library sends. */
export async function fuzzBytes(target: Target, random: Mutations, count: number): Promise<void> {
  const upgrade = (path: string) =>
    `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1:${target.port}\r\nAuthorization: ${target.authorization.authorization}\r\n` +
    'Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n';
  const text = Buffer.from('{"type":"follow_agent"}');
  await several(count, 4, async () => {
    target.sent++;
    const socket = connect(target.port, '127.0.0.1');
    socket.on('error', () => {});
    const ended = new Promise((resolve) => socket.on('close', resolve));
    await new Promise((resolve) => socket.once('connect', resolve).once('close', resolve));
    const path = random.pick(['/btcp', '/ws', '/browser/stream?sessionId=watched', '/api/agents/none/browser/stream']);
    const bytes = random.pick<() => (string | Buffer)[]>([
      () => ['\u0016\u0003\u0001\u0000\u00ff'],
      () => ['GET / HTTP/1.1\r\nHost: '],
      () => [`POST /mcp HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\n{"half":`],
      () => ['GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n'],
      () => ['POST / HTTP/1.1\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n'],
      () => [`GET /${'x'.repeat(20_000)} HTTP/1.1\r\n\r\n`],
      () => [upgrade(path).slice(0, random.below(200) + 20)],
      () => [upgrade(path.replace('watched', 'none'))],
      () => [upgrade(path).replace('Version: 13', 'Version: 12')],
      () => [upgrade(path), frame(0x81, text.length, text).subarray(0, random.below(20) + 1)],
      () => [upgrade(path), frame(0x81, text.length, text, false)],
      () => [upgrade(path), frame(0x82, 3, Buffer.from([1, 2, 3]))],
      () => [upgrade(path), frame(0x01, text.length, text), frame(0x81, text.length, text)],
      () => [upgrade(path), frame(0x83, 1, Buffer.from([0]))],
      () => [upgrade(path), frame(0xf1, text.length, text)],
      () => [upgrade(path), frame(0x81, 2 ** 52, text)],
      () => [upgrade(path), frame(0x81, 2, Buffer.from([0xff, 0xfe]))],
      () => [upgrade(path), frame(0x88, 2, Buffer.from([0, 1]))],
      () => [upgrade(path), frame(0x89, 200, Buffer.alloc(200))],
    ])();
    for (const part of bytes) socket.write(part);
    // Half of those who are let in wait for an answer; the others leave at once.
    if (bytes.length > 1 && random.oneIn(2)) {
      await Promise.race([ended, new Promise((resolve) => socket.once('data', resolve))]);
    }
    socket.destroy();
    await ended;
  });
}

const COMMANDS = [
  { line: ['open', 'file:///etc/passwd'] },
  { line: ['click', '@e1', '--button', 'left'] },
  { line: ['find', 'role', 'button', 'click', '--name', 'x'] },
  { line: ['fill', '#name', '@notes.txt'], files: { '@notes.txt': 'x' } },
  { line: ['fill', '#name', '-'], input: 'x' },
  { line: ['call', 'browser_find', '{"text":"x"}'] },
  { line: ['get', 'text', 'h1', '--session', '../x'] },
];

/** The local socket of commands. */
export async function fuzzCommands(target: Target, random: Mutations, count: number): Promise<void> {
  await several(count, 2, async () => {
    target.sent++;
    const socket = connect(target.server.socket);
    socket.on('error', () => {});
    const ended = new Promise((resolve) => socket.resume().on('close', resolve));
    const request = { token: target.server.token, folder: '/', session: 'fuzz', ...random.pick(COMMANDS) };
    const text = random.text(request);
    if (random.oneIn(20)) socket.end(text);
    else socket.write(`${text.replaceAll('\n', ' ')}\n`);
    if (random.oneIn(20)) socket.destroy();
    await ended;
  });
}
