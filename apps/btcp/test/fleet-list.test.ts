import { expect, test } from 'vitest';
import { readListed } from '../src/fleet/read-listed.ts';
import { SessionElsewhere } from '../src/fleet/session-elsewhere.ts';

const listed = (id: string, caller: object) => readListed({ id, name: 'any', caller, hasBrowser: true });
const elsewhere = (id: string, caller: object, owner?: string) =>
  new SessionElsewhere(
    { isOwned: () => true, owner: () => owner, takePicture: async () => undefined },
    listed(id, caller),
  ).describe();

test.each([null, 7, 'text', [], { id: {}, caller: 'me', page: 'x', driver: { kind: 'root' }, request: {} }])(
  'whatever a worker lists is read as a session: %j',
  (value) => {
    expect(readListed(value)).toMatchObject({ id: '', caller: { kind: 'http', name: '' }, driver: { kind: 'agent' } });
  },
);

test('a worker does not decide whose a session is', () => {
  const caller = { kind: 'http', name: 'helper', owner: 'ann' };
  expect(elsewhere('any', caller).caller).toEqual({ kind: 'http', name: 'helper' });
  expect(elsewhere('any', caller, 'bob').caller).toMatchObject({ owner: 'bob' });
  expect(readListed({ id: 'x'.repeat(100_000) }).id.length).toBeLessThan(10_000);
});

test('a session of an agent is listed under the agent, and nobody of the team can list theirs so', () => {
  const caller = { kind: 'http', name: 'shopper' };
  expect(elsewhere('shopper/abc', caller)).toMatchObject({ id: 'abc', agent: 'shopper', caller: { kind: 'agent' } });
  expect(elsewhere('shopper/abc', caller, 'bob')).toMatchObject({ id: 'shopper/abc', caller: { kind: 'http' } });
  expect(elsewhere('shopper/abc', caller, 'bob')).not.toHaveProperty('agent');
  expect(elsewhere('shop/abc', caller)).not.toHaveProperty('agent');
});
