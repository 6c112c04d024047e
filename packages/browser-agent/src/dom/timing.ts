import { BtcpError } from '@btcp/protocol';

const FRAME_MS = 50;

export function nextTask(): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(null);
  });
}

/** Frameworks render in a promise, a task or an animation frame, and hidden pages have no animation frames. */
export async function settle(): Promise<void> {
  await new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, FRAME_MS);
    requestAnimationFrame(() => {
      clearTimeout(timer);
      resolve();
    });
  });
  await nextTask();
}

export function cancelled(): BtcpError {
  return new BtcpError('cancelled', 'The caller gave up waiting.', {
    hint: 'Take a snapshot to see the page.',
  });
}
