import { boundaryLines } from '@btcp/protocol';

export interface Marks {
  begin: string;
  end: string;
}

/** No page can guess the number, and the enclosed text must not contain it. */
export function marksFor(holds: (text: string) => boolean): Marks {
  const nonce = randomNumber();
  return holds(nonce) ? marksFor(holds) : boundaryLines(nonce);
}

// About 66 bits; models read three digits as one token, so decimal costs less than hexadecimal.
const DIGITS = 20;

// Drawn for many numbers at once, because each draw takes a while.
const random = new Uint8Array(1_024);
let next = random.length;

function randomNumber(): string {
  let digits = '';
  while (digits.length < DIGITS) {
    if (next === random.length) {
      crypto.getRandomValues(random);
      next = 0;
    }
    const byte = random[next++] ?? 0;
    // Bytes from 250 on would make some digits likelier than others.
    if (byte < 250) digits += byte % 10;
  }
  return digits;
}
