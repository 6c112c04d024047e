/** A browser on disk, and how it came to be there. */
export interface ChromeBinary {
  path: string;
  source: 'explicit' | 'installed' | 'cached' | 'downloaded' | 'bundled';
  /** What it needs beside the usual environment. */
  environment?: Record<string, string>;
}

/** Where to find Chrome, and who hears of the progress. */
export interface ResolveChromeOptions {
  /** An explicit path, or `bundled` for the Chromium of `npm install`; nothing else is tried then. */
  path?: string | undefined;
  /** Told what is going on while a browser is obtained, one short line at a time. */
  onProgress?: ((line: string) => void) | undefined;
}
