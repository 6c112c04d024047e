/** Milliseconds as people say them. */
export function duration(milliseconds: number): string {
  if (milliseconds < 1000) return `${Math.round(milliseconds)} ms`;
  const seconds = milliseconds / 1000;
  if (seconds < 60) return `${seconds.toFixed(seconds < 10 ? 1 : 0)} s`;
  return `${Math.floor(seconds / 60)} min ${Math.round(seconds % 60)} s`;
}

/** A number of tokens or bytes, short. */
export function short(count: number): string {
  if (count < 1000) return String(count);
  if (count < 1_000_000) return `${(count / 1000).toFixed(count < 10_000 ? 1 : 0)}k`;
  return `${(count / 1_000_000).toFixed(1)}M`;
}

export function clock(time: number): string {
  return new Date(time).toLocaleTimeString(undefined, { hour12: false });
}

/** What a session goes by before anything was said in it. */
export const UNTITLED = 'Untitled session';

/** What a tool says without the lines that mark the words of a page for a model. */
export function withoutBoundary(text: string): string {
  return text.replaceAll(/^<\/?untrusted \d+>\n?/gm, '').trim();
}
