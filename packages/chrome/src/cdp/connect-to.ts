import type { Browser, ConnectionTransport } from 'puppeteer-core';

/** Loads only the part of Puppeteer that speaks CDP, and only while Chrome starts. */
export async function connectTo(transport: ConnectionTransport): Promise<Browser> {
  const { _connectToCdpBrowser } = await import('puppeteer-core/internal/cdp/BrowserConnector.js');
  const options = { defaultViewport: null, protocolTimeout: 0 };
  return (await _connectToCdpBrowser(transport, '', options)) as unknown as Browser;
}
