import type { GrantablePermission } from '@btcp/protocol';
import type { CDPSession } from 'puppeteer-core';

export class Permissions {
  readonly #root: CDPSession;
  readonly #contextId: () => string | undefined;
  readonly #granted = new Map<string, Set<GrantablePermission>>();

  constructor(root: CDPSession, contextId: () => string | undefined) {
    this.#root = root;
    this.#contextId = contextId;
  }

  of(origin: string): GrantablePermission[] {
    return [...(this.#granted.get(origin) ?? [])].sort();
  }

  async set(origin: string, name: GrantablePermission, isGranted: boolean): Promise<void> {
    const browserContextId = this.#contextId();
    await this.#root.send('Browser.setPermission', {
      permission: { name },
      setting: isGranted ? 'granted' : 'denied',
      origin,
      ...(browserContextId === undefined ? {} : { browserContextId }),
    });
    const granted = this.#granted.get(origin) ?? new Set();
    this.#granted.set(origin, granted);
    if (isGranted) granted.add(name);
    else granted.delete(name);
  }
}
