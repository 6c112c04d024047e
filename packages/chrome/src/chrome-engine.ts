import { randomUUID } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { BtcpError } from '@btcp/protocol';
import type { BrowserEngine, BrowserSession } from '@btcp/tools';
import type { Target } from 'puppeteer-core';
import { addressIn, type ChromeEngineOptions } from './engine-options.js';
import type { BrowserLimits } from './files/browser-limits.js';
import { DownloadQuota } from './files/download-quota.js';
import { SessionFiles } from './files/session-files.js';
import type { EgressProxy } from './policy/egress-proxy.js';
import { cannotLimit, type HostScope } from './policy/network-policy.js';
import { WaysOut } from './policy/ways-out.js';
import type { BrowserAddress } from './process/attach/browser-address.js';
import { AttachedChrome } from './process/attached-chrome.js';
import type { ChromeBinary } from './process/binary/chrome-binary.js';
import { resolveChrome } from './process/binary/resolve-chrome.js';
import type { ChromeConnection, OpenedTab } from './process/chrome-connection.js';
import { ChromeProcess } from './process/chrome-process.js';
import { namedProfile, type Profile, temporaryProfile } from './process/folders/profile.js';
import { RunFolder } from './process/folders/run-folder.js';
import { SharedChromes } from './process/shared-chromes.js';
import { SpareChrome } from './process/spare-chrome.js';
import { startChromeSession } from './session/chrome-session.js';
import type { PersonsProfile } from './tab/persons-profile.js';
import type { Viewport } from './tab/tab.js';

// More contexts make a Chrome slow, and its crash hits more conversations.
const CONTEXTS_PER_CHROME = 12;

interface OpenTab {
  tab: Target;
  chrome: ChromeConnection;
  release(): Promise<void>;
  egress?: EgressProxy | undefined;
  persons?: PersonsProfile | undefined;
}

const DEFAULT_IMAGE_SIZE = 1_568;
const DEFAULT_VIEWPORT: Viewport = { width: 1280, height: 720 };

/** Opens browsers: headless Chrome, one per conversation or shared by contexts. */
export class ChromeEngine implements BrowserEngine {
  readonly maxStarts = Math.max(2, Math.floor(availableParallelism() / 2));
  readonly #options: ChromeEngineOptions;
  readonly #running = new Set<ChromeConnection>();
  readonly #shared = new SharedChromes(() => this.#start(), CONTEXTS_PER_CHROME);
  readonly #attached = new SharedChromes(() => this.#attach(), Number.POSITIVE_INFINITY);
  readonly #address: BrowserAddress | undefined;
  readonly #waysOut: WaysOut;
  readonly #downloads: DownloadQuota;
  #binary: Promise<ChromeBinary> | undefined;
  // One for each Chrome, since Chrome does not say for which page it connects.
  readonly #egress = new Map<ChromeConnection, EgressProxy>();
  #runFolder: RunFolder | undefined;
  readonly #spare: SpareChrome | undefined;
  readonly #closing = new AbortController();

  constructor(options: ChromeEngineOptions = {}) {
    this.#options = options;
    this.#address = addressIn(options);
    this.#waysOut = new WaysOut(options);
    this.#downloads = new DownloadQuota(options.downloads);
    const takesSpares = !options.profile && !this.#address && options.isolation !== 'context';
    if (options.spare && takesSpares) this.#spare = new SpareChrome(() => this.#start(), options.spareTimeout);
  }

  warmUp(): void {
    this.#spare?.prepare();
  }

  /** Resolves when a browser to start has been found; fails as a start would. */
  async ready(): Promise<void> {
    this.#assertOpen();
    if (!this.#address) await this.#resolve();
  }

  open(_conversationId: string, restore?: string, keepsProfile = false): Promise<BrowserSession> {
    return this.#openSession(restore, keepsProfile);
  }

  /** Opens browsers that may do less. One that may reach fewer hosts is in a Chrome or a context of its own. */
  within(limits: BrowserLimits): BrowserEngine {
    return {
      maxStarts: this.maxStarts,
      open: (_conversationId, restore, keepsProfile) =>
        this.#openSession(restore, keepsProfile && !limits.hosts, limits),
      // The browsers end with this engine.
      close: async () => {},
    };
  }

  async #openSession(restore?: string, keepsProfile = false, limits: BrowserLimits = {}): Promise<BrowserSession> {
    this.#assertOpen();
    const viewport = this.#options.viewport ?? DEFAULT_VIEWPORT;
    const { outputDirectory } = this.#options;
    const files = new SessionFiles(
      join(outputDirectory ?? this.#ownFolder().path, `files-${randomUUID()}`),
      outputDirectory === undefined,
      this.#imageDirectories(),
    );
    const { tab, chrome, release, egress, persons } = await this.#openTab(keepsProfile, limits.hosts);
    try {
      this.#assertOpen();
      const { outputDirectory, uploadDirectories: chosen = [] } = this.#options;
      const uploadDirectories = [...(outputDirectory === undefined ? [] : [outputDirectory]), ...chosen];
      // A browser that somebody else started may have a window, and its clipboard and file choosers are theirs.
      const headed = this.#options.headed ?? this.#address !== undefined;
      return await startChromeSession({
        chrome,
        tab,
        viewport,
        headed,
        isShared: this.#options.isolation === 'context' || this.#address !== undefined,
        persons,
        closedPorts: (this.#address && this.#options.network?.closedPorts) ?? (() => []),
        ignoresTlsErrors: this.#options.ignoreTlsErrors ?? false,
        imageSide: this.#options.maxImageSize ?? DEFAULT_IMAGE_SIZE,
        files,
        uploadDirectories,
        videoDirectory: this.#options.videoDirectory,
        restore,
        release,
        egress,
        quota: this.#downloads.session(limits.download),
      });
    } catch (thrown) {
      const wasAlive = chrome.alive;
      await release();
      throw wasAlive ? thrown : startFailed(thrown);
    }
  }

  #imageDirectories(): string[] {
    const { outputDirectory, uploadDirectories = [], imageDirectories = [] } = this.#options;
    return [...(outputDirectory === undefined ? [] : [outputDirectory]), ...uploadDirectories, ...imageDirectories];
  }

  async #openTab(keepsProfile: boolean, scope: HostScope | undefined): Promise<OpenTab> {
    if (this.#address) {
      if (scope) throw cannotLimit(scope);
      return this.#openAttached();
    }
    const kept = keepsProfile ? await this.#startKept() : undefined;
    if (!kept && this.#options.isolation === 'context') return this.#openContext(scope);
    const chrome = kept ?? (scope ? await this.#start(this.#options.profile, scope) : await this.#takeChrome());
    try {
      const tab = await chrome.firstTab();
      return { tab, chrome, release: () => chrome.end(), egress: this.#egress.get(chrome) };
    } catch (thrown) {
      await chrome.end();
      throw startFailed(thrown);
    }
  }

  #openAttached(): Promise<OpenTab> {
    const isApart = this.#options.isolation === 'context';
    return this.#attached.open<OpenedTab & { persons?: PersonsProfile }>((chrome) =>
      isApart ? chrome.isolatedTab() : chrome.personsTab(),
    );
  }

  async #openContext(scope: HostScope | undefined): Promise<OpenTab> {
    const egress = await this.#waysOut.start(scope);
    try {
      const shared = await this.#shared.open((chrome) => chrome.isolatedTab(egress?.contextOptions));
      const release = async () => {
        await shared.release();
        await egress?.close();
      };
      return { ...shared, release, egress };
    } catch (thrown) {
      await egress?.close();
      throw thrown;
    }
  }

  #assertOpen(): void {
    if (this.#closing.signal.aborted)
      throw new BtcpError('browser_unavailable', 'The server is shutting down.', { hint: 'Start it again and retry.' });
  }

  stopStarts(): void {
    this.#closing.abort();
  }

  async close(): Promise<void> {
    this.stopStarts();
    await this.#spare?.close();
    await Promise.all([...this.#running].map((chrome) => chrome.end()));
    await Promise.all([...this.#egress.values()].map((egress) => egress.close()));
    await this.#runFolder?.remove();
  }

  async #takeChrome(): Promise<ChromeProcess> {
    const chrome = (await this.#spare?.take()) ?? (await this.#start());
    this.#spare?.prepare();
    return chrome;
  }

  // Undefined without a profile to keep, or while another browser uses it.
  async #startKept(): Promise<ChromeProcess | undefined> {
    const { profile, keptProfile } = this.#options;
    if (profile !== undefined || keptProfile === undefined) return undefined;
    try {
      return await this.#start(keptProfile);
    } catch (thrown) {
      if (BtcpError.from(thrown).code === 'busy') return undefined;
      throw thrown;
    }
  }

  async #start(profileName = this.#options.profile, scope?: HostScope): Promise<ChromeProcess> {
    const binary = await this.#resolve();
    const egress = await this.#waysOut.start(scope);
    const { ignoreTlsErrors = false, flags: own = [] } = this.#options;
    const trusting = ignoreTlsErrors ? ['--ignore-certificate-errors'] : [];
    const flags = [...(egress?.chromeArguments ?? []), ...trusting, ...own];
    const chrome = await this.#profile(profileName)
      .then((profile) =>
        ChromeProcess.start({
          binary,
          profile,
          headed: this.#options.headed,
          flags,
          signal: this.#closing.signal,
          onWarning: this.#options.onWarning,
        }),
      )
      .catch(async (thrown) => {
        await egress?.close();
        throw thrown;
      });
    this.#keep(chrome);
    if (egress) this.#egress.set(chrome, egress);
    chrome.browser.once('disconnected', () => {
      this.#egress.delete(chrome);
      void egress?.close();
    });
    return chrome;
  }

  async #attach(): Promise<AttachedChrome> {
    if (!this.#address) throw new Error('There is no browser to connect to.');
    const chrome = await AttachedChrome.attach(this.#address, this.#closing.signal);
    if (this.#options.isolation !== 'context')
      this.#options.onWarning?.(
        `WARNING: agents use the browser at ${this.#address.name} with every account that is signed in there.`,
      );
    this.#keep(chrome);
    return chrome;
  }

  #keep(chrome: ChromeConnection): void {
    this.#running.add(chrome);
    chrome.browser.once('disconnected', () => this.#running.delete(chrome));
  }

  async #profile(name: string | undefined): Promise<Profile> {
    return name ? namedProfile(name) : temporaryProfile(this.#ownFolder());
  }

  #ownFolder(): RunFolder {
    this.#runFolder ??= new RunFolder();
    return this.#runFolder;
  }

  // A failure is not cached.
  async #resolve(): Promise<ChromeBinary> {
    this.#binary ??= resolveChrome({ path: this.#options.chrome, onProgress: this.#options.onProgress });
    try {
      return await this.#binary;
    } catch (thrown) {
      this.#binary = undefined;
      throw thrown;
    }
  }
}

function startFailed(cause: unknown): BtcpError {
  return new BtcpError('browser_lost', 'The browser ended while it was starting.', { hint: 'Call again.', cause });
}
