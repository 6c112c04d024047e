// Records the samples of docs/protocol.md from running servers. `RECORD=1` writes them; otherwise they are compared.
import { readFileSync, writeFileSync } from 'node:fs';
import { type BTCPClient, createClient, webSocketTransport } from '@btcp/client';
import type { LiveMessage, ViewerMessage } from '@btcp/protocol';
import { LiveClient, type RunningBroker, renderersOf, servePages, startBroker } from '@btcp/test-support';
import { expect, test, vi } from 'vitest';
import { WebSocket } from 'ws';
import { startLiveHost } from '../../packages/host/test/live-host.ts';
import { BTCP_WORDS, LIVE_WORDS, VIEWER_WORDS } from '../docs/protocol-words.ts';

const GUIDE = new URL('../../docs/protocol.md', import.meta.url);

// What differs from run to run, by its name.
const VARYING: Record<string, unknown> = {
  sessionId: 'SESSION',
  resumeToken: 'RESUME TOKEN',
  clientId: 'CLIENT',
  viewer: 'VIEWER',
  pass: 'PASS',
  createdAt: 1_760_000_000_000,
  timestamp: 1_760_000_000_000,
  time: 1_760_000_000_000,
  deadline: 1_760_000_600_000,
};

function settle(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value), (key, part) => {
    if (Object.hasOwn(VARYING, key) && part !== null && part !== '') return VARYING[key];
    if (typeof part !== 'string') return part;
    if (/^[\w-]{22}$/.test(part)) return 'SESSION';
    if (key === 'id' && /^[0-9a-z.-]{8,}$/i.test(part)) return 'ID';
    return part.replace(/127\.0\.0\.1:\d+/, 'shop.example');
  });
}

function show(value: unknown): string {
  const line = JSON.stringify(value);
  return `\`\`\`json\n${line.length < 110 ? line : JSON.stringify(value, null, 2)}\n\`\`\``;
}

function section(name: string, words: string, samples: unknown[]): string {
  return [`### ${name}`, words, ...samples.map((sample) => show(settle(sample)))].join('\n\n');
}

// Puts the samples into the guide, or compares what is there: the same messages, with the same parts.
function compare(name: string, text: string): void {
  const guide = readFileSync(GUIDE, 'utf8');
  const place = new RegExp(`(<!-- samples: ${name},.*-->\\n)([\\s\\S]*?)(<!-- /samples -->)`);
  if (process.env.RECORD) {
    writeFileSync(
      GUIDE,
      guide.replace(place, (_, start, _old, end) => `${start}\n${text}\n\n${end}`),
    );
  } else expect(shapesIn(place.exec(guide)?.[2] ?? '')).toEqual(shapesIn(text));
}

// The headings and words as they are, and each sample without its values.
function shapesIn(text: string): unknown[] {
  return text
    .trim()
    .split(/^```(?:json)?$/m)
    .map((part, index) => (index % 2 === 0 ? part.trim() : shapeOf(JSON.parse(part))));
}

function shapeOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.slice(0, 1).map(shapeOf);
  if (typeof value !== 'object' || value === null) return value === null ? null : typeof value;
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, shapeOf(part)]));
}

interface Reported {
  method?: string;
  id?: unknown;
}

/** A client whose messages are kept, both ways. */
function tapped(running: RunningBroker, clientType: 'browser' | 'agent', log: Reported[]): BTCPClient {
  class Tapped extends WebSocket {
    constructor(url: string, protocols?: string[]) {
      super(url, protocols);
      this.on('message', (data) => log.push(JSON.parse(String(data))));
    }
    override send(data: string): void {
      log.push(JSON.parse(data));
      super.send(data);
    }
  }
  return createClient({
    serverUrl: running.webSocket,
    clientType,
    grants: ({ capabilities }) => capabilities.includes('dom:read'),
    metadata: clientType === 'browser' ? { name: 'shop', version: '2.1.0' } : {},
    transport: webSocketTransport({ WebSocket: Tapped }),
  });
}

test('every message of BTCP is in the guide as it is on the wire', async () => {
  await using running = await startBroker();
  const onPage: Reported[] = [];
  const onAgent: Reported[] = [];
  const page = tapped(running, 'browser', onPage);
  page.registerTool({
    name: 'get_page_title',
    description: 'Returns the current page title',
    capabilities: ['dom:read'],
    handler: () => 'Fresh beans',
  });
  await page.connect();
  const agent = tapped(running, 'agent', onAgent);
  await agent.connect();
  let requests = 0;
  const ask = async (method: string, params: object = {}) => {
    requests += 1;
    return agent.send({ jsonrpc: '2.0', method, params, id: `call-${requests}` });
  };
  const call = { name: 'get_page_title', arguments: {} };
  await ask('session/list');
  await ask('session/join', { sessionId: running.broker.pages()[0]?.sessionId });
  await ask('session/info');
  await ask('tools/list');
  await ask('tools/get', { name: 'get_page_title' });
  await ask('manifests/list');
  await ask('tools/call', call);
  await ask('tools/callBatch', { calls: [call, { name: 'no_such_tool' }] });
  await ask('capabilities/list');
  await ask('capabilities/request', { capabilities: ['dom:read'] });
  await ask('ping');
  await ask('session/ping');
  await agent.send({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 'call-99' } });
  page.registerTool({ name: 'order', description: 'Orders', handler: () => 'Ordered.' });
  const heard = (method: string) => vi.waitFor(() => expect(onAgent.some((each) => each.method === method)).toBe(true));
  await heard('tools/updated');
  await page.disconnect();
  await heard('browser/disconnected');
  agent.destroy();

  const greeting = await fetch(`${running.http}/btcp/events?clientType=browser`);
  const reader = greeting.body?.getReader();
  const event = new TextDecoder().decode((await reader?.read())?.value);
  await reader?.cancel();
  const connected = JSON.parse(/^data: (.*)$/m.exec(event)?.[1] ?? '');
  const creating: Reported[] = [];
  const plain = new WebSocket(`${running.webSocket}/btcp`);
  await new Promise((resolve) => plain.once('open', resolve));
  const created = new Promise<string>((resolve) => plain.once('message', (data) => resolve(String(data))));
  const create = { jsonrpc: '2.0', method: 'session/create', params: {}, id: 1 };
  plain.send(JSON.stringify(create));
  creating.push(create, JSON.parse(await created));
  plain.close();

  const all = [[connected], creating, onPage, onAgent];
  const sections = Object.entries(BTCP_WORDS).map(([method, words]) => {
    // A call is shown on both of its ways.
    const logs =
      method === 'tools/call'
        ? [onAgent, onPage]
        : all.filter((log) => log.some((each) => each.method === method)).slice(0, 1);
    const samples = logs.flatMap((log) => {
      const message = log.find((each) => each.method === method);
      const answer = message?.id === undefined ? [] : log.filter((each) => each.id === message.id && !each.method);
      return message ? [message, ...answer.slice(0, 1)] : [];
    });
    expect(samples, `no sample of ${method}`).not.toEqual([]);
    return section(method, words, samples);
  });
  compare('btcp', sections.join('\n\n'));
});

const PAGE = `<!doctype html><title>Shop</title><style>body > * { position: absolute; left: 10px; width: 120px; height: 30px }</style>
  <select style="top: 10px" aria-label="Sort by"><option>Price<option>Name</select>
  <button style="top: 60px" onclick="setTimeout(() => confirm('Order now?'))">Order</button>
  <input style="top: 110px" type="file" accept="image/*">
  <a style="top: 160px" href="data:text/plain,beans" download="beans.txt">Beans</a>
  <input style="top: 210px" value="dark roast" aria-label="Search">`;

test('every message of the live view is in the guide as it is on the wire', async () => {
  await using site = await servePages({ '/': PAGE });
  const host = await startLiveHost();
  const said: ViewerMessage[] = [];
  try {
    await host.post('/sessions/demo/tools/browser_navigate', { url: site.origin });
    const viewer = await LiveClient.live(`${host.stream}?sessionId=demo`);
    const say = (message: ViewerMessage) => {
      said.push(message);
      viewer.send({ ...message });
    };
    /** Says it, and waits for what follows from it: equal messages may have come before. */
    const hears = async <Type extends LiveMessage['type']>(
      type: Type,
      fits: (message: Extract<LiveMessage, { type: Type }>) => boolean,
      message: ViewerMessage,
    ) => {
      const before = viewer.messages.length;
      say(message);
      await viewer.until(() => viewer.messages.slice(before).some((heard) => heard.type === type && fits(heard)));
    };
    const mouse = (eventType: 'mousePressed' | 'mouseReleased' | 'mouseMoved', x: number, y: number) =>
      say({
        type: 'input_mouse',
        eventType,
        x,
        y,
        button: eventType === 'mouseMoved' ? 'none' : 'left',
        clickCount: 1,
      });
    const click = (y: number) => {
      mouse('mouseMoved', 50, y);
      mouse('mousePressed', 50, y);
      mouse('mouseReleased', 50, y);
    };
    const { tabs } = await viewer.next('tabs');
    const tab = tabs[0]?.id ?? '';
    await viewer.next('metadata');
    await viewer.until(() => viewer.frames.length > 0);
    say({ type: 'config', maxFps: 30, pacing: 'ack', quality: 'high' });
    say({ type: 'ack', seq: viewer.frames[0]?.sequence ?? 0 });
    say({ type: 'watch', tab });
    say({ type: 'follow_agent' });
    await host.post('/sessions/demo/tools/browser_snapshot', {});
    say({ type: 'locate', ref: 'e1' });
    await viewer.next('located');
    const asked = host.post('/sessions/demo/tools/browser_request_user', {
      message: 'Please sign in.',
      purpose: 'login',
    });
    const { control } = await viewer.next('control', (message) => message.control.request !== null);
    say({ type: 'decline_request', id: control.request?.id ?? '', note: 'Not now.' });
    await asked;
    say({ type: 'take_control' });
    await viewer.next('control', (message) => message.control.holder.kind === 'viewer');
    say({ type: 'set_private', isPrivate: false });
    click(25);
    const { picker } = await viewer.next('picker', (message) => message.picker !== null);
    say({ type: 'answer_picker', id: picker?.id ?? '', indexes: [1] });
    await viewer.next('picker', (message) => message.picker === null);
    click(75);
    await viewer.next('dialog', (message) => message.dialog !== null);
    say({ type: 'answer_dialog', accept: true });
    await viewer.next('dialog', (message) => message.dialog === null);
    click(125);
    const { chooser } = await viewer.next('file_chooser', (message) => message.chooser !== null);
    say({
      type: 'answer_file_chooser',
      id: chooser?.id ?? '',
      files: [{ name: 'cup.png', type: 'image/png', data: 'iVBORw==' }],
    });
    click(175);
    await viewer.next('download', ({ download }) => download.state === 'completed');
    await viewer.next('cursor', ({ cursor }) => cursor === 'pointer');
    click(225);
    say({ type: 'input_keyboard', eventType: 'keyDown', key: 'a', code: 'KeyA', modifiers: 2 });
    say({ type: 'input_keyboard', eventType: 'keyUp', key: 'a', code: 'KeyA', modifiers: 2 });
    say({ type: 'get_selection' });
    await viewer.next('selection');
    say({ type: 'input_paste', text: 'light roast' });
    say({ type: 'input_composition', eventType: 'commit', text: 'é' });
    say({ type: 'input_touch', eventType: 'touchStart', touchPoints: [{ x: 50, y: 400 }] });
    say({ type: 'input_touch', eventType: 'touchEnd', touchPoints: [] });
    viewer.send({ type: 'no_such_message' });
    await viewer.next('error');
    say({ type: 'set_permission', origin: site.origin, name: 'notifications', granted: true });
    await viewer.next('permissions', ({ granted }) => granted.length > 0);
    say({ type: 'new_tab', url: `${site.origin}/` });
    const { watching: other } = await viewer.next(
      'tabs',
      ({ tabs, watching }) =>
        watching !== tab && tabs.some(({ id, url }) => id === watching && url === `${site.origin}/`),
    );
    await hears('tabs', ({ watching }) => watching === tab, { type: 'switch_tab', tab });
    await hears('tabs', ({ tabs }) => tabs.length === 1, { type: 'close_tab', tab: other });
    // Heartbeats come while the page stands still: without the reload, the caret would blink in the field.
    await hears('loading', ({ loading }) => !loading, { type: 'navigate', action: 'reload' });
    say({ type: 'fit_page', width: 390, height: 700 });
    say({ type: 'give_control', outcome: 'done' });
    await viewer.next('heartbeat');
    for (const pid of renderersOf(process.pid)) process.kill(pid, 'SIGKILL');
    await viewer.next('crash');
    await host.delete('/sessions/demo');
    await viewer.next('closed');

    // A sample that says something: no blank page, nothing that has just ended, and the agent's wish where it has one.
    const isNews = (message: { [part: string]: unknown }) =>
      Object.values(message).every((part) => part !== null) && !JSON.stringify(message).includes('about:blank');
    const fromServer = Object.entries(LIVE_WORDS).map(([type, words]) => {
      const heard = viewer.messages.filter((message) => message.type === type && isNews(message));
      expect(heard, `no sample of ${type}`).not.toEqual([]);
      const wish = heard.find((message) => message.control?.request);
      const sample = wish ?? (type === 'loading' ? { ...heard[0], loading: true } : heard[0]);
      return section(`${type} (server)`, words, [withoutChance(type, sample)]);
    });
    const fromViewer = Object.entries(VIEWER_WORDS).map(([type, words]) => {
      const sample = said.find((message) => message.type === type);
      expect(sample, `no sample of ${type}`).toBeDefined();
      return section(`${type} (viewer)`, words, [withoutChance(type, sample)]);
    });
    compare('live', [...fromServer, ...fromViewer].join('\n\n'));
  } finally {
    await host.close();
  }
});

/** What depends on the moment of the recording, and not on the message. */
function withoutChance(type: string, message: unknown): unknown {
  const given = Object(message);
  if (type === 'ack') return { ...given, seq: 7 };
  if (type === 'cursor') return { ...given, cursor: 'pointer' };
  if (type === 'download')
    return { ...given, download: { ...given.download, id: 'ID', url: 'https://shop.example/beans.txt' } };
  if (type === 'metadata') return { ...given, scrollOffsetX: 0, scrollOffsetY: 0 };
  return given;
}
