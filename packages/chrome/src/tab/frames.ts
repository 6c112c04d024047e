import { BtcpError, type Rectangle, type Snapshot, type SnapshotOptions } from '@btcp/protocol';
import { type Glance, type Observed, spliceFrames } from 'btcp-browser-agent';
import type { CDPSession, Protocol } from 'puppeteer-core';
import type { Point } from '../input/mouse.js';
import { FrameAgent } from './frame-agent.js';
import { insideBox, scaleOf } from './frame-box.js';

/** A frame that its parent cannot read, because it is of another origin or in another process. */
interface ForeignFrame {
  agent: FrameAgent;
  parent: FrameAgent;
  /** The iframe element, as the parent calls it. */
  owner: string;
}

export interface FramesOptions {
  /** Of the refs in the main frame. */
  prefix: string;
  nextPrefix: () => string;
  /** Called with the session of each further process. */
  onProcess: (cdp: CDPSession) => Promise<void>;
}

const FRAME_REF = /^(?:@|ref=|\[ref=)?(f\d+)e\d+\]?$/;

/** The line of an iframe that has come, or stands in a page that is told as a whole. */
const IFRAME_LINE = /^(?:\+ )? *- iframe.*\[ref=([a-z0-9]+)\]$/gm;

/** Said of a page that was not read before: what changed in it is not known, and that it did is. */
const NOT_COMPARED = '[the page has changed; browser_snapshot shows it]';

/** Every frame of a tab: the main one, what its agent reads along, and the frames that need agents of their own. */
export class Frames {
  readonly main: FrameAgent;
  readonly #nextPrefix: () => string;
  readonly #onProcess: FramesOptions['onProcess'];
  /** The sessions of frames in other processes, by frame id, and those of the frames around them. */
  readonly #processes = new Map<string, { session: CDPSession; around: CDPSession }>();
  readonly #foreign = new Map<string, ForeignFrame>();

  constructor(cdp: CDPSession, frameId: string, { prefix, nextPrefix, onProcess }: FramesOptions) {
    this.main = new FrameAgent(cdp, frameId, prefix);
    this.#nextPrefix = nextPrefix;
    this.#onProcess = onProcess;
    this.#follow(cdp);
  }

  /** The agents of all frames that were read. */
  get agents(): [FrameAgent, ...FrameAgent[]] {
    return [this.main, ...[...this.#foreign.values()].map(({ agent }) => agent)];
  }

  /** A session for each process that the tab's frames are in. */
  get sessions(): CDPSession[] {
    return [this.main.cdp, ...[...this.#processes.values()].map(({ session }) => session)];
  }

  /** The agent that a ref belongs to; a CSS selector is for the main frame. */
  of(selector: string | undefined): FrameAgent {
    const prefix = FRAME_REF.exec(selector?.trim() ?? '')?.[1];
    if (prefix === undefined) return this.main;
    const agent = this.agents.find((each) => each.prefix === prefix);
    if (agent) return agent;
    throw new BtcpError('stale_ref', `No frame of this page has refs ${prefix}e…: it has left the page.`, {
      hint: 'Take a new snapshot and use a ref from it.',
    });
  }

  /** The iframe that the frame of an agent is in; none for the main one. */
  around(agent: FrameAgent): Pick<ForeignFrame, 'parent' | 'owner'> | undefined {
    return this.#foreign.get(agent.frameId);
  }

  /** Reads the page with all its frames, each below the line of its iframe. */
  async snapshot(options: SnapshotOptions): Promise<Snapshot> {
    return this.#read(this.of(options.selector), options);
  }

  /** What has happened in all frames since they were told to watch, and how they differ from what was last read. */
  async observe(maxSize: number): Promise<Observed & { changes: string }> {
    const seen = await Promise.all(this.agents.map((agent) => this.#observeIn(agent, maxSize)));
    const owners = new Set([...this.#foreign.values()].map(({ owner }) => `@${owner}`));
    // What has the focus in a frame counts, not the iframe that has it in the frame around.
    const focus = seen.findLast((each) => each.focus && !owners.has(each.focus.ref))?.focus;
    return {
      ...(focus ? { focus } : {}),
      announcements: seen.flatMap(({ announcements }) => announcements),
      changes: seen.flatMap(({ changes }) => changes ?? []).join('\n'),
    };
  }

  /** Where a point of a frame is in the tab. Fails when something in a frame around it covers it. */
  async toTab(agent: FrameAgent, point: Point): Promise<Point> {
    const frame = this.#foreign.get(agent.frameId);
    if (!frame) return point;
    await frame.parent.call('target', frame.owner, { enabled: false });
    const objectId = await frame.parent.element(frame.owner);
    const { model } = await frame.parent.cdp.send('DOM.getBoxModel', { objectId });
    const inside = insideBox(model, point);
    // Boxes are told from the corner of the process's own outermost frame, which may be foreign itself.
    const outer = this.#foreign.get(this.#rootOf(frame.parent.cdp));
    return outer ? this.toTab(outer.agent, inside) : inside;
  }

  /** Where the element of a ref is in the tab, without moving anything. */
  async locate(ref: string): Promise<Rectangle> {
    const agent = this.of(ref);
    const { model } = await agent.cdp.send('DOM.getBoxModel', { objectId: await agent.element(ref) });
    const [x = 0, y = 0] = model.border;
    const root = this.#rootOf(agent.cdp);
    // Boxes are told from the corner of the process's own outermost frame, which may be foreign itself.
    return this.rectangleInTab(root, root, { x, y, width: model.width, height: model.height });
  }

  /** The outermost frame in the process of a session. */
  #rootOf(cdp: CDPSession): string {
    return [...this.#processes].find(([, { session }]) => session === cdp)?.[0] ?? this.main.frameId;
  }

  /** Where a rectangle of a frame is in the tab. `root` is the outermost frame in the same process. */
  async rectangleInTab(frameId: string, root: string, rectangle: Rectangle): Promise<Rectangle> {
    if (frameId === this.main.frameId) return rectangle;
    const process = this.#processes.get(root);
    // The element of the outermost frame is in the process around it.
    const cdp = (frameId === root ? process?.around : process?.session) ?? this.main.cdp;
    const { backendNodeId } = await cdp.send('DOM.getFrameOwner', { frameId });
    const { model } = await cdp.send('DOM.getBoxModel', { backendNodeId });
    const { x, y } = insideBox(model, rectangle);
    const scale = scaleOf(model);
    const placed = { x, y, width: rectangle.width * scale.x, height: rectangle.height * scale.y };
    const outer = this.#rootOf(cdp);
    return this.rectangleInTab(outer, outer, placed);
  }

  async #observeIn(agent: FrameAgent, maxSize: number): Promise<Observed & { changes: string | null }> {
    try {
      const [observed, changes] = await Promise.all([agent.call('observed'), agent.read('changes', maxSize)]);
      if (changes !== null) return { ...observed, changes: await this.#placed(agent, changes, maxSize) };
      return { ...observed, changes: observed.hasChanged ? await this.#placed(agent, NOT_COMPARED, maxSize) : null };
    } catch (thrown) {
      if (agent === this.main) throw thrown;
      // A frame that has gone has nothing to tell.
      return { announcements: [], changes: null };
    }
  }

  /** How the frames differ from what was last read of them; empty where they do not, or where nothing was read. */
  async changes(maxSize: number): Promise<string> {
    const seen = this.agents.map(async (agent) => {
      // A frame that has gone has nothing to tell.
      const changes = await agent.read('changes', maxSize).catch(() => null);
      return changes ? ((await this.#placed(agent, changes, maxSize)) ?? []) : [];
    });
    return (await Promise.all(seen)).flat().join('\n');
  }

  /** The changes with the frame that they are in, and with what has come in frames that nobody has read yet. */
  async #placed(agent: FrameAgent, changes: string, maxSize: number): Promise<string | null> {
    if (changes === '') return null;
    const frame = this.#foreign.get(agent.frameId);
    const inside = await this.#newFrames(agent, changes, maxSize - changes.length);
    return [frame ? `In the iframe @${frame.owner}:` : [], changes, inside].flat().join('\n');
  }

  async #newFrames(agent: FrameAgent, changes: string, maxSize: number): Promise<string[]> {
    const owners = new Set([...this.#foreign.values()].map(({ owner }) => owner));
    const told: string[] = [];
    let budget = maxSize;
    for (const [, ref = ''] of changes.matchAll(IFRAME_LINE)) {
      if (owners.has(ref) || budget <= 0) continue;
      const tree = (await this.#readInside(agent, ref, { maxSize: budget }))?.tree;
      if (!tree) continue;
      told.push(`In the iframe @${ref}:`, tree);
      budget -= tree.length;
    }
    return told;
  }

  /** What password fields hold, in every frame that was read. The main one may have told it at a glance. */
  async passwords(glance?: Promise<Glance | undefined>): Promise<string[]> {
    const [main, ...foreign] = this.agents;
    const inMain = async () => ((await glance) ?? (await main.look()))?.passwords ?? main.call('passwords');
    const asked = [inMain(), ...foreign.map((agent) => agent.call('passwords'))];
    // A frame that has gone holds none.
    return (await Promise.all(asked.map((each) => each.catch(() => [])))).flat();
  }

  /** Does something while no secret field shows what it holds, in any frame. */
  async veiled<T>(texts: readonly string[], work: () => Promise<T>): Promise<T> {
    const unread = await this.#unreadAgents();
    const agents = [...this.agents, ...unread];
    // A frame that has gone shows nothing.
    await Promise.all(agents.map((agent) => agent.call('veil', texts).catch(() => {})));
    try {
      return await work();
    } finally {
      await Promise.all(agents.map((agent) => agent.call('unveil').catch(() => {})));
      for (const agent of unread) agent.stop();
    }
  }

  /** Agents, for a moment, in frames that nobody has read yet and that the agent around them cannot read. */
  async #unreadAgents(): Promise<FrameAgent[]> {
    const known = new Set(this.agents.map(({ frameId }) => frameId));
    const unreadIn = ({ frame, childFrames = [] }: Protocol.Page.FrameTree, around?: string): string[] => [
      ...(frame.securityOrigin === around || known.has(frame.id) ? [] : [frame.id]),
      ...childFrames.flatMap((child) => unreadIn(child, frame.securityOrigin)),
    ];
    const found = this.sessions.map(async (cdp) => {
      const { frameTree } = await cdp.send('Page.getFrameTree');
      return unreadIn(frameTree).map((frameId) => new FrameAgent(cdp, frameId));
    });
    return (await Promise.all(found.map((each) => each.catch(() => [])))).flat();
  }

  async #read(agent: FrameAgent, options: SnapshotOptions): Promise<Snapshot> {
    const snapshot = await agent.read('snapshot', options);
    if (snapshot.frames.length === 0) return snapshot;
    const trees = new Map<string, string>();
    const unread: string[] = [];
    let { refs, truncated } = snapshot;
    let budget = (options.maxSize ?? Number.POSITIVE_INFINITY) - snapshot.tree.length;
    for (const ref of snapshot.frames) {
      const inner = budget > 0 ? await this.#readInside(agent, ref, { ...options, maxSize: budget }) : undefined;
      if (!inner) {
        unread.push(ref);
        continue;
      }
      trees.set(ref, inner.tree);
      refs = { ...refs, ...inner.refs };
      unread.push(...inner.frames);
      truncated ||= inner.truncated;
      budget -= inner.tree.length;
    }
    return { ...snapshot, tree: spliceFrames(snapshot.tree, trees), refs, frames: unread, truncated };
  }

  async #readInside(parent: FrameAgent, owner: string, options: SnapshotOptions): Promise<Snapshot | undefined> {
    try {
      const agent = await this.#inside(parent, owner);
      return agent && (await this.#read(agent, { ...options, selector: undefined, header: false }));
    } catch {
      // A frame that goes away while it is read is no reason to lose the page.
      return undefined;
    }
  }

  /** The agent inside an iframe, made when it is first read. */
  async #inside(parent: FrameAgent, owner: string): Promise<FrameAgent | undefined> {
    const objectId = await parent.element(owner);
    const { node } = await parent.cdp.send('DOM.describeNode', { objectId });
    if (!node.frameId) return undefined;
    const cdp = this.#processes.get(node.frameId)?.session ?? parent.cdp;
    const known = this.#foreign.get(node.frameId)?.agent;
    if (known?.cdp !== cdp) known?.stop();
    // A frame that has moved to another process goes on with its prefix and numbers.
    const agent =
      known?.cdp === cdp
        ? known
        : new FrameAgent(cdp, node.frameId, known?.prefix ?? this.#nextPrefix(), known?.lastRef);
    this.#foreign.set(node.frameId, { agent, parent, owner });
    return agent;
  }

  #forget(frameId: string): void {
    const frame = this.#foreign.get(frameId);
    if (!frame) return;
    this.#foreign.delete(frameId);
    frame.agent.stop();
    for (const [id, { parent }] of this.#foreign) if (parent.frameId === frameId) this.#forget(id);
  }

  /** Notes the sessions of frames in other processes, at any depth. Someone else asks Chrome to attach to them. */
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
      // A frame that moves to another process is swapped, and stays.
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
