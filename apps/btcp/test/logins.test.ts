import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Logins } from '../src/system/logins.ts';

let folder: string;
let file: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'btcp-logins-'));
  file = join(folder, 'logins.json');
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
  rmSync(folder, { recursive: true });
});

const started = async () => {
  const logins = new Logins();
  await logins.keepIn(file);
  return logins;
};

test('a login outlives the server, which keeps no token of it', async () => {
  const token = await (await started()).open();
  expect(await (await started()).check(token)).toBe(true);
  expect(readFileSync(file, 'utf8')).not.toContain(token.split('.')[1]);
  expect(statSync(file).mode & 0o777).toBe(0o600);
});

test('a renewed token is good for a while after the next one was used, and then ends the login', async () => {
  const logins = await started();
  const first = await logins.open();
  const second = (await logins.renew(first)) ?? '';
  // The answer may have got lost.
  vi.advanceTimersByTime(24 * 60 * 60_000);
  expect(await logins.check(first)).toBe(true);
  expect(await logins.check(second)).toBe(true);
  expect(await logins.renew(first)).toBeUndefined();
  vi.advanceTimersByTime(59_000);
  expect(await logins.check(first)).toBe(true);
  const ended = vi.fn();
  logins.subscribe(ended);
  vi.advanceTimersByTime(2_000);
  expect([await logins.check(second), await logins.check(first), await logins.check(second)]).toEqual([
    true,
    false,
    false,
  ]);
  expect(ended).toHaveBeenCalledOnce();
  expect(await (await started()).check(second)).toBe(false);
});

test('a login ends when it is revoked, and when it was not used for a month', async () => {
  const logins = await started();
  const [one, other] = [await logins.open(), await logins.open()];
  await logins.revoke(`${one.split('.')[0]}.guessed`);
  expect(await logins.check(one)).toBe(true);
  await logins.revoke(one);
  expect([await logins.check(one), logins.hasEnded(one), await logins.check(other)]).toEqual([false, true, true]);
  vi.advanceTimersByTime(31 * 24 * 60 * 60_000);
  expect(await logins.check(other)).toBe(false);
});

test.each(['', '.', 'a', 'a.b', '__proto__.x'])('"%s" is no login', async (token) => {
  const logins = await started();
  await logins.open();
  expect(await logins.check(token)).toBe(false);
});

test('a code signs in once, and not after its time', async () => {
  const logins = await started();
  const code = await logins.makeCode();
  expect([await logins.takeCode('other'), await logins.takeCode(code), await logins.takeCode(code)]).toEqual([
    false,
    true,
    false,
  ]);
  const late = await logins.makeCode();
  vi.advanceTimersByTime(11 * 60_000);
  expect(await logins.takeCode(late)).toBe(false);
});
