import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { BtcpError } from '@btcp/protocol';
import type { ResolveChromeOptions } from './binary/chrome-binary.js';
import { resolveChrome } from './binary/resolve-chrome.js';
import { launchChrome } from './launch-chrome.js';

/** One thing that was looked at, and what to do where it is not as it should be. */
export interface Check {
  name: 'Browser' | 'Version' | 'Launch' | 'Sandbox';
  ok: boolean;
  found: string;
  fix?: string;
}

/** Finds a browser and starts it for real. */
export async function checkChrome(options: ResolveChromeOptions = {}): Promise<Check[]> {
  const checks: Check[] = [];
  const profile = await mkdtemp(join(tmpdir(), 'btcp-doctor-'));
  try {
    const binary = await resolveChrome(options);
    checks.push({ name: 'Browser', ok: true, found: `${binary.path} (${binary.source})` });
    const start = performance.now();
    const { browser, sandboxed } = await launchChrome({ binary, profile });
    const elapsed = Math.round(performance.now() - start);
    checks.push({ name: 'Version', ok: true, found: await browser.version() });
    checks.push({ name: 'Launch', ok: true, found: `${elapsed} ms` });
    checks.push(sandboxCheck(sandboxed));
    await browser.close();
  } catch (thrown) {
    const { message, hint } = BtcpError.from(thrown);
    const name = checks.length === 0 ? 'Browser' : 'Launch';
    checks.push({ name, ok: false, found: message, ...(hint ? { fix: hint } : {}) });
  } finally {
    await rm(profile, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
  }
  return checks;
}

/** Browsing without the sandbox works, so it is no failure; but it is worth mending. */
function sandboxCheck(sandboxed: boolean): Check {
  if (sandboxed) return { name: 'Sandbox', ok: true, found: 'on' };
  const fix =
    process.getuid?.() === 0
      ? 'Chrome has none for root: run as an ordinary user to have it.'
      : 'Allow unprivileged user namespaces, or install a Chrome with its setuid sandbox helper.';
  return { name: 'Sandbox', ok: true, found: 'off', fix };
}
