import { BtcpError, parseRef, type Rectangle } from '@btcp/protocol';
import type { CDPSession } from 'puppeteer-core';
import type { Point } from '../input/mouse.js';
import { insideBox, scaleOf } from './frame-box.js';
import { FrameLink } from './frame-link.js';

interface ForeignFrame {
  link: FrameLink;
  parent: FrameLink;
  owner: string;
}

interface FramesOptions {
  prefix: string;
  nextPrefix: () => string;
  onProcess: (cdp: CDPSession) => Promise<void>;
}

/** The main frame of a tab and the frames of other origins in it: how each is reached, and where it is in the tab. */
export class FrameTree {
  readonly main: FrameLink;
  readonly #nextPrefix: () => string;
  readonly #onProcess: FramesOptions['onProcess'];
  readonly #processes = new Map<string, { session: CDPSession; around: CDPSession }>();
  readonly #foreign = new Map<string, ForeignFrame>();

  constructor(cdp: CDPSession, frameId: string, { prefix, nextPrefix, onProcess }: FramesOptions) {
    this.main = new FrameLink(cdp, frameId, prefix);
    this.#nextPrefix = nextPrefix;
    this.#onProcess = onProcess;
    this.#follow(cdp);
  }

  get links(): [FrameLink, ...FrameLink[]] {
    return [this.main, ...[...this.#foreign.values()].map(({ link }) => link)];
  }

  /** Whether no frame of another origin has been read. */
  get isAlone(): boolean {
    return this.#foreign.size === 0;
  }

  has(frameId: string): boolean {
    return frameId === this.main.frameId || this.#foreign.has(frameId);
  }

  get sessions(): CDPSession[] {
    return [this.main.cdp, ...[...this.#processes.values()].map(({ session }) => session)];
  }

  /** A CSS selector is for the main frame. */
  of(selector: string | undefined): FrameLink {
    const prefix = parseRef(selector ?? '')?.prefix ?? '';
    if (!prefix.startsWith('f')) return this.main;
    const link = this.links.find((each) => each.prefix === prefix);
    if (link) return link;
    throw new BtcpError('stale_ref', `No frame of this page has refs ${prefix}e…: it has left the page.`, {
      hint: 'Take a new snapshot and use a ref from it.',
    });
  }

  around(link: FrameLink): Pick<ForeignFrame, 'parent' | 'owner'> | undefined {
    return this.#foreign.get(link.frameId);
  }

  /** The refs of iframes whose content has been read. */
  protected get owners(): Set<string> {
    return new Set([...this.#foreign.values()].map(({ owner }) => owner));
  }

  async toTab(link: FrameLink, point: Point): Promise<Point> {
    const frame = this.#foreign.get(link.frameId);
    if (!frame) return point;
    await frame.parent.call({ action: 'target', selector: frame.owner, enabled: false });
    const objectId = await frame.parent.element(frame.owner);
    const { model } = await frame.parent.cdp.send('DOM.getBoxModel', { objectId });
    const inside = insideBox(model, point);
    // Boxes are relative to the outermost frame of the process, which may be foreign itself.
    const outer = this.#foreign.get(this.#rootOf(frame.parent.cdp));
    return outer ? this.toTab(outer.link, inside) : inside;
  }

  async locate(ref: string): Promise<Rectangle> {
    const link = this.of(ref);
    const { model } = await link.cdp.send('DOM.getBoxModel', { objectId: await link.element(ref) });
    const [x = 0, y = 0] = model.border;
    const root = this.#rootOf(link.cdp);
    return this.rectangleInTab(root, root, { x, y, width: model.width, height: model.height });
  }

  #rootOf(cdp: CDPSession): string {
    return [...this.#processes].find(([, { session }]) => session === cdp)?.[0] ?? this.main.frameId;
  }

  async rectangleInTab(frameId: string, root: string, rectangle: Rectangle): Promise<Rectangle> {
    if (frameId === this.main.frameId) return rectangle;
    const process = this.#processes.get(root);
    const cdp = (frameId === root ? process?.around : process?.session) ?? this.main.cdp;
    const { backendNodeId } = await cdp.send('DOM.getFrameOwner', { frameId });
    const { model } = await cdp.send('DOM.getBoxModel', { backendNodeId });
    const { x, y } = insideBox(model, rectangle);
    const scale = scaleOf(model);
    const placed = { x, y, width: rectangle.width * scale.x, height: rectangle.height * scale.y };
    const outer = this.#rootOf(cdp);
    return this.rectangleInTab(outer, outer, placed);
  }

  protected async inside(parent: FrameLink, owner: string): Promise<FrameLink | undefined> {
    const objectId = await parent.element(owner);
    const { node } = await parent.cdp.send('DOM.describeNode', { objectId });
    if (!node.frameId) return undefined;
    const cdp = this.#processes.get(node.frameId)?.session ?? parent.cdp;
    const known = this.#foreign.get(node.frameId)?.link;
    if (known?.cdp !== cdp) known?.stop();
    // A frame that has moved to another process keeps its prefix, and its refs start again.
    const link =
      known?.cdp === cdp
        ? known
        : new FrameLink(cdp, node.frameId, known?.prefix ?? this.#nextPrefix(), known?.nextNames);
    this.#foreign.set(node.frameId, { link, parent, owner });
    return link;
  }

  #forget(frameId: string): void {
    const frame = this.#foreign.get(frameId);
    if (!frame) return;
    this.#foreign.delete(frameId);
    frame.link.stop();
    for (const [id, { parent }] of this.#foreign) if (parent.frameId === frameId) this.#forget(id);
  }

  // `Capture` attaches to frames in other processes.
  #follow(cdp: CDPSession): void {
    cdp.on('Target.attachedToTarget', ({ sessionId, targetInfo }) => {
      const child = cdp.connection()?.session(sessionId);
      if (targetInfo.type !== 'iframe' || !child) return;
      this.#processes.set(targetInfo.targetId, { session: child, around: cdp });
      this.#onProcess(child).catch(() => {});
      this.#follow(child);
    });
    cdp.on('Page.frameNavigated', ({ frame }) => {
      for (const [id, { parent }] of this.#foreign) if (parent.frameId === frame.id) this.#forget(id);
    });
    cdp.on('Page.frameDetached', ({ frameId, reason }) => {
      // A frame that changes its process is swapped, not removed.
      if (reason === 'remove') this.#forget(frameId);
    });
    cdp.on('Target.detachedFromTarget', ({ sessionId }) => {
      for (const [frameId, { session }] of this.#processes) {
        if (session.id() !== sessionId) continue;
        this.#processes.delete(frameId);
        this.#forget(frameId);
      }
    });
  }
}
