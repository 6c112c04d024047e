import type { Page } from 'puppeteer-core';

export interface SocketLog {
  /** The WebSockets that the page has opened. */
  opened: number;
  /** Those of them that are not closed. */
  open: number;
  /** How often this text was in what it sent. */
  sent(text: string): number;
}

/** What a page does with WebSockets from now on, reported by Chrome. */
export async function watchSockets(page: Page): Promise<SocketLog> {
  const open = new Set<string>();
  const frames: string[] = [];
  const log = { opened: 0, open: 0, sent: (text: string) => frames.filter((frame) => frame.includes(text)).length };
  const session = await page.createCDPSession();
  session.on('Network.webSocketCreated', ({ requestId }) => {
    open.add(requestId);
    log.opened += 1;
    log.open = open.size;
  });
  session.on('Network.webSocketClosed', ({ requestId }) => {
    open.delete(requestId);
    log.open = open.size;
  });
  session.on('Network.webSocketFrameSent', ({ response }) => frames.push(response.payloadData));
  await session.send('Network.enable');
  return log;
}
