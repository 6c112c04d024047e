import { z } from 'zod';

const SPELLING = /^(\d+(?:\.\d+)?)\s*(ms|s|m)$/;
const MAX_MS = 24 * 60 * 60_000;

const UNIT_MS = { ms: 1, s: 1_000, m: 60_000 };

/** A time span: milliseconds, or text such as `15s`, `500ms`, `2m`. */
export const duration = z.union([
  z.number().positive().max(MAX_MS),
  z
    .string()
    .regex(SPELLING, 'is wrong: expected milliseconds, or text such as 15s, 500ms or 2m')
    .refine((text) => isSensible(toMilliseconds(text)), 'is wrong: expected more than 0 and at most 24 hours'),
]);

/** Converts `15s`, `500ms` or `2m` to milliseconds. */
export function toMilliseconds(value: number | string): number {
  if (typeof value === 'number') return value;
  const [, amount, unit] = SPELLING.exec(value) ?? [];
  return Number(amount) * UNIT_MS[unit as keyof typeof UNIT_MS];
}

function isSensible(milliseconds: number): boolean {
  return milliseconds > 0 && milliseconds <= MAX_MS;
}
