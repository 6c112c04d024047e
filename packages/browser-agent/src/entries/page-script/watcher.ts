import type { PageChanges } from '@btcp/protocol';
import type { Page } from '../../acting/page/page.js';
import { settle } from '../../dom/timing.js';
import type { Announced } from '../../reading/snapshot/announced-on.js';
import { differsApartFrom } from '../../reading/snapshot/changes-between.js';
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
  // An action of the page script has waited for its frame itself.
  #isRendered = false;
  // Outlives the watch, since the changes may be read again with newly found elements.
  #announced: Announced | undefined;
  #compared: { before: readonly Line[] | undefined; after: readonly Line[] | undefined } | undefined;

  constructor(page: Page, memory: SnapshotMemory, shadowHosts: PossibleShadowHosts) {
    this.#page = page;
    this.#memory = memory;
    this.#shadowHosts = shadowHosts;
  }

  begin(): void {
    this.end();
    this.#watch = new PageWatch(this.#page);
    this.#announced = undefined;
    this.#isRendered = false;
  }

  beginPress(): void {
    this.#watch?.beginPress();
  }

  async rendering<T>(action: Promise<T>): Promise<T> {
    const result = await action;
    this.#isRendered = true;
    return result;
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
    if (!this.#isRendered) await settle();
    this.#isRendered = false;
    if (!this.#watch?.hasChanged && !this.#watch?.hasResponded) await settle();
    await this.#watch?.atRest();
  }

  observe(maxSize: number | undefined): Observation {
    const seen = this.#watch?.look() ?? { announcements: shownAlerts(this.#page.document) };
    if (maxSize === undefined) return { ...seen, changes: [], isStill: false };
    const { hasResponded = false, ...shown } = seen;
    const changes = this.changes(maxSize) ?? (seen.hasChanged ? [UNREAD] : []);
    const isStill = !hasResponded && changes.length + seen.announcements.length === 0 && shown.title === undefined;
    return { ...shown, changes, isStill };
  }

  changes(maxSize: number): PageChanges[] | undefined {
    const { document, refs } = this.#page;
    if (this.#compared?.after && this.#compared.after === this.#memory.last({})) this.#memory.takeBack();
    const before = this.#memory.last({});
    if (this.#watch) this.#announced = this.#watch.shownAnnouncements;
    const changes = readChanges(document, refs, this.#memory, maxSize, this.#shadowHosts, this.#announced);
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

  async reaction(milliseconds: number): Promise<void> {
    const deadline = performance.now() + milliseconds;
    const before = this.#compared?.before ?? this.#memory.last({});
    for (let left = milliseconds; this.#watch && left > 0; left = deadline - performance.now()) {
      await this.#watch.nextChange(left);
      await settle();
      if (this.#watch?.hasResponded || (before ? this.#differs(before) : this.#watch?.hasChanged)) return;
    }
  }

  #differs(before: readonly Line[], except = ''): boolean {
    const memory = new SnapshotMemory(this.#memory.traces.peek());
    takeSnapshot(this.#page.document, this.#page.refs, { header: false }, memory);
    return differsApartFrom(except.slice(1), before, memory.last({}) ?? []);
  }
}
