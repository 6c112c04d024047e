import type { BrowserSession } from '@btcp/tools';

export function withClose(session: BrowserSession, close: () => Promise<void>): BrowserSession {
  return new Proxy(session, {
    get(target, key) {
      if (key === 'close') return close;
      const value = Reflect.get(target, key, target);
      // Methods use private fields, so they must run on the session itself.
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
}
