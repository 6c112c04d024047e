import { BtcpError } from '@btcp/protocol';
import type { AuditCommand, AuditReport } from '@btcp/tools';
import type { SessionFiles } from '../files/session-files.js';
import type { Tab } from '../tab/tab.js';
import type { Tabs } from '../tab/tabs.js';
import { accessibility } from './accessibility.js';
import { startCoverage, stopCoverage } from './coverage.js';
import { lighthouse } from './lighthouse/lighthouse.js';
import { memory } from './memory.js';
import { startTrace, stopTrace } from './trace.js';
import { vitals } from './vitals.js';

interface AuditOptions {
  files: SessionFiles;
  isShared: boolean;
  drives: number;
  tabs: Tabs;
  signal: AbortSignal;
}

export async function runAudit(
  tab: Tab,
  command: AuditCommand,
  { files, isShared, drives, tabs, signal }: AuditOptions,
): Promise<AuditReport> {
  switch (command.kind) {
    case 'vitals':
      return vitals(tab);
    case 'accessibility':
      return accessibility(tab, command);
    case 'memory':
      return memory(tab);
    case 'coverage':
      return command.action === 'start' ? startCoverage(tab) : stopCoverage(tab);
    case 'lighthouse':
      if (isShared) throw shared();
      return lighthouse(tab, command, { tabs, files, signal });
    case 'trace':
      // A trace is of the whole browser.
      if (isShared) throw shared();
      return command.action === 'start'
        ? startTrace(tab, drives)
        : stopTrace(tab, { files, path: command.path, drives });
  }
}

function shared(): BtcpError {
  return new BtcpError('unsupported', 'A trace would show other conversations that share this browser.', {
    hint: 'Start the server with --isolation process.',
  });
}
