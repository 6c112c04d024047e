import {
  type AnswerTo,
  framePrefixOf,
  type PageChanges,
  type PageCommand,
  type ReadAction,
  type Snapshot,
  type SnapshotOptions,
} from '@btcp/protocol';
import type { FindInput, Found, PageWords } from '@btcp/tools';
import type { Observation } from 'btcp-browser-agent';
import type { Protocol } from 'puppeteer-core';
import { FrameLink, type Reply, type StateAt } from './frame-link.js';
import { FrameTree } from './frame-tree.js';
import { type FrameReader, findInFrames, readInside, readSnapshot, textInFrames } from './read-frames.js';

const DEFAULT_MATCHES = 20;

export interface FrameObservation extends Observation {
  link: FrameLink;
  state?: StateAt | undefined;
}

export interface PageObservation extends Omit<Observation, 'isStill'> {
  state?: StateAt | undefined;
}

export class Frames extends FrameTree {
  readonly #reader: FrameReader<FrameLink> = {
    snapshot: (link, options) => link.read({ action: 'snapshot', ...options }),
    find: (link, wanted) => link.read({ action: 'find', ...wanted }),
    text: (link, command) => link.ask(command),
    inside: (parent, owner) => this.inside(parent, owner),
  };

  async snapshot(options: SnapshotOptions): Promise<Reply<Snapshot>> {
    const prefix = framePrefixOf(options.cursor ?? '');
    const place = prefix ? `${prefix}e1` : options.selector;
    return this.#ofMain(this.of(place), (link) => readSnapshot(this.#reader, link, options));
  }

  /** Reads the words of the main frame without a trace: the agent's refs and what it has read stay as they are. */
  async glance(maxSize: number): Promise<PageWords> {
    const { value, state } = await this.main.ask({ action: 'glance', maxSize });
    const { secrets } = await this.state(state);
    return { tree: value.tree, isWhole: !value.truncated && value.frames.length === 0, secrets };
  }

  async find(wanted: FindInput): Promise<Reply<Found>> {
    return findInFrames(this.#reader, this.main, { ...wanted, limit: wanted.limit ?? DEFAULT_MATCHES });
  }

  async ask<Action extends ReadAction>(command: PageCommand<Action>): Promise<Reply<AnswerTo<Action>>> {
    const { selector } = { selector: undefined, ...command };
    return this.#ofMain(this.of(selector), (link) =>
      command.action === 'getText'
        ? (textInFrames(this.#reader, link, command as unknown as PageCommand<'getText'>) as unknown as Promise<
            Reply<AnswerTo<Action>>
          >)
        : link.ask(command),
    );
  }

  async #ofMain<T>(link: FrameLink, ask: (link: FrameLink) => Promise<Reply<T>>): Promise<Reply<T>> {
    const { value, state } = await ask(link);
    return { value, state: link === this.main ? state : undefined };
  }

  /** Not awaited: a frame runs commands in order. */
  watch(except?: FrameLink): void {
    for (const link of this.links) if (link !== except) link.call({ action: 'watch' }).catch(() => {});
  }

  async rendered(): Promise<void> {
    await Promise.allSettled(this.links.map((link) => link.call({ action: 'rendered' })));
  }

  async observe(maxSize: number, seen: readonly FrameObservation[]): Promise<PageObservation> {
    const all = await Promise.all(
      this.links.map(async (link) => {
        const reported = seen.find((each) => each.link === link && each.state && link.isCurrent(each.state));
        const observation = reported ?? (await this.#observeIn(link, maxSize));
        return { ...observation, changes: await this.#completed(observation, maxSize) };
      }),
    );
    const { owners } = this;
    // An iframe has the focus when something inside it has.
    const focus = all.findLast((each) => each.focus && !owners.has(each.focus.ref))?.focus;
    return {
      ...(focus ? { focus } : {}),
      ...(all[0]?.title === undefined ? {} : { title: all[0].title }),
      announcements: all.flatMap(({ announcements }) => announcements),
      changes: all.flatMap(({ changes }) => changes),
      state: all[0]?.state,
    };
  }

  async #observeIn(link: FrameLink, maxSize: number): Promise<FrameObservation> {
    try {
      const { value, state } = await link.ask({ action: 'observe', maxSize, end: true });
      return { ...value, link, state };
    } catch (thrown) {
      if (link === this.main) throw thrown;
      // A frame that is gone has nothing to report.
      return { link, announcements: [], changes: [], isStill: true };
    }
  }

  async #completed({ link, hasChanged, changes }: FrameObservation, maxSize: number): Promise<PageChanges[]> {
    const isUnread = changes.some(({ kind }) => kind === 'unread');
    const mayHaveMore = !isUnread && (hasChanged || changes.length > 0);
    const hasMore = mayHaveMore && (await link.reveal().catch(() => false));
    const all = hasMore ? await this.#readAgain(link, maxSize).catch(() => changes) : changes;
    return this.#placed(link, all, maxSize);
  }

  async #readAgain(link: FrameLink, maxSize: number): Promise<PageChanges[]> {
    await link.call({ action: 'undoSnapshot' });
    return (await link.read({ action: 'changes', maxSize })).value ?? [];
  }

  async changes(maxSize: number): Promise<Reply<PageChanges[]>> {
    const all = await Promise.all(
      this.links.map(async (link) => {
        const reply = await link.read({ action: 'changes', maxSize }).catch(() => undefined);
        return { state: reply?.state, value: await this.#placed(link, reply?.value ?? [], maxSize) };
      }),
    );
    return { value: all.flatMap(({ value }) => value), state: all[0]?.state };
  }

  async #placed(link: FrameLink, changes: PageChanges[], maxSize: number): Promise<PageChanges[]> {
    const frame = this.around(link);
    const placed: PageChanges[] = [];
    for (const change of changes) {
      placed.push(frame ? { ...change, frame: frame.owner } : change);
      placed.push(...(await this.#newFrames(link, change, maxSize - change.text.length)));
    }
    return placed;
  }

  async #newFrames(link: FrameLink, { frames }: PageChanges, maxSize: number): Promise<PageChanges[]> {
    const { owners } = this;
    const read: PageChanges[] = [];
    let budget = maxSize;
    for (const frame of frames) {
      if (owners.has(frame) || budget <= 0) continue;
      const text = (await readInside(this.#reader, link, frame, { maxSize: budget }))?.tree;
      if (!text) continue;
      read.push({ kind: 'page', frame, text, frames: [] });
      budget -= text.length;
    }
    return read;
  }

  async state(known?: StateAt): Promise<{ main: StateAt | undefined; secrets: string[] }> {
    const [, ...foreign] = this.links;
    const [main, ...inside] = await Promise.all([
      known ?? this.main.state().catch(() => undefined),
      ...foreign.map((link) => link.call({ action: 'state' }).catch(() => undefined)),
    ]);
    return { main, secrets: [main, ...inside].flatMap((each) => each?.secrets ?? []) };
  }

  /** As Chrome with a screen does on Escape. */
  releaseLocks(): void {
    for (const link of this.links) link.call({ action: 'releaseLocks' }).catch(() => {});
  }

  async withSecretsCovered<T>(texts: readonly string[], work: () => Promise<T>): Promise<T> {
    const cover = (link: FrameLink) => link.call({ action: 'coverSecrets', texts }).catch(() => {});
    const read = this.links;
    const finding = this.#linksToUnread();
    await Promise.all([...read.map(cover), finding.then((links) => Promise.all(links.map(cover)))]);
    const unread = await finding;
    try {
      return await work();
    } finally {
      // Not awaited: whatever a frame is asked next comes after it.
      const lifted = [...read, ...unread].map((link) => link.call({ action: 'uncoverSecrets' }).catch(() => {}));
      void Promise.all(lifted).then(() => {
        for (const link of unread) link.stop();
      });
    }
  }

  async #linksToUnread(): Promise<FrameLink[]> {
    const known = new Set(this.links.map(({ frameId }) => frameId));
    const unreadIn = ({ frame, childFrames = [] }: Protocol.Page.FrameTree, around?: string): string[] => [
      ...(frame.securityOrigin === around || known.has(frame.id) ? [] : [frame.id]),
      ...childFrames.flatMap((child) => unreadIn(child, frame.securityOrigin)),
    ];
    const found = this.sessions.map(async (cdp) => {
      const { frameTree } = await cdp.send('Page.getFrameTree');
      return unreadIn(frameTree).map((frameId) => new FrameLink(cdp, frameId));
    });
    return (await Promise.all(found.map((each) => each.catch(() => [])))).flat();
  }
}
