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

const started = () => {
  const logins = new Logins();
  logins.keepIn(file);
  return logins;
};

test('a login outlives the server, which keeps no token of it', () => {
  const token = started().open();
  expect(started().check(token)).toBe(true);
  expect(readFileSync(file, 'utf8')).not.toContain(token.split('.')[1]);
  expect(statSync(file).mode & 0o777).toBe(0o600);
});

test('a renewed token is good for a while after the next one was used, and then ends the login', () => {
  const logins = started();
  const first = logins.open();
  const second = logins.renew(first) ?? '';
  // The answer may have got lost.
  vi.advanceTimersByTime(24 * 60 * 60_000);
  expect(logins.check(first)).toBe(true);
  expect(logins.check(second)).toBe(true);
  expect(logins.renew(first)).toBeUndefined();
  vi.advanceTimersByTime(59_000);
  expect(logins.check(first)).toBe(true);
  const ended = vi.fn();
  logins.subscribe(ended);
  vi.advanceTimersByTime(2_000);
  expect([logins.check(second), logins.check(first), logins.check(second)]).toEqual([true, false, false]);
  expect(ended).toHaveBeenCalledOnce();
  expect(started().check(second)).toBe(false);
});

test('a login ends when it is revoked, and when it was not used for a month', () => {
  const logins = started();
  const [one, other] = [logins.open(), logins.open()];
  logins.revoke(`${one.split('.')[0]}.guessed`);
  expect(logins.check(one)).toBe(true);
  logins.revoke(one);
  expect([logins.check(one), logins.has(one), logins.check(other)]).toEqual([false, false, true]);
  vi.advanceTimersByTime(31 * 24 * 60 * 60_000);
  expect(logins.check(other)).toBe(false);
});

test.each(['', '.', 'a', 'a.b', '__proto__.x'])('"%s" is no login', (token) => {
  const logins = started();
  logins.open();
  expect(logins.check(token)).toBe(false);
});

test('a code signs in once, and not after its time', () => {
  const logins = started();
  const code = logins.makeCode();
  expect([logins.takeCode('other'), logins.takeCode(code), logins.takeCode(code)]).toEqual([false, true, false]);
  const late = logins.makeCode();
  vi.advanceTimersByTime(11 * 60_000);
  expect(logins.takeCode(late)).toBe(false);
});
