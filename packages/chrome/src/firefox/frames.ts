import {
  type AnswerTo,
  BtcpError,
  framePrefixOf,
  type PageCommand,
  parseRef,
  type ReadAction,
  type Snapshot,
  type SnapshotOptions,
} from '@btcp/protocol';
import type { FindInput, Found } from '@btcp/tools';
import type { ElementHandle, Frame, Page } from 'puppeteer-core';
import { type FrameReader, findInFrames, readSnapshot, textInFrames } from '../tab/read-frames.js';
import { ScriptLink } from './script-link.js';

const DEFAULT_MATCHES = 20;

interface Point {
  x: number;
  y: number;
}

interface ForeignFrame {
  link: ScriptLink;
  parent: ScriptLink;
  owner: string;
}

export class FirefoxFrames {
  readonly main: ScriptLink;
  readonly #reader: FrameReader<ScriptLink> = {
    snapshot: async (link, options) => ({ value: (await link.ask({ action: 'snapshot', ...options })).value }),
    find: async (link, wanted) => ({ value: (await link.ask({ action: 'find', ...wanted })).value }),
    text: async (link, command) => ({ value: (await link.ask(command)).value }),
    inside: (parent, owner) => this.#inside(parent, owner),
  };
  readonly #page: Page;
  readonly #nextPrefix: () => string;
  readonly #foreign = new Map<Frame, ForeignFrame>();

  constructor(page: Page, prefix: string, nextPrefix: () => string) {
    this.main = new ScriptLink(page, page.mainFrame(), prefix);
    this.#page = page;
    this.#nextPrefix = nextPrefix;
    page.on('framedetached', (frame) => this.#foreign.delete(frame));
  }

  async snapshot(options: SnapshotOptions): Promise<Snapshot> {
    const prefix = framePrefixOf(options.cursor ?? '');
    const link = this.of(prefix ? `${prefix}e1` : options.selector);
    return (await readSnapshot(this.#reader, link, options)).value;
  }

  async find(wanted: FindInput): Promise<Found> {
    const limited = { ...wanted, limit: wanted.limit ?? DEFAULT_MATCHES };
    return (await findInFrames(this.#reader, this.main, limited)).value;
  }

  async ask<Action extends ReadAction>(command: PageCommand<Action>): Promise<AnswerTo<Action>> {
    const { selector } = { selector: undefined, ...command };
    const link = this.of(selector);
    const reply =
      command.action === 'getText'
        ? textInFrames(this.#reader, link, command as unknown as PageCommand<'getText'>)
        : link.ask(command as never);
    return (await reply).value as AnswerTo<Action>;
  }

  async secrets(): Promise<string[]> {
    const states = this.#links.slice(1).map((link) => link.ask({ action: 'state' }).catch(() => undefined));
    return (await Promise.all(states)).flatMap((answer) => answer?.value.secrets ?? []);
  }

  async withSecretsCovered<T>(texts: readonly string[], work: () => Promise<T>): Promise<T> {
    const links = this.#links;
    await this.main.ask({ action: 'coverSecrets', texts });
    await Promise.all(links.slice(1).map((link) => link.ask({ action: 'coverSecrets', texts }).catch(() => {})));
    try {
      return await work();
    } finally {
      await Promise.all(links.map((link) => link.ask({ action: 'uncoverSecrets' }).catch(() => {})));
    }
  }

  get #links(): ScriptLink[] {
    return [this.main, ...[...this.#foreign.values()].map(({ link }) => link)];
  }

  /** A CSS selector is for the main frame. */
  of(selector: string | undefined): ScriptLink {
    const prefix = parseRef(selector ?? '')?.prefix ?? '';
    if (!prefix.startsWith('f')) return this.main;
    const frame = [...this.#foreign.values()].find(({ link }) => link.prefix === prefix);
    if (frame) return frame.link;
    throw new BtcpError('stale_ref', `No frame of this page has refs ${prefix}e…: it has left the page.`, {
      hint: 'Take a new snapshot and use a ref from it.',
    });
  }

  /** From a place in a frame to one in the tab, with the frame on screen. */
  async toTab(link: ScriptLink, point: Point): Promise<Point> {
    const frame = [...this.#foreign.values()].find((each) => each.link === link);
    if (!frame) return point;
    await frame.parent.ask({ action: 'target', selector: frame.owner, enabled: false });
    const { value: box } = await frame.parent.ask({ action: 'box', selector: frame.owner });
    const edge = await (await frame.parent.element(frame.owner)).evaluate(innerEdge);
    return this.toTab(frame.parent, { x: box.x + edge.x + point.x, y: box.y + edge.y + point.y });
  }

  /** Keys go wherever the focus is, and a frame of another origin does not always have it. */
  async hasKeys(link: ScriptLink): Promise<boolean> {
    return link === this.main || link.hasFocus();
  }

  async assertKeys(link: ScriptLink): Promise<void> {
    if (await this.hasKeys(link)) return;
    throw new BtcpError('not_actionable', 'The frame does not have the focus, so no key was pressed.', {
      hint: 'Keys would reach another document. Use browser_fill, browser_type without submit, or browser_click.',
    });
  }

  async #inside(parent: ScriptLink, owner: string): Promise<ScriptLink | undefined> {
    const element = (await parent.element(owner)) as ElementHandle & { contentFrame(): Promise<Frame | null> };
    const frame = await element.contentFrame();
    if (!frame) return undefined;
    const known = this.#foreign.get(frame);
    const link = known?.link ?? new ScriptLink(this.#page, frame, this.#nextPrefix());
    this.#foreign.set(frame, { link, parent, owner });
    return link;
  }
}

// Runs in the page: where the content of an iframe begins.
function innerEdge(element: unknown): Point {
  interface Styled {
    clientLeft: number;
    clientTop: number;
    ownerDocument: { defaultView: { getComputedStyle(of: unknown): { paddingLeft: string; paddingTop: string } } };
  }
  const { clientLeft, clientTop, ownerDocument } = element as Styled;
  const { paddingLeft, paddingTop } = ownerDocument.defaultView.getComputedStyle(element);
  return { x: clientLeft + Number.parseFloat(paddingLeft), y: clientTop + Number.parseFloat(paddingTop) };
}
