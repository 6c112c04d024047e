import { randomUUID } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { BtcpError } from '@btcp/protocol';
import type { BrowserEngine, BrowserSession } from '@btcp/tools';
import { type DownloadLimits, DownloadQuota } from './files/download-quota.js';
import { SessionFiles } from './files/session-files.js';
import { Dialer } from './policy/dial.js';
import { EgressProxy, type WayOut } from './policy/egress-proxy.js';
import { type NetworkOptions, NetworkPolicy } from './policy/network-policy.js';
import { Upstream } from './policy/upstream.js';
import type { ChromeBinary } from './process/binary/chrome-binary.js';
import { resolveChrome } from './process/binary/resolve-chrome.js';
import { ChromeProcess } from './process/chrome-process.js';
import { namedProfile, type Profile, temporaryProfile } from './process/folders/profile.js';
import { RunFolder } from './process/folders/run-folder.js';
import { SharedChromes, type SharedTab } from './process/shared-chromes.js';
import { ChromeSession } from './session/chrome-session.js';
import type { Viewport } from './tab/tab.js';

/** Options of a Chrome engine. */
export interface ChromeEngineOptions {
  /** The path of a browser; found or obtained when left out. */
  chrome?: string | undefined;
  flags?: readonly string[] | undefined;
  headed?: boolean | undefined;
  viewport?: Viewport | undefined;
  /** One Chrome per conversation, or contexts of shared ones. */
  isolation?: 'process' | 'context' | undefined;
  /** The name or absolute path of a kept profile; temporary when left out. */
  profile?: string | undefined;
  /** The profile of conversations that ask for one that is kept; while it is in use, theirs is temporary. */
  keptProfile?: string | undefined;
  /** Keep one Chrome ready for the next conversation. */
  spare?: boolean | undefined;
  /** The public network and this machine when left out. */
  network?: NetworkOptions | undefined;
  /** Open pages whose certificate cannot be trusted; the page line of every result says so. */
  ignoreTlsErrors?: boolean | undefined;
  /** Files of sessions; a temporary folder when left out. */
  outputDirectory?: string | undefined;
  /** Folders to upload from, in addition to the session's own and the output directory. */
  uploadDirectories?: readonly string[] | undefined;
  /** Folders whose images `read_image` shows, in addition to those of uploads. */
  imageDirectories?: readonly string[] | undefined;
  /** What pages may download, in bytes: 256 MB in a session and 1 GB in all when left out. */
  downloads?: Partial<DownloadLimits> | undefined;
  /** The longest side of pictures for models, in pixels: 1568 when left out, as vision models scale larger ones down. */
  maxImageSize?: number | undefined;
  /** Where a video of every session is kept; none are made when left out. */
  videoDirectory?: string | undefined;
  /** Told what is going on while a browser is obtained. */
  onProgress?: ((line: string) => void) | undefined;
  /** Receives what the person who starts Chrome has to know, such as a missing sandbox; once per process. */
  onWarning?: ((line: string) => void) | undefined;
}

const DEFAULT_IMAGE_SIZE = 1_568;
const DEFAULT_VIEWPORT: Viewport = { width: 1280, height: 720 };

/** Opens browsers: headless Chrome, one per conversation or shared by contexts. */
export class ChromeEngine implements BrowserEngine {
  readonly maxStarts = Math.max(2, Math.floor(availableParallelism() / 2));
  readonly #options: ChromeEngineOptions;
  readonly #running = new Set<ChromeProcess>();
  readonly #shared = new SharedChromes(() => this.#start());
  readonly #policy: NetworkPolicy;
  readonly #downloads: DownloadQuota;
  #binary: Promise<ChromeBinary> | undefined;
  #wayOut: WayOut | undefined;
  /** One for each Chrome, since Chrome does not say for which page it connects. */
  readonly #egress = new Map<ChromeProcess, EgressProxy>();
  #runFolder: RunFolder | undefined;
  #spare: Promise<ChromeProcess | undefined> | undefined;
  readonly #closing = new AbortController();

  constructor(options: ChromeEngineOptions = {}) {
    this.#options = options;
    this.#policy = new NetworkPolicy(options.network);
    this.#downloads = new DownloadQuota(options.downloads);
  }

  warmUp(): void {
    this.#prepareSpare();
  }

  /** Resolves when a browser to start has been found; fails as a start would. */
  async ready(): Promise<void> {
    this.#assertOpen();
    await this.#resolve();
  }

  async open(_conversationId: string, restore?: string, keepsProfile = false): Promise<BrowserSession> {
    this.#assertOpen();
    const viewport = this.#options.viewport ?? DEFAULT_VIEWPORT;
    const { outputDirectory } = this.#options;
    const files = new SessionFiles(
      join(outputDirectory ?? this.#ownFolder().path, `files-${randomUUID()}`),
      outputDirectory === undefined,
      this.#imageDirectories(),
    );
    const { tab, chrome, release, egress } = await this.#openTab(keepsProfile);
    try {
      this.#assertOpen();
      const { outputDirectory, uploadDirectories: chosen = [] } = this.#options;
      const uploadDirectories = [...(outputDirectory === undefined ? [] : [outputDirectory]), ...chosen];
      const headed = this.#options.headed ?? false;
      return await ChromeSession.start({
        chrome,
        tab,
        viewport,
        headed,
        isShared: this.#options.isolation === 'context',
        ignoresTlsErrors: this.#options.ignoreTlsErrors ?? false,
        imageSide: this.#options.maxImageSize ?? DEFAULT_IMAGE_SIZE,
        files,
        uploadDirectories,
        videoDirectory: this.#options.videoDirectory,
        restore,
        release,
        egress,
        quota: this.#downloads.session(),
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

  /** A tab for a conversation, in a Chrome of its own or in one that it shares. */
  async #openTab(keepsProfile: boolean): Promise<SharedTab & { egress: EgressProxy | undefined }> {
    const kept = keepsProfile ? await this.#startKept() : undefined;
    if (!kept && this.#options.isolation === 'context') return this.#openContext();
    const chrome = kept ?? (await this.#takeChrome());
    try {
      const tab = await chrome.firstTab();
      return { tab, chrome, release: () => chrome.end(), egress: this.#egress.get(chrome) };
    } catch (thrown) {
      await chrome.end();
      throw startFailed(thrown);
    }
  }

  /** The contexts of one Chrome have a way out of their own each. */
  async #openContext(): Promise<SharedTab & { egress: EgressProxy | undefined }> {
    const egress = await this.#startEgress();
    try {
      const shared = await this.#shared.open(egress?.contextOptions ?? {});
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

  async #startEgress(): Promise<EgressProxy | undefined> {
    const { proxy } = this.#options.network ?? {};
    if (this.#policy.isOpen && proxy === undefined) return undefined;
    if (!this.#wayOut) {
      const upstream = proxy === undefined ? Upstream.fromEnvironment() : Upstream.at(proxy);
      const dialer = new Dialer(this.#policy, this.#options.network?.resolve, upstream);
      this.#wayOut = { policy: this.#policy, dialer, upstream };
    }
    return EgressProxy.start(this.#wayOut);
  }

  #assertOpen(): void {
    if (this.#closing.signal.aborted)
      throw new BtcpError('browser_unavailable', 'The server is shutting down.', { hint: 'Start it again and retry.' });
  }

  async close(): Promise<void> {
    this.#closing.abort();
    await this.#spare;
    await Promise.all([...this.#running].map((chrome) => chrome.end()));
    await Promise.all([...this.#egress.values()].map((egress) => egress.close()));
    await this.#runFolder?.remove();
  }

  async #takeChrome(): Promise<ChromeProcess> {
    // Taken before the await: two conversations must never get the same one.
    const taken = this.#spare;
    this.#spare = undefined;
    const spare = await taken;
    const chrome = spare?.alive ? spare : await this.#start();
    this.#prepareSpare();
    return chrome;
  }

  /** Undefined without a profile to keep, or while another browser uses it. */
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

  #prepareSpare(): void {
    if (
      !this.#options.spare ||
      this.#options.profile ||
      this.#options.isolation === 'context' ||
      this.#closing.signal.aborted
    )
      return;
    // The call that needs a browser reports the failure.
    this.#spare ??= this.#start().catch(() => undefined);
  }

  async #start(profileName = this.#options.profile): Promise<ChromeProcess> {
    const binary = await this.#resolve();
    const egress = await this.#startEgress();
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
    this.#running.add(chrome);
    if (egress) this.#egress.set(chrome, egress);
    chrome.browser.once('disconnected', () => {
      this.#running.delete(chrome);
      this.#egress.delete(chrome);
      void egress?.close();
    });
    return chrome;
  }

  async #profile(name: string | undefined): Promise<Profile> {
    return name ? namedProfile(name) : temporaryProfile(this.#ownFolder());
  }

  #ownFolder(): RunFolder {
    this.#runFolder ??= new RunFolder();
    return this.#runFolder;
  }

  /** A failure is not cached. */
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
