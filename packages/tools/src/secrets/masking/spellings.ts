/** Encodings of fewer bytes occur by chance in long texts. */
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

/** The encoding depends on the number of bytes before the secret. */
function base64(bytes: readonly number[]): string[] {
  const bits = bytes.map((byte) => byte.toString(2).padStart(8, '0')).join('');
  return [0, 2, 4].flatMap((skipped) => {
    // Characters at either end hold bits of the surrounding text.
    const signs = (bits.slice(skipped).match(/.{6}/g) ?? []).map((group) => Number.parseInt(group, 2));
    return ALPHABETS.map((alphabet) => signs.map((sign) => alphabet[sign]).join(''));
  });
}
