import { BtcpError } from '@btcp/protocol';
import type { Masker } from '../../secrets/masking/masker.js';
import { enclose } from './boundary.js';
import { shorten } from './shorten.js';

// Hints are in our own words; one that quotes something or names an address may hold words of a page.
const QUOTES = /["“”`<>\n]|:\/\//;

// A message quotes what a caller asked for, which may be of any length.
const MAX_MESSAGE = 20_000;

/** The error of a tool that may have read a page: its message stands inside a boundary, and secrets are masked. */
export async function encloseError(thrown: unknown, masker: Masker): Promise<BtcpError> {
  const { code, message, hint } = await masker.maskError(thrown);
  return new BtcpError(code, enclose(shorten(message, MAX_MESSAGE)), {
    hint: hint !== undefined && QUOTES.test(hint) ? enclose(hint) : hint,
    cause: thrown,
  });
}
