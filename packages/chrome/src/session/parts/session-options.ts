import type { Target } from 'puppeteer-core';
import type { SessionQuota } from '../../files/download-quota.js';
import type { SessionFiles } from '../../files/session-files.js';
import type { EgressProxy } from '../../policy/egress-proxy.js';
import type { ChromeConnection } from '../../process/chrome-connection.js';
import type { PersonsProfile } from '../../tab/persons-profile.js';
import type { Viewport } from '../../tab/tab.js';

export interface SessionOptions {
  chrome: ChromeConnection;
  tab: Target;
  /** Without emulation. */
  viewport: Viewport;
  headed: boolean;
  ignoresTlsErrors: boolean;
  isShared: boolean;
  /** The profile of a person, if the session works in one: cookies and logins are theirs. */
  persons: PersonsProfile | undefined;
  /** Ports of this machine that must not be opened, where no egress proxy enforces it. */
  closedPorts: () => readonly number[];
  imageSide: number;
  files: SessionFiles;
  quota: SessionQuota;
  /** Where its connections go through; none when pages may connect to anything. */
  egress: EgressProxy | undefined;
  uploadDirectories: readonly string[];
  restore: string | undefined;
  videoDirectory?: string | undefined;
  release(): Promise<void>;
}
