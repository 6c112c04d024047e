import { BtcpError } from '@btcp/protocol';
import type { DownloadLimits } from './files/download-quota.js';
import type { NetworkOptions } from './policy/network-policy.js';
import { type BrowserAddress, readBrowserAddress } from './process/attach/browser-address.js';
import type { Viewport } from './tab/tab.js';

/** Options of a Chrome engine. */
export interface ChromeEngineOptions {
  /** The path of a browser; found or obtained when left out. */
  chrome?: string | undefined;
  /**
   * A browser that is running already: a debugging port, an address (`http:`, `https:`, `ws:` or `wss:`), the folder of
   * a profile, or a release such as `chrome`. Sessions have its cookies and accounts, unless `isolation` is `context`.
   * It is never closed, and the options about starting a browser and about its network cannot be combined with it.
   */
  connect?: string | undefined;
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
  /** Milliseconds after which a spare Chrome that nobody took is ended, to free its memory: 5 minutes when left out. */
  spareTimeout?: number | undefined;
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
  onProgress?: ((line: string) => void) | undefined;
  /** Receives what the person who starts Chrome has to know, such as a missing sandbox; once per process. */
  onWarning?: ((line: string) => void) | undefined;
}

/** Where the browser is that is running already; rejects options that would be without effect there. */
export function addressIn(options: ChromeEngineOptions): BrowserAddress | undefined {
  const { connect, flags = [], profile, ignoreTlsErrors, network = {} } = options;
  if (connect === undefined) return undefined;
  const conflicts = {
    'a profile': profile !== undefined,
    'flags of Chrome': flags.length > 0,
    'ignored TLS errors': ignoreTlsErrors === true,
    'hosts that pages may reach or not':
      (network.allow ?? network.deny) !== undefined || Array.isArray(network.private),
    'a proxy': network.proxy !== undefined,
    'client certificates': (network.clientCertificates ?? []).length > 0,
  };
  const [conflict] = Object.entries(conflicts).flatMap(([name, isGiven]) => (isGiven ? name : []));
  if (conflict === undefined) return readBrowserAddress(connect);
  throw new BtcpError('invalid_input', `A browser that is running already cannot be given ${conflict}.`, {
    hint: 'Leave that option out and set it where the browser is started, or leave out connect.',
  });
}
