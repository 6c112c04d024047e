import type { PageChanges } from '@btcp/protocol';
import type { Page } from '../../acting/page/page.js';
import { settle } from '../../dom/timing.js';
import { differsBeside } from '../../reading/snapshot/changes-between.js';
import type { Line } from '../../reading/snapshot/line.js';
import { readChanges } from '../../reading/snapshot/read-changes.js';
import { SnapshotMemory } from '../../reading/snapshot/snapshot-memory.js';
import { takeSnapshot } from '../../reading/snapshot/take-snapshot.js';
import type { PossibleShadowHosts } from '../../reading/tree/possible-shadow-hosts.js';
import { shownAlerts } from '../../watching/watch/announcements.js';
import { PageWatch } from '../../watching/watch/page-watch.js';
import type { Observation } from './commands.js';

const UNREAD: PageChanges = { kind: 'unread', text: '[the page has changed; browser_snapshot shows it]', frames: [] };

export class Watcher {
  readonly #page: Page;
  readonly #memory: SnapshotMemory;
  readonly #shadowHosts: PossibleShadowHosts;
  #watch: PageWatch | undefined;
  #compared: { before: readonly Line[] | undefined; after: readonly Line[] | undefined } | undefined;

  constructor(page: Page, memory: SnapshotMemory, shadowHosts: PossibleShadowHosts) {
    this.#page = page;
    this.#memory = memory;
    this.#shadowHosts = shadowHosts;
  }

  begin(): void {
    this.end();
    this.#watch = new PageWatch(this.#page);
  }

  end(): void {
    this.#watch?.stop();
    this.#watch = undefined;
    this.#compared = undefined;
  }

  endWithin(milliseconds: number): void {
    const watch = this.#watch;
    setTimeout(() => watch?.stop(), milliseconds);
  }

  async rendered(): Promise<void> {
    await settle();
    await settle();
    await this.#watch?.atRest();
  }

  observe(maxSize: number | undefined): Observation {
    const seen = this.#watch?.look() ?? { announcements: shownAlerts(this.#page.document) };
    if (maxSize === undefined) return { ...seen, changes: [] };
    return { ...seen, changes: this.changes(maxSize) ?? (seen.hasChanged ? [UNREAD] : []) };
  }

  changes(maxSize: number): PageChanges[] | undefined {
    const { document, refs } = this.#page;
    if (this.#compared?.after && this.#compared.after === this.#memory.last({})) this.#memory.takeBack();
    const before = this.#memory.last({});
    const changes = readChanges(document, refs, this.#memory, maxSize, this.#shadowHosts);
    if (this.#watch) this.#compared = { before, after: this.#memory.last({}) };
    return changes;
  }

  async changed(ref: string, milliseconds: number): Promise<void> {
    const deadline = performance.now() + milliseconds;
    const before = this.#compared?.before ?? this.#memory.last({});
    for (let left = milliseconds; this.#watch && left > 0; left = deadline - performance.now()) {
      if (before ? this.#differs(before, ref) : this.#watch.hasChanged) return;
      await this.#watch.nextChange(left);
      await settle();
    }
  }

  #differs(before: readonly Line[], ref: string): boolean {
    const memory = new SnapshotMemory();
    takeSnapshot(this.#page.document, this.#page.refs, { header: false }, memory);
    return differsBeside(ref.slice(1), before, memory.last({}) ?? []);
  }
}
