// Encodings of fewer bytes occur by chance in long texts.
const MIN_ENCODED_BYTES = 6;

const BASE64 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
const ALPHABETS = [`${BASE64}+/`, `${BASE64}-_`];

/** A secret as plain text, JSON, URL and form encoding, hex and base64. */
export function spellingsOf(secret: string): string[] {
  // A lone surrogate would throw.
  const encoded = encodeURIComponent(secret.replace(/\p{Surrogate}/gu, '\uFFFD'));
  const plain = [secret, JSON.stringify(secret).slice(1, -1), encoded, encoded.replaceAll('%20', '+')];
  const bytes = bytesOf(encoded);
  if (bytes.length < MIN_ENCODED_BYTES) return plain;
  const hex = bytes.map((byte) => byte.toString(16).padStart(2, '0')).join('');
  return [...plain, hex, hex.toUpperCase(), ...base64(bytes)];
}

function bytesOf(encoded: string): number[] {
  return [...encoded.matchAll(/%(..)|./g)].map(([sign, hex]) => (hex ? Number.parseInt(hex, 16) : sign.charCodeAt(0)));
}

// The encoding depends on the number of bytes before the secret.
function base64(bytes: readonly number[]): string[] {
  return [0, 2, 4].flatMap((skipped) => {
    const signs = sixBits(bytes, skipped);
    return ALPHABETS.map((alphabet) => signs.map((sign) => alphabet[sign]).join(''));
  });
}

// The bits in groups of six, without those at either end that share a sign with what stands around them.
function sixBits(bytes: readonly number[], skipped: number): number[] {
  const groups: number[] = [];
  let held = 0;
  let count = -skipped;
  for (const byte of bytes) {
    held = ((held << 8) | byte) & 0xffff;
    for (count += 8; count >= 6; count -= 6) groups.push((held >> (count - 6)) & 63);
  }
  return groups;
}

// Parts of this length are hidden of secrets that are longer than twice that.
const MAX_PART = 16;
const MIN_PART = 6;

/** Parts of a secret that give most of it away: half of it, where that is more than a word. Longer ones overlap. */
export function partsOf(secret: string): string[] {
  const length = Math.max(MIN_PART, Math.min(MAX_PART, Math.ceil(secret.length / 2)));
  return Array.from({ length: Math.max(0, secret.length - length + 1) }, (_, start) =>
    secret.slice(start, start + length),
  );
}
