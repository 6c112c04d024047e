import { spawn } from 'node:child_process';
import type { Settings } from '../settings/settings.js';
import { makeLink } from './share.js';

const OPENERS: Partial<Record<NodeJS.Platform, [string, ...string[]]>> = {
  darwin: ['open'],
  win32: ['cmd', '/c', 'start', ''],
};

export async function run(settings: Settings, words: string[]): Promise<number> {
  const link = await makeLink(settings, words, 'control');
  console.log(settings.json ? JSON.stringify({ success: true, ...link }) : link.url);
  if (process.stdout.isTTY && !settings.json) open(link.url);
  return 0;
}

function open(url: string): void {
  const [program, ...args] = OPENERS[process.platform] ?? ['xdg-open'];
  // No desktop: the link was printed.
  spawn(program, [...args, url], { stdio: 'ignore', detached: true })
    .on('error', () => {})
    .unref();
}
