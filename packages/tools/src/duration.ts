import { z } from 'zod';

const SPELLING = /^(\d+(?:\.\d+)?)\s*(ms|s|m)$/;
const UNIT_MS = { ms: 1, s: 1_000, m: 60_000 };

/** A time span as callers write it: milliseconds, or text such as `15s`, `500ms`, `2m`. */
export const duration = z.union([
  z.number().positive().max(86_400_000),
  z.string().regex(SPELLING, 'is wrong: expected milliseconds, or text such as 15s, 500ms or 2m'),
]);

export function toMilliseconds(value: z.output<typeof duration>): number {
  if (typeof value === 'number') return value;
  const [, amount, unit] = SPELLING.exec(value) ?? [];
  return Number(amount) * UNIT_MS[unit as keyof typeof UNIT_MS];
}
