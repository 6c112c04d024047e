import { LiveLinks } from '@btcp/host';
import { LiveClient } from '@btcp/test-support';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { type LiveHost, startLiveHost } from './live-host.ts';

const APP = 'https://app.example';

let host: LiveHost;
beforeAll(async () => {
  host = await startLiveHost({ token: 'main-token', viewerOrigins: [APP] });
  await host.post('/browser/open', { sessionId: 'a', url: 'about:blank' });
  await host.post('/browser/open', { sessionId: 'b', url: 'about:blank' });
});
afterAll(() => host.close());

const makeLink = async (input: object = {}, session = 'a') =>
  (await host.post(`/sessions/${session}/links`, input)).body;
const watch = (token?: string, session = 'a') => LiveClient.live(`${host.stream}?sessionId=${session}`, token);

describe('who may watch', () => {
  test('the main token controls, in the header or as a subprotocol', async () => {
    const client = await watch('main-token');
    expect(await client.next('hello')).toMatchObject({ role: 'control', session: 'a' });
    await client.close();
    const plain = await LiveClient.plain(`${host.stream}?sessionId=a`, { authorization: 'Bearer main-token' });
    await plain.until(() => plain.messages.length > 0);
    await plain.close();
  });

  test('a link is good for its session and its role', async () => {
    const { token, role, url, stream } = await makeLink({ role: 'view' });
    expect(role).toBe('view');
    expect(stream).toBe(`${host.stream}?sessionId=a`);
    const [page, code = ''] = url.split('code=');
    expect(page).toBe(`${host.url}/live#session=a&`);
    expect(await host.post('/live', { code })).toMatchObject({ body: { token } });
    for (const used of [code, token, '', 1])
      expect(await host.post('/live', { code: used })).toMatchObject({ status: 401 });
    const client = await watch(token);
    expect(await client.next('hello')).toMatchObject({ role: 'view' });
    for (const message of [{ type: 'take_control' }, { type: 'input_paste', text: 'x' }]) {
      client.forget();
      client.send(message);
      expect(await client.next('error')).toMatchObject({ error: { code: 'denied' } });
    }
    await client.close();
    await expect(watch(token, 'b')).rejects.toThrow('HTTP 401');
    const control = await watch((await makeLink({ role: 'control' })).token);
    await control.take();
    await control.close();
  });

  test('a link does not open the other routes', async () => {
    const { token } = await makeLink({ role: 'control' });
    const response = await fetch(`${host.url}/browser/status`, { headers: { authorization: `Bearer ${token}` } });
    expect(response.status).toBe(401);
  });

  test.each(['', 'wrong', 'e30.e30', 'a.b.c', '%00'])('the token "%s" is refused', async (token) => {
    await expect(watch(token)).rejects.toThrow('HTTP 401');
  });

  test('a link that was changed or has expired is refused', async () => {
    const { token } = await makeLink({ role: 'view' });
    const [body = '', signature] = token.split('.');
    const grant = JSON.parse(Buffer.from(body, 'base64url').toString());
    const forged = Buffer.from(JSON.stringify({ ...grant, role: 'control' })).toString('base64url');
    await expect(watch(`${forged}.${signature}`)).rejects.toThrow('HTTP 401');
    const { token: short } = await makeLink({ expiresIn: 1 });
    await new Promise((resolve) => setTimeout(resolve, 5));
    await expect(watch(short)).rejects.toThrow('HTTP 401');
    expect(await new LiveLinks().check(token)).toBeUndefined();
  });

  test('a page learns that its link has expired, which it could not see in an HTTP answer', async () => {
    const { token } = await makeLink({ expiresIn: 1 });
    const headers = { origin: host.url, authorization: `Bearer ${token}` };
    const closed = async () => (await LiveClient.plain(`${host.stream}?sessionId=a`, headers)).closed;
    await vi.waitFor(async () => expect(await closed()).toMatchObject({ code: 4408 }));
  });

  test('a link that is revoked shows out those who came by it', async () => {
    const { token, id } = await makeLink({ role: 'view' });
    const client = await watch(token);
    expect((await host.delete(`/sessions/b/links/${id}`)).status).toBe(404);
    expect((await host.delete(`/sessions/a/links/${id}`)).status).toBe(200);
    expect(await client.closed).toMatchObject({ code: 4401 });
    await expect(watch(token)).rejects.toThrow('HTTP 401');
    const others = [await makeLink(), await makeLink({}, 'b')];
    expect((await host.delete('/sessions/a/links')).body.revoked).toBeGreaterThan(0);
    const checked = await Promise.all(others.map(({ token: each }) => host.links.check(each)));
    expect(checked.map((grant) => grant !== undefined)).toEqual([false, true]);
  });
});

describe('a ticket for a page of another origin (T13)', () => {
  const makeTicket = async (input: object = {}) => (await host.post('/sessions/a/tickets', input)).body;
  const embed = (ticket: string, origin = APP) => LiveClient.live(`${host.stream}?sessionId=a`, ticket, { origin });

  test('opens one view, in its role', async () => {
    const { ticket, role, expires, stream } = await makeTicket();
    expect({ role, stream }).toEqual({ role: 'view', stream: `${host.stream}?sessionId=a` });
    expect(expires).toBeLessThanOrEqual(Date.now() + 60_000);
    const client = await embed(ticket);
    expect(await client.next('hello')).toMatchObject({ role: 'view', session: 'a' });
    client.send({ type: 'take_control' });
    expect(await client.next('error')).toMatchObject({ error: { code: 'denied' } });
    expect(await (await embed(ticket)).closed).toEqual({ code: 4411, reason: 'This ticket was used before.' });
    await client.close();
    const control = await embed((await makeTicket({ role: 'control' })).ticket);
    await control.take();
    await control.close();
  });

  test('that has expired says so, and one for long is refused', async () => {
    const { ticket, expires } = await makeTicket({ expiresIn: 1 });
    await vi.waitFor(() => expect(Date.now()).toBeGreaterThan(expires));
    expect(await (await embed(ticket)).closed).toEqual({ code: 4411, reason: 'This ticket has expired.' });
    expect(await host.post('/sessions/a/tickets', { expiresIn: '1h' })).toMatchObject({ status: 400 });
    expect(await host.post('/sessions/a/tickets', { role: 'admin' })).toMatchObject({ status: 400 });
  });

  test('is the only way in from there, and from other origins there is none', async () => {
    const used = await embed('main-token');
    expect(await used.closed).toMatchObject({ code: 4411, reason: expect.stringContaining('needs a ticket') });
    const { token } = await makeLink({ role: 'view' });
    expect(await (await embed(token)).closed).toMatchObject({ code: 4411 });
    const { ticket } = await makeTicket();
    const refused = await embed(ticket, 'https://evil.test');
    expect(await refused.closed).toEqual({ code: 4403, reason: 'Connection refused: this origin is not allowed.' });
    // It was not shown to anybody who may use it, so it is still good.
    const client = await embed(ticket);
    await client.next('hello');
    await client.close();
  });

  test('is no token for anything else, and can be revoked', async () => {
    const { ticket, id } = await makeTicket({ role: 'control' });
    expect(await host.post('/live', { code: ticket })).toMatchObject({ status: 401 });
    const headers = { authorization: `Bearer ${ticket}` };
    expect((await fetch(`${host.url}/browser/status`, { headers })).status).toBe(401);
    const client = await embed(ticket);
    await client.next('hello');
    expect((await host.delete(`/sessions/a/links/${id}`)).status).toBe(200);
    expect(await client.closed).toMatchObject({ code: 4401 });
    const { ticket: unused, id: other } = await makeTicket();
    await host.delete(`/sessions/a/links/${other}`);
    expect(await (await embed(unused)).closed).toMatchObject({ code: 4411 });
  });
});

test.each([
  { host: 'evil.test' },
  { host: '127.0.0.1' },
  { origin: 'http://evil.test' },
  { origin: 'http://127.0.0.1:1' },
  { origin: 'null' },
  { origin: 'file://' },
])('an upgrade with %o is refused, whatever its token', async (headers) => {
  const connecting = LiveClient.plain(`${host.stream}?sessionId=a`, { authorization: 'Bearer main-token', ...headers });
  await expect(connecting).rejects.toThrow('HTTP 403');
});
