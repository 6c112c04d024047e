import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import puppeteer, { type Browser } from 'puppeteer-core';

const NAMES = ['firefox-esr', 'firefox'];

/** A real Firefox for tests of page code, over WebDriver BiDi: `npm run test:firefox` runs them in it. */
export function startFirefox(): Promise<Browser> {
  return puppeteer.launch({
    browser: 'firefox',
    executablePath: process.env.BTCP_FIREFOX ?? installed(),
    defaultViewport: { width: 1280, height: 720 },
  });
}

function installed(): string {
  const folders = (process.env.PATH ?? '').split(delimiter);
  const path = folders.flatMap((folder) => NAMES.map((name) => join(folder, name))).find(canRun);
  if (!path) throw new Error('No Firefox is installed: set BTCP_FIREFOX to one, or install firefox-esr.');
  return path;
}

function canRun(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
