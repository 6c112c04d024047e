import { BtcpError } from '@btcp/protocol';
import type { BrowserContext, Target } from 'puppeteer-core';
import { infoOfTarget } from '../cdp/target-info.js';
import { OPENABLE } from '../policy/openable.js';
import type { OwnTabs } from '../process/own-tabs.js';

export interface PersonsProfile {
  own: OwnTabs;
  newTab(): Promise<Target>;
}

/** The tabs of the person; without pages of the browser, of extensions and of files. */
export function personsTargets(context: BrowserContext, { own }: PersonsProfile): Target[] {
  return context
    .targets()
    .filter((target) => target.type() === 'page' && OPENABLE.test(target.url()) && own.isPersons(infoOfTarget(target)));
}

export function notOurs(id: string): BtcpError {
  return new BtcpError('denied', `Tab ${id} belongs to the owner of this browser.`, {
    hint: 'Only tabs that were opened here can be closed. Ask the person to close theirs.',
  });
}
