import { BtcpError } from '@btcp/protocol';
import type { ResolveChromeOptions } from './binary/chrome-binary.js';
import { resolveChrome } from './binary/resolve-chrome.js';
import { ChromeProcess } from './chrome-process.js';
import { temporaryProfile } from './folders/profile.js';
import { RunFolder } from './folders/run-folder.js';

/** One check, and how to fix what it found. */
export interface Check {
  name: 'Browser' | 'Version' | 'Launch' | 'Sandbox';
  ok: boolean;
  found: string;
  fix?: string;
}

/** Finds a browser and starts it. */
export async function checkChrome(options: ResolveChromeOptions = {}): Promise<Check[]> {
  const checks: Check[] = [];
  const runFolder = new RunFolder();
  try {
    const binary = await resolveChrome(options);
    checks.push({ name: 'Browser', ok: true, found: `${binary.path} (${binary.source})` });
    const start = performance.now();
    const chrome = await ChromeProcess.start({ binary, profile: await temporaryProfile(runFolder), headed: false });
    const elapsed = Math.round(performance.now() - start);
    checks.push({ name: 'Version', ok: true, found: await chrome.browser.version() });
    checks.push({ name: 'Launch', ok: true, found: `${elapsed} ms` });
    checks.push(sandboxCheck(chrome.sandboxed));
    await chrome.end();
  } catch (thrown) {
    const { message, hint } = BtcpError.from(thrown);
    const name = checks.length === 0 ? 'Browser' : 'Launch';
    checks.push({ name, ok: false, found: message, ...(hint ? { fix: hint } : {}) });
  } finally {
    await runFolder.remove();
  }
  return checks;
}

function sandboxCheck(sandboxed: boolean): Check {
  if (sandboxed) return { name: 'Sandbox', ok: true, found: 'on' };
  const fix =
    process.getuid?.() === 0
      ? 'Chrome has none for root: run as an ordinary user to have it.'
      : 'Allow unprivileged user namespaces, or install a Chrome with its setuid sandbox helper.';
  return { name: 'Sandbox', ok: true, found: 'off', fix };
}
