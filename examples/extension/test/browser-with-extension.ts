import type { Page } from 'puppeteer-core';

/** A browser with the extension in it, and the hands of the person who uses it. */
export interface BrowserWithExtension extends AsyncDisposable {
  /** Where the extension's connections come from. */
  origin: string;
  openTab(url: string): Promise<Page>;
  /** Presses the extension's button while this tab is in front. */
  press(tab: Page): Promise<void>;
  /** The page of the extension whose address contains this, as soon as there is one. */
  ownPage(name: string): Promise<Page>;
  openOptions(): Promise<Page>;
  badge(tab: Page): Promise<string>;
}
