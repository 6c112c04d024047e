/** A browser on disk and its origin. */
export interface ChromeBinary {
  path: string;
  source: 'explicit' | 'installed' | 'cached' | 'downloaded' | 'bundled';
  environment?: Record<string, string>;
}

/** Which Chrome to use. */
export interface ResolveChromeOptions {
  /** An explicit path, or `bundled` for the Chromium of `npm install`; nothing else is tried then. */
  path?: string | undefined;
  onProgress?: ((line: string) => void) | undefined;
}
