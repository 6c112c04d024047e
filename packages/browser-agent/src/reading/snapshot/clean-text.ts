/** Text without signs that break a line or that nobody sees, cut at a length. */
export function clean(text: string, maxLength: number): string {
  return shorten(strip(text.slice(0, maxLength * 2)), maxLength, text.length);
}

/** Nothing to strip, as in most texts. */
const ORDINARY = /^[ -~]*$/;

/** Drops signs that break the line, that nobody sees, or that only an icon font can draw. */
export function strip(text: string): string {
  if (ORDINARY.test(text)) return text;
  return text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').replace(/[\u00AD\u200B\u2060\uFEFF\uE000-\uF8FF]/g, '');
}

/** Cuts at a length, and says how much is left of the whole. */
export function shorten(text: string, maxLength: number, whole: number = text.length): string {
  if (text.length <= maxLength) return text;
  return `${text.slice(0, maxLength)}… (${whole - maxLength} more characters)`;
}
