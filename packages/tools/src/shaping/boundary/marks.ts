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

function randomNumber(): string {
  const digits: number[] = [];
  while (digits.length < DIGITS) {
    // Bytes from 250 on would make some digits likelier than others.
    for (const byte of crypto.getRandomValues(new Uint8Array(DIGITS * 2))) if (byte < 250) digits.push(byte % 10);
  }
  return digits.slice(0, DIGITS).join('');
}
