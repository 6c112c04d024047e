import type { CDPSession, Protocol } from 'puppeteer-core';

export type TargetInfo = Pick<Protocol.Target.TargetInfo, 'targetId' | 'openerId'>;

/** The tabs that one session opened in the profile of a person, and those that their pages opened. */
export class OwnTabs {
  readonly #ids = new Set<string>();
  // Those of every session of this browser.
  readonly #claimed: Set<string>;

  constructor(claimed: Set<string>) {
    this.#claimed = claimed;
  }

  add(targetId: string): void {
    this.#ids.add(targetId);
    this.#claimed.add(targetId);
  }

  has({ targetId, openerId }: TargetInfo): boolean {
    if (this.#ids.has(targetId)) return true;
    if (openerId === undefined || !this.#ids.has(openerId)) return false;
    this.add(targetId);
    return true;
  }

  isPersons({ targetId, openerId }: TargetInfo): boolean {
    return ![targetId, openerId].some((id) => id !== undefined && this.#claimed.has(id));
  }

  /** Does not ask the pages, which could refuse. */
  async close(root: CDPSession): Promise<void> {
    await closeTargets(root, this.#ids);
    for (const id of this.#ids) this.#claimed.delete(id);
    this.#ids.clear();
  }
}

/** A tab that is gone already is no failure. */
export async function closeTargets(root: CDPSession, ids: Iterable<string>): Promise<void> {
  await Promise.all([...ids].map((targetId) => root.send('Target.closeTarget', { targetId }).catch(() => {})));
}
