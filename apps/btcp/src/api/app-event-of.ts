import type { SessionEvent } from '@btcp/tools';
import type { AppEvent } from '../contract/types.js';

export function appEventOf(event: SessionEvent): AppEvent | undefined {
  switch (event.type) {
    case 'browser_active':
      return { type: 'browser_active', active: event.active };
    case 'navigation':
      return { type: 'navigation', tab: event.tab, url: event.url };
    case 'control':
      return { type: 'control', control: event.control };
    default:
      return undefined;
  }
}
