import { hash, timingSafeEqual } from 'node:crypto';

/** Compares two secrets in a time that reveals nothing about them. */
export function sameSecret(given: string, expected: string): boolean {
  return timingSafeEqual(digestOf(given), digestOf(expected));
}

function digestOf(text: string): Buffer {
  return hash('sha256', text, 'buffer');
}
