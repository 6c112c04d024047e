import { channel } from 'node:diagnostics_channel';

const LONG_WORK = channel('btcp.long-work');

export function reportLongWork(line: string): void {
  LONG_WORK.publish(line);
}

export function followLongWork(onLine: (line: string) => void): () => void {
  const listen = (line: unknown) => onLine(String(line));
  LONG_WORK.subscribe(listen);
  return () => {
    LONG_WORK.unsubscribe(listen);
  };
}
