import type { BrowserSession } from '@btcp/tools';

/** The same session with something else to do at its end, such as nothing where it belongs to the caller. */
export function withClose(session: BrowserSession, close: () => Promise<void>): BrowserSession {
  return new Proxy(session, {
    get(target, key) {
      if (key === 'close') return close;
      const value = Reflect.get(target, key, target);
      // Sessions have private fields, which only they themselves can reach.
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
}
