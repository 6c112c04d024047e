import type { ControlState } from '@btcp/protocol';
import type { LiveBrowser } from '../port/live-browser.js';
import { publicAddress } from '../secrets/redact.js';
import type { Drive } from './session-events.js';

export class DriveWatch {
  readonly #live: LiveBrowser;
  readonly #report: (drive: Drive) => void;
  #begun: { at: number; isPrivate: boolean } | undefined;

  constructor(live: LiveBrowser, report: (drive: Drive) => void) {
    this.#live = live;
    this.#report = report;
  }

  onControl({ holder, isPrivate }: ControlState): void {
    if (holder.kind !== 'viewer') this.end();
    else if (this.#begun) this.#begun.isPrivate ||= isPrivate;
    else this.#begun = { at: Date.now(), isPrivate };
  }

  end(): void {
    if (!this.#begun) return;
    const { at, isPrivate } = this.#begun;
    this.#begun = undefined;
    const { clicks, fields } = this.#live.driverCounts;
    const { url = '' } = this.#live.tabs.find(({ active }) => active) ?? {};
    const address = /^https?:/.test(url) ? publicAddress(url) : '';
    this.#report({ duration: Date.now() - at, isPrivate, clicks, fields, url: isPrivate ? siteOf(address) : address });
  }
}

// Not parsed as a URL: Chrome accepts addresses that other parsers reject.
function siteOf(address: string): string {
  return /^https?:\/\/[^/?#]+/.exec(address)?.[0] ?? '';
}
