import { Readable } from 'node:stream';
import { describe, expect, test, vi } from 'vitest';
import { sealStream, unsealStream } from '../src/files/sealed-stream.ts';
import { fleetKeys, workerKey } from '../src/hop/fleet-key.ts';
import { readHop, signHop } from '../src/hop/hop-token.ts';
import { commonProtocol, SPOKEN } from '../src/hop/protocol.ts';
import { PageLine } from '../src/pages/page-line.ts';
import { Parcels, partsOf } from '../src/pages/parcels.ts';
import { mayWrite } from '../src/placement/allowed-by-worker.ts';
import { chooseWorker, type WorkerView } from '../src/placement/choose-worker.ts';
import { inTurn } from '../src/placement/queue.ts';
import { seal, unseal } from '../src/sealing/sealed.ts';
import { seeded } from './model.ts';

const SECRET = 'a key of the fleet with 32 characters or more';
const keys = fleetKeys(SECRET);
const hop = {
  session: 'ann~shop',
  revision: 7,
  protocol: 1,
  worker: 'w1',
  method: 'POST',
  path: '/sessions/ann~shop/tools/browser_click',
};

describe('a request from a gateway to a worker (T25)', () => {
  test('names its session and revision', () => {
    expect(readHop(keys.hop('w1'), signHop(keys.hop('w1'), hop, 0), hop, 0)).toEqual({
      session: 'ann~shop',
      revision: 7,
    });
  });

  test.each([
    ['another worker', { worker: 'w2' }],
    ['another method', { method: 'DELETE' }],
    ['another path', { path: '/sessions/bob~shop/tools/browser_click' }],
  ])('is refused for %s', (_, other) => {
    expect(readHop(keys.hop('w1'), signHop(keys.hop('w1'), hop, 0), { ...hop, ...other }, 0)).toBeUndefined();
  });

  test('is refused with another key, after some minutes, and when it was changed', () => {
    const token = signHop(keys.hop('w1'), hop, 0);
    const [, signature] = token.split('.');
    const forged = Buffer.from(JSON.stringify(['bob~shop', 8, 0])).toString('base64url');
    expect(readHop(keys.hop('w1'), token, hop, 60_000)).toBeDefined();
    expect(readHop(keys.session('a'), token, hop, 0)).toBeUndefined();
    expect(readHop(keys.hop('w1'), token, hop, 10 * 60_000)).toBeUndefined();
    expect(readHop(keys.hop('w1'), `${forged}.${signature}`, hop, 0)).toBeUndefined();
    for (const text of ['', '.', 'a.b', 'a.b.c', token.slice(0, -1)])
      expect(readHop(keys.hop('w1'), text, hop, 0)).toBeUndefined();
  });

  test('is refused in a protocol that this worker does not speak', () => {
    const newer = { ...hop, protocol: SPOKEN.newest + 1 };
    expect(readHop(keys.hop('w1'), signHop(keys.hop('w1'), newer, 0), newer, 0)).toBeUndefined();
  });

  test.each([
    ['the same', { oldest: 2, newest: 2 }, 2],
    ['one that also speaks the older one', { oldest: 2, newest: 3 }, 2],
    ['one that speaks only a newer one', { oldest: 3, newest: 3 }, undefined],
    ['one that speaks only an older one', { oldest: 1, newest: 1 }, 1],
    ['one that is too old', { oldest: 0, newest: 0 }, undefined],
  ])('is in a protocol that both speak: %s', (_, other, expected) => {
    expect(commonProtocol(other, { oldest: 1, newest: 2 })).toBe(expected);
  });

  test('a fleet key that is easy to guess is refused', () => {
    expect(() => fleetKeys('short')).toThrow('The fleet key has 5 characters.');
  });
});

describe('a saved state', () => {
  const state = Buffer.from('{"cookies":[]}');

  test('opens for its session and revision only', () => {
    const sealed = seal(keys.session('a'), ['a', 3], state);
    expect(sealed.includes('cookies')).toBe(false);
    expect(unseal(keys.session('a'), ['a', 3], sealed)).toEqual(state);
    for (const [key, session, revision] of [
      [keys.session('a'), 'b', 3],
      [keys.session('a'), 'a', 4],
      [keys.hop('w1'), 'a', 3],
    ] as const)
      expect(() => unseal(key, [session, revision], sealed)).toThrow();
  });

  test('that was changed, or cut, does not open', () => {
    const sealed = seal(keys.session('a'), ['a', 3], state);
    const changed = Buffer.from(sealed);
    changed[changed.length - 1] = (changed.at(-1) ?? 0) ^ 1;
    expect(() => unseal(keys.session('a'), ['a', 3], changed)).toThrow();
    expect(() => unseal(keys.session('a'), ['a', 3], sealed.subarray(0, 20))).toThrow();
  });
});

describe('placing', () => {
  const worker = (id: string, open: number, others: Partial<WorkerView> = {}): WorkerView => ({
    id,
    url: `http://${id}`,
    slots: 10,
    open,
    state: 'ready',
    labels: { region: 'eu' },
    version: '1',
    protocols: SPOKEN,
    epoch: 1,
    ...others,
  });

  test('is even, without a crowd at the freest worker', () => {
    const random = seeded(1);
    const workers = Array.from({ length: 10 }, (_, index) => worker(`w${index}`, 0));
    for (let count = 0; count < 60; count++) {
      const chosen = chooseWorker(workers, {}, random);
      if (chosen) chosen.open++;
    }
    expect(Math.max(...workers.map(({ open }) => open))).toBeLessThanOrEqual(8);
    expect(Math.min(...workers.map(({ open }) => open))).toBeGreaterThanOrEqual(4);
  });

  test('leaves out workers that are full, draining, without the labels, or of another protocol', () => {
    const workers = [
      worker('full', 10),
      worker('leaving', 0, { state: 'draining' }),
      worker('far', 0, { labels: { region: 'us' } }),
      worker('of the next version', 0, { protocols: { oldest: SPOKEN.newest + 1, newest: SPOKEN.newest + 1 } }),
      worker('near', 9),
    ];
    expect(chooseWorker(workers, { region: 'eu' })?.id).toBe('near');
    expect(chooseWorker(workers, { gpu: 'yes' })).toBeUndefined();
  });

  test('is fair: nobody gets a second session before another has the first', () => {
    const waiting = [
      ...['a1', 'a2', 'a3'].map((session, index) => ({ session, user: 'ann', since: index })),
      { session: 'b1', user: 'bob', since: 10 },
      { session: 'c1', user: 'cy', since: 11 },
    ];
    const held = new Map([['cy', 1]]);
    expect(inTurn(waiting, held).map(({ session }) => session)).toEqual(['a1', 'b1', 'a2', 'c1', 'a3']);
  });
});

describe('the key of one worker (T25)', () => {
  const own = fleetKeys(workerKey(SECRET, 'w1'));
  const other = fleetKeys(workerKey(SECRET, 'w2'));
  const sealed = seal(keys.session('shop'), ['state'], Buffer.from('login=ann'));

  test('opens the sessions that a gateway has given to it, and no other', () => {
    expect(() => own.session('shop')).toThrow('does not open session shop');
    own.learn('shop', 'w1.1', keys.give('shop', 'w1.1'));
    expect(unseal(own.session('shop'), ['state'], sealed).toString()).toBe('login=ann');
    expect(() => own.session('bank')).toThrow('does not open session bank');
    expect(() => other.learn('shop', 'w2.1', keys.give('shop', 'w1.1')), 'given to another worker').toThrow();
    expect(() => other.learn('bank', 'w2.1', keys.give('shop', 'w2.1')), 'given for another session').toThrow();
  });

  test('signs nothing that another worker takes', () => {
    const asked = { ...hop, worker: 'w2.1' };
    const forged = signHop(own.hop('w2.1'), asked, 0);
    expect(readHop(other.hop('w2.1'), forged, asked, 0)).toBeUndefined();
    expect(readHop(other.hop('w2.1'), signHop(keys.hop('w2.1'), asked, 0), asked, 0)).toBeDefined();
  });
});

describe('what a worker may write of sessions (T25)', () => {
  const record = { session: 'a', user: 'ann', labels: {}, worker: 'w1.5', epoch: 9, restoreFrom: 3 };

  test.each([
    ['gives its session up', record, undefined],
    ['parks its session', record, { ...record, worker: '', epoch: 0, restoreFrom: 8 }],
    ['keeps its session under a new lease', record, { ...record, epoch: 12 }],
  ])('%s', (_, before, next) => {
    expect(mayWrite('w1', before, next)).toBe(true);
  });

  test.each([
    ['a session of nobody', { ...record, worker: '' }, record],
    ['a new session', undefined, record],
    ['the session of another', { ...record, worker: 'w2.1' }, undefined],
    ['the session of one whose name begins alike', { ...record, worker: 'w12.1' }, undefined],
    ['its session for another worker', record, { ...record, worker: 'w2.1' }],
    ['its session for another person', record, { ...record, user: 'bob' }],
    ['its session with other rights', record, { ...record, claims: '{"role":"admin"}' }],
  ])('not %s', (_, before, next) => {
    expect(mayWrite('w1', before, next)).toBe(false);
  });
});

describe('sealed files', () => {
  const sealed = async (content: Buffer) => {
    const parts: Buffer[] = [];
    for await (const part of sealStream(keys.session('a'), ['a', 'f'], Readable.from([content]))) parts.push(part);
    return parts;
  };
  const opened = async (parts: Buffer[]) =>
    Buffer.concat(await Readable.from(unsealStream(keys.session('a'), ['a', 'f'], Readable.from(parts))).toArray());

  test.each([0, 1, 256 * 1024, 256 * 1024 + 1, 1_000_000])('a file of %d bytes is the same again', async (size) => {
    const content = Buffer.alloc(size, 'x');
    expect((await opened(await sealed(content))).equals(content)).toBe(true);
  });

  test('no segment can be changed, left out, or put in another place', async () => {
    const parts = await sealed(Buffer.alloc(1_000_000, 'x'));
    const [first = Buffer.alloc(0), second = Buffer.alloc(0), ...rest] = parts;
    await expect(opened([second, first, ...rest])).rejects.toThrow();
    await expect(opened([first, ...rest])).rejects.toThrow();
    await expect(opened(parts.slice(0, -1))).rejects.toThrow();
    const changed = Buffer.from(first);
    changed[100] = (changed[100] ?? 0) ^ 1;
    await expect(opened([changed, second, ...rest])).rejects.toThrow();
  });
});

describe('messages about pages', () => {
  test('parts of many messages are put together, and what is no part is left out', () => {
    const parcels = new Parcels();
    const [long, other] = [Buffer.alloc(1_300_000, 'a'), Buffer.alloc(600_000, 'b')];
    const [a1, a2, a3] = [...partsOf(long)];
    const [b1, b2] = [...partsOf(other)];
    const taken = [a1, b1, a2, b2, a3].map((part) => parcels.take(part ?? Buffer.alloc(0)));
    expect(taken.map((message) => message?.length)).toEqual([undefined, undefined, undefined, 600_000, 1_300_000]);
    expect(taken[4]?.equals(long)).toBe(true);
    expect(parcels.take(Buffer.alloc(3))).toBeUndefined();
    expect(parcels.take(a2 ?? Buffer.alloc(0)), 'without the first').toBeUndefined();
  });

  test('a message is opened by its receiver only, and counts once', async () => {
    const subjects = new Map<string, (part: Uint8Array) => void>();
    const sent: [string, Uint8Array][] = [];
    const bus = {
      publish: (subject: string, part: Uint8Array) => void sent.push([subject, part]),
      subscribe: (subject: string, listener: (part: Uint8Array) => void) => void subjects.set(subject, listener),
      onLoss: () => {},
    };
    const calls: unknown[] = [];
    const line = (id: string) =>
      new PageLine({ bus, key: keys.pages, id, handle: (method, params) => void calls.push([id, method, params]) });
    const sender = line('a');
    line('b');
    line('c');
    void sender.request('b', 'tools/call', { n: 1 });
    await vi.waitFor(() => expect(sent).toHaveLength(1));
    const [, part = Buffer.alloc(0)] = sent[0] ?? [];
    for (const id of ['b', 'b', 'c']) subjects.get(`btcp.pages.${id}`)?.(part);
    await vi.waitFor(() => expect(calls).toEqual([['b', 'tools/call', { n: 1 }]]));
  });
});
