export function duration(milliseconds: number): string {
  if (milliseconds < 1000) return `${Math.round(milliseconds)} ms`;
  const seconds = milliseconds / 1000;
  if (seconds < 60) return `${seconds.toFixed(seconds < 10 ? 1 : 0)} s`;
  return `${Math.floor(seconds / 60)} min ${Math.round(seconds % 60)} s`;
}

export function short(count: number): string {
  if (count < 1000) return String(count);
  if (count < 1_000_000) return `${(count / 1000).toFixed(count < 10_000 ? 1 : 0)}k`;
  return `${(count / 1_000_000).toFixed(1)}M`;
}

export function clock(time: number): string {
  return new Date(time).toLocaleTimeString(undefined, { hour12: false });
}

export function when(time: number): string {
  const date = new Date(time);
  if (date.toDateString() === new Date().toDateString()) return clock(time);
  return date.toLocaleDateString(undefined, { day: 'numeric', month: 'short', year: 'numeric' });
}

export function moment(time: number): string {
  const day = when(time);
  return day === clock(time) ? day : `${day}, ${clock(time)}`;
}

export function ago(time: number, now: number): string {
  const minutes = Math.floor(Math.max(0, now - time) / 60_000);
  if (minutes < 1) return 'Just now';
  if (minutes < 60) return `${minutes} min`;
  const hours = Math.floor(minutes / 60);
  return hours < 24 ? `${hours} h ${minutes % 60} min` : when(time);
}

export function bytes(count: number): string {
  if (count < 1000) return `${count} B`;
  return count < 1_000_000
    ? `${(count / 1000).toFixed(count < 10_000 ? 1 : 0)} KB`
    : `${(count / 1_000_000).toFixed(1)} MB`;
}

export function withoutScheme(text: string): string {
  return text.replaceAll(/\bhttps?:\/\//g, '');
}

export const UNTITLED = 'Untitled session';
