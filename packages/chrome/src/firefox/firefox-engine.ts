import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { BtcpError } from '@btcp/protocol';
import type { BrowserEngine, BrowserSession } from '@btcp/tools';
import puppeteer, { type Browser } from 'puppeteer-core';
import type { BrowserLimits } from '../files/browser-limits.js';
import { SessionFiles } from '../files/session-files.js';
import type { EgressProxy } from '../policy/egress-proxy.js';
import type { VisitByName } from '../policy/local-visits.js';
import type { HostScope, NetworkOptions } from '../policy/network-policy.js';
import { WaysOut } from '../policy/ways-out.js';
import { RunFolder } from '../process/folders/run-folder.js';
import { findFirefox } from './find-firefox.js';
import { FirefoxSession } from './firefox-session.js';
import { FirefoxTabs } from './firefox-tabs.js';

/** Options of a Firefox engine. */
export interface FirefoxEngineOptions {
  headed?: boolean | undefined;
  viewport?: { width: number; height: number } | undefined;
  network?: NetworkOptions | undefined;
  outputDirectory?: string | undefined;
  uploadDirectories?: readonly string[] | undefined;
  maxImageSize?: number | undefined;
  /** Open pages whose certificate cannot be trusted; the page line of every result says so. */
  ignoreTlsErrors?: boolean | undefined;
}

const DEFAULT_VIEWPORT = { width: 1280, height: 720 };
const DEFAULT_IMAGE_SIZE = 1_568;

// A page that is taken out of the cache reports no navigation.
const HISTORY = { 'browser.sessionhistory.max_total_viewers': 0, 'fission.bfcacheInParent': false };

/** Opens browsers: one headless Firefox per conversation, over WebDriver BiDi. */
export class FirefoxEngine implements BrowserEngine {
  readonly #options: FirefoxEngineOptions;
  readonly #waysOut: WaysOut;
  readonly #open = new Set<BrowserSession>();
  #folder: RunFolder | undefined;

  constructor(options: FirefoxEngineOptions = {}) {
    this.#options = options;
    this.#waysOut = new WaysOut(options);
  }

  /** Firefox starts with the first call. */
  warmUp(): void {}

  async ready(): Promise<void> {
    findFirefox();
  }

  async open(_conversationId: string, restore?: string): Promise<BrowserSession> {
    return this.#openSession(restore);
  }

  within({ hosts }: BrowserLimits): BrowserEngine {
    return { open: (_conversationId, restore) => this.#openSession(restore, hosts), close: async () => {} };
  }

  async #openSession(restore?: string, scope?: HostScope): Promise<BrowserSession> {
    const executablePath = findFirefox();
    const { outputDirectory, uploadDirectories = [], maxImageSize = DEFAULT_IMAGE_SIZE } = this.#options;
    const { viewport = DEFAULT_VIEWPORT } = this.#options;
    this.#folder ??= new RunFolder();
    const place = join(outputDirectory ?? this.#folder.path, `files-${randomUUID()}`);
    const files = new SessionFiles(place, outputDirectory === undefined);
    const egress = await this.#waysOut.start(scope);
    const browser = await this.#launch(executablePath, egress).catch(async (cause) => {
      await egress?.close();
      throw new BtcpError('browser_unavailable', 'Firefox did not start.', {
        hint: 'Try it alone: firefox --headless.',
        cause,
      });
    });
    const tabs = await FirefoxTabs.start(browser, viewport);
    const byName: VisitByName = (url, visit) => (egress ? egress.visits.during(url, visit) : visit());
    if (egress) egress.visits.documents = () => tabs.addresses;
    const session = new FirefoxSession({
      browser,
      tabs,
      files,
      uploadDirectories: [...(outputDirectory === undefined ? [] : [outputDirectory]), ...uploadDirectories],
      imageSide: maxImageSize,
      ignoresTlsErrors: this.#options.ignoreTlsErrors ?? false,
      byName,
      explain: (url) => egress?.failureOf(url),
      release: async () => {
        this.#open.delete(session);
        await egress?.close();
      },
    });
    this.#open.add(session);
    const { signal } = new AbortController();
    if (restore) await session.navigate(restore, { waitUntil: 'load', timeout: 4_000, signal }).catch(() => {});
    return session;
  }

  async close(): Promise<void> {
    await Promise.all([...this.#open].map((session) => session.close()));
    await this.#folder?.remove();
  }

  #launch(executablePath: string, egress: EgressProxy | undefined): Promise<Browser> {
    const { headed = false, ignoreTlsErrors = false } = this.#options;
    return puppeteer.launch({
      browser: 'firefox',
      executablePath,
      headless: !headed,
      acceptInsecureCerts: ignoreTlsErrors,
      defaultViewport: null,
      extraPrefsFirefox: { ...HISTORY, ...(egress ? proxyPreferences(egress) : {}) },
    });
  }
}

// Every connection of a page is asked of the proxy by name, also to this machine; nothing goes around it.
function proxyPreferences({ contextOptions }: EgressProxy): Record<string, unknown> {
  const { hostname, port } = new URL(contextOptions.proxyServer);
  return {
    'network.proxy.type': 1,
    'network.proxy.socks': hostname,
    'network.proxy.socks_port': Number(port),
    'network.proxy.socks_version': 5,
    'network.proxy.socks_remote_dns': true,
    'network.proxy.no_proxies_on': '',
    'network.proxy.allow_hijacking_localhost': true,
    'network.proxy.failover_direct': false,
    'network.dns.disablePrefetch': true,
    'network.trr.mode': 5,
    'network.http.http3.enable': false,
    'media.peerconnection.enabled': false,
  };
}
