/** `rest` says how to read what is cut off. */
export function clean(text: string, maxLength: number, rest?: string): string {
  return shorten(strip(text.slice(0, maxLength * 2)), maxLength, text.length, rest);
}

// Most texts have nothing to strip.
const ORDINARY = /^[ -~]*$/;

export function strip(text: string): string {
  if (ORDINARY.test(text)) return text;
  return text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').replace(/[\u00AD\u200B\u2060\uFEFF\uE000-\uF8FF]/g, '');
}

export function shorten(text: string, maxLength: number, whole: number = text.length, rest?: string): string {
  if (text.length <= maxLength) return text;
  return `${text.slice(0, maxLength)}… (${whole - maxLength} more characters${rest ? `: ${rest}` : ''})`;
}
