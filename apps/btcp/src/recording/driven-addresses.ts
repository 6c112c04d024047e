import { publicAddress } from '@btcp/tools';
import type { RecordedAction } from '../contract/types.js';
import { isByPerson } from './record-drive.js';

/** A form may put what a person typed into the address, which must not be recorded. */
export class DrivenAddresses {
  // The address since a person drove; empty until a call reports one.
  readonly #places = new Map<string, string>();

  note(session: string): void {
    this.#places.set(session, '');
  }

  // The full address is recorded again once the browser has moved on.
  shown(session: string, { tool, url }: Pick<RecordedAction, 'tool' | 'url'>): string {
    // A remote host may report the drive later than the call.
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
