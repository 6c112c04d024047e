import { type BrowserState, changesBetween, changesToMake } from '@btcp/tools';
import { expect, test } from 'vitest';

const SHOP = 'https://shop.example';

const cookie = (name: string, value: string, rest: object = {}) => ({
  name,
  value,
  domain: 'shop.example',
  path: '/',
  expires: 2_000_000_000.4,
  size: name.length + value.length,
  httpOnly: true,
  secure: true,
  session: false,
  ...rest,
});

const stateOf = (
  cookies: Record<string, string>,
  local: Record<string, string> = {},
  rest: object = {},
): BrowserState => ({
  cookies: Object.entries(cookies).map(([name, value]) => cookie(name, value)),
  storage: [{ origin: SHOP, local, databases: [], ...rest }],
  tabs: [],
});

const BEGAN = stateOf({ who: 'Ada', theme: 'dark' }, { cart: 'beans' });
const names = (changes: ReturnType<typeof changesBetween>) =>
  changes.map((change) => [
    change.kind === 'cookie' ? (change.after ?? change.before)?.name : change.name,
    change.kind,
  ]);
const merged = (
  changes: ReturnType<typeof changesBetween>,
  current: BrowserState,
  wins = false,
  before = [] as typeof changes,
) => names(changesToMake(changes, current, { wins, merged: before }));

test('a session has changed what it added, wrote or deleted, and nothing else', () => {
  const changes = changesBetween(BEGAN, stateOf({ theme: 'light', id: '7' }, { cart: 'beans', seen: '1' }));
  expect(names(changes)).toEqual([
    ['who', 'cookie'],
    ['theme', 'cookie'],
    ['id', 'cookie'],
    ['seen', 'local'],
  ]);
  expect(changesBetween(BEGAN, { ...BEGAN, cookies: BEGAN.cookies.map((each) => ({ ...each, size: 99 })) })).toEqual(
    [],
  );
});

test('cookies of another path, domain or partition are other cookies', () => {
  const elsewhere = [
    { path: '/admin' },
    { domain: '.example' },
    { partitionKey: { topLevelSite: 'https://a.example' } },
  ];
  const after = { ...BEGAN, cookies: [...BEGAN.cookies, ...elsewhere.map((rest) => cookie('who', 'Ada', rest))] };
  expect(changesBetween(BEGAN, after)).toHaveLength(3);
});

test('what the other session did not touch is merged, and what both changed goes to the one that ended last', () => {
  const signedOut = changesBetween(BEGAN, stateOf({ theme: 'light' }, { cart: 'beans, cups' }));
  expect(merged(signedOut, BEGAN)).toHaveLength(3);
  const other = stateOf({ who: 'Grace', theme: 'dark' }, { cart: 'beans' });
  expect(merged(signedOut, other)).toEqual([
    ['theme', 'cookie'],
    ['cart', 'local'],
  ]);
  expect(merged(signedOut, other, true)).toHaveLength(3);
});

test('a second try changes nothing that is there already', () => {
  const changes = changesBetween(BEGAN, stateOf({ theme: 'light' }, { cart: 'cups' }));
  expect(merged(changes, stateOf({ theme: 'light' }, { cart: 'cups' }), true)).toEqual([]);
  expect(merged(changes, stateOf({ who: 'Ada', theme: 'light' }, { cart: 'cups' }))).toEqual([['who', 'cookie']]);
});

test('of two sessions that were merged before, the later one wins', () => {
  const first = changesBetween(BEGAN, stateOf({ who: 'Ada', theme: 'blue' }, { cart: 'beans' }));
  const second = changesBetween(BEGAN, stateOf({ who: 'Ada', theme: 'red' }, { cart: 'beans' }));
  const current = stateOf({ who: 'Ada', theme: 'blue' }, { cart: 'beans' });
  expect(merged(second, current, false, first)).toEqual([['theme', 'cookie']]);
  expect(merged(second, current)).toEqual([]);
});

test('an origin that was not read, or only in part, counts as unchanged', () => {
  expect(changesBetween(BEGAN, { ...BEGAN, storage: [] })).toEqual([]);
  const tooLarge = stateOf({ who: 'Ada', theme: 'dark' }, {}, { leftOut: ['its local storage (too large)'] });
  expect(changesBetween(BEGAN, tooLarge)).toEqual([]);
});
