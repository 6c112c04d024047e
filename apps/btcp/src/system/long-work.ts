import { channel } from 'node:diagnostics_channel';

const LONG_WORK = channel('btcp.long-work');

/** Reports what long work is doing, such as the download of a browser, to the commands that wait for it. */
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
