import { publicAddress } from '@btcp/tools';
import type { RecordedAction } from '../contract/types.js';
import { isByPerson } from './record-drive.js';

/** Keeps what a person has typed out of recordings where a form has put it into the address of the page. */
export class DrivenAddresses {
  /** Where a session's browser is since a person drove; empty until a call tells. */
  readonly #places = new Map<string, string>();

  /** A person has driven. */
  note(session: string): void {
    this.#places.set(session, '');
  }

  /** The address as it may be kept: whole again when the browser has gone elsewhere. */
  shown(session: string, { tool, url }: Pick<RecordedAction, 'tool' | 'url'>): string {
    // A host elsewhere may tell of the drive a moment later.
    if (isByPerson({ tool })) this.note(session);
    const place = this.#places.get(session);
    if (place === undefined || url === '') return url;
    const address = publicAddress(url);
    if (tool === 'browser_navigate' || (place !== '' && place !== address)) {
      this.#places.delete(session);
      return url;
    }
    this.#places.set(session, address);
    return address;
  }
}
