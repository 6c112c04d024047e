import { channel } from 'node:diagnostics_channel';

const LONG_WORK = channel('btcp.long-work');

export function reportLongWork(line: string): void {
  LONG_WORK.publish(line);
}

/** Follows what is reported; returns how to stop. */
export function followLongWork(onLine: (line: string) => void): () => void {
  const listen = (line: unknown) => onLine(String(line));
  LONG_WORK.subscribe(listen);
  return () => {
    LONG_WORK.unsubscribe(listen);
  };
}
