import { BtcpError } from '@btcp/protocol';
import type { AuditCommand, AuditReport } from '@btcp/tools';
import type { SessionFiles } from '../../files/session-files.js';
import type { Tab } from '../../tab/tab.js';
import type { Tabs } from '../../tab/tabs.js';
import { findLighthouse } from './find-lighthouse.js';
import { runLighthouse } from './run-lighthouse.js';
import { type Report, sayReport } from './say-report.js';

type Command = Extract<AuditCommand, { kind: 'lighthouse' }>;

// As in Lighthouse's own preset for desktops.
const DESKTOP = {
  formFactor: 'desktop',
  screenEmulation: { mobile: false, width: 1350, height: 940, deviceScaleFactor: 1, disabled: false },
  throttling: {
    rttMs: 40,
    throughputKbps: 10 * 1024,
    cpuSlowdownMultiplier: 1,
    requestLatencyMs: 0,
    downloadThroughputKbps: 0,
    uploadThroughputKbps: 0,
  },
};

/** Loads the address of the page in a tab of its own, with the same cookies, and audits it there. */
export async function lighthouse(
  tab: Tab,
  { device, categories, path }: Command,
  { tabs, files, signal }: { tabs: Tabs; files: SessionFiles; signal: AbortSignal },
): Promise<AuditReport> {
  const address = findLighthouse();
  const { url } = tab.document;
  if (!/^https?:/.test(url)) {
    throw new BtcpError('invalid_input', `Lighthouse audits http and https pages, and this is ${url}.`, {
      hint: 'Open a page with browser_navigate first.',
    });
  }
  const settings = {
    onlyCategories: categories?.length ? categories : null,
    // The page stays signed in.
    disableStorageReset: true,
    ...(device === 'desktop' ? DESKTOP : {}),
  };
  const text = await tabs.apart(async (target) => {
    const page = await target.createCDPSession();
    const flags = { logLevel: 'silent', output: 'json' };
    return runLighthouse(
      page,
      { lighthouse: address, url, flags, config: { extends: 'lighthouse:default', settings } },
      signal,
    );
  });
  const report: Report | null = JSON.parse(text);
  if (!report || report.runtimeError) {
    throw new BtcpError('navigation_failed', `Lighthouse could not audit ${url}: ${report?.runtimeError?.message}`, {
      hint: 'Check that the page loads in a new tab, then retry.',
    });
  }
  const saved = await (path === undefined ? files.save('lighthouse.json', text) : files.saveAs(path, text));
  return { lines: sayReport(report), whole: '{}', file: { path: saved, size: Buffer.byteLength(text) } };
}
