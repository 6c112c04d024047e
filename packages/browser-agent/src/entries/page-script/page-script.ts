import { BtcpError, type ElementInfo, type PageChanges } from '@btcp/protocol';
import { type ActionNeeds, assertEnabled } from '../../acting/actionability/assert-actionable.js';
import { PressGuard } from '../../acting/actionability/press-guard.js';
import { inPage } from '../../acting/actionability/spot.js';
import { whenActionable, whenStill } from '../../acting/actionability/when-actionable.js';
import { boxOf } from '../../acting/actions/box.js';
import { fill } from '../../acting/actions/fill.js';
import { focusForKeys } from '../../acting/actions/press.js';
import { getAttribute, getText, isShown } from '../../acting/actions/read.js';
import { leftToScroll, scroll } from '../../acting/actions/scroll.js';
import { select } from '../../acting/actions/select.js';
import { prepareCaret, readTyped, selectAll, takeFocus } from '../../acting/actions/type.js';
import { fileInputOf } from '../../acting/actions/upload.js';
import { assertOrigin } from '../../acting/fields/assert-origin.js';
import { checkedState, resultOf } from '../../acting/fields/field-state.js';
import { fieldOf } from '../../acting/fields/fields.js';
import { letGo } from '../../acting/keyboard/escape.js';
import { focused } from '../../acting/keyboard/press-key.js';
import { createPage, type Page } from '../../acting/page/page.js';
import { SecretCovers } from '../../acting/picture/secret-covers.js';
import { adoptClosedRoot, adoptRootsAround, titleOf } from '../../dom/nodes.js';
import { isTag, viewOf } from '../../dom/tags.js';
import { settle } from '../../dom/timing.js';
import { inspect } from '../../reading/aria/inspect.js';
import { Reading } from '../../reading/aria/reading.js';
import { passwordsIn } from '../../reading/aria/secret-fields.js';
import { infoOf } from '../../reading/refs/element-info.js';
import { locate } from '../../reading/refs/locate.js';
import { placeOf } from '../../reading/refs/place-of.js';
import { RefTable } from '../../reading/refs/refs.js';
import { differsBeside } from '../../reading/snapshot/changes-between.js';
import { findElements } from '../../reading/snapshot/find-elements.js';
import type { Line } from '../../reading/snapshot/line.js';
import { readChanges } from '../../reading/snapshot/read-changes.js';
import { SnapshotMemory } from '../../reading/snapshot/snapshot-memory.js';
import { takeSnapshot } from '../../reading/snapshot/take-snapshot.js';
import { rememberClickable } from '../../reading/tree/clickable.js';
import { PossibleShadowHosts } from '../../reading/tree/possible-shadow-hosts.js';
import { readTree } from '../../reading/tree/read-tree.js';
import { waitFor } from '../../watching/wait/wait-for.js';
import { shownAlerts } from '../../watching/watch/announcements.js';
import { PageWatch } from '../../watching/watch/page-watch.js';
import type {
  Observation,
  Outcome,
  PageState,
  PointerTarget,
  ScriptAction,
  ScriptAnswer,
  ScriptCommand,
  ScriptParameters,
  ScriptReply,
} from './commands.js';

const NOT_COMPARED = '[the page has changed; browser_snapshot shows it]';

const TWO_STATES = new Set(['checkbox', 'radio', 'switch', 'menuitemcheckbox', 'menuitemradio']);

/** The longest that an engine waits for the network after a click. */
const WATCH_MS = 15_000;

type Handlers = {
  [Action in ScriptAction]: (
    parameters: ScriptParameters<Action>,
  ) => ScriptAnswer<Action> | Promise<ScriptAnswer<Action>>;
};

/** What an engine calls inside a document. One instance lives as long as its document. */
export class PageScript {
  readonly #page: Page;
  readonly #memory = new SnapshotMemory();
  readonly #shadowHosts = new PossibleShadowHosts();
  readonly #secretCovers = new SecretCovers();
  readonly #waits = new Map<string, AbortController>();
  #watch: PageWatch | undefined;
  #guard: PressGuard | undefined;
  #clicked: { element: Element; role: string } | undefined;
  #hasDropped = false;

  constructor(document: Document) {
    this.#page = createPage(document, new RefTable());
  }

  /** Runs a command; the reply is JSON, because one string leaves the page faster than thousands of refs. */
  async call<Action extends ScriptAction>(command: ScriptCommand<Action>, withState = false): Promise<string> {
    const outcome = await this.#outcome(command);
    const reply: ScriptReply = {
      ...outcome,
      ...(withState ? { state: this.#state() } : {}),
      lastRef: this.#page.refs.last,
      possibleShadowHosts: this.#shadowHosts.count,
    };
    return JSON.stringify(reply);
  }

  run<Action extends ScriptAction>(
    command: ScriptCommand<Action>,
  ): ScriptAnswer<Action> | Promise<ScriptAnswer<Action>> {
    const { action, ...parameters } = command;
    const handler: (given: never) => ScriptAnswer<Action> | Promise<ScriptAnswer<Action>> = this.#handlers[action];
    return handler(parameters as never);
  }

  /** The element itself, for callers that can hold one. */
  element(selector: string): Element {
    return locate(this.#page.document, this.#page.refs, selector);
  }

  /** The elements that may have a closed shadow root, each returned once. */
  takePossibleShadowHosts(): Element[] {
    return this.#shadowHosts.take();
  }

  adoptClosedRoots(...roots: ShadowRoot[]): void {
    for (const root of roots) adoptClosedRoot(root);
  }

  /** Shows these elements as clickable from now on, because a debugger saw their listeners; returns how many are new. */
  rememberClickable(...elements: Element[]): number {
    const isNew = (element: Element) => {
      const wasHidden = adoptRootsAround(element);
      return rememberClickable(element) || wasHidden;
    };
    return elements.filter(isNew).length;
  }

  adoptRootsAround(...nodes: Node[]): number {
    return nodes.filter(adoptRootsAround).length;
  }

  readonly #handlers: Handlers = {
    snapshot: (options) => takeSnapshot(this.#page.document, this.#page.refs, options, this.#memory, this.#shadowHosts),
    find: (wanted) => findElements(this.#page.document, this.#page.refs, wanted, this.#shadowHosts),
    inspect: ({ selector }) => inspect(this.element(selector)),
    state: () => this.#state(),
    changes: ({ maxSize }) => this.#changes(maxSize) ?? null,
    undoSnapshot: () => this.#memory.takeBack(),
    findShadowHosts: () => {
      const { document } = this.#page;
      if (document.body) readTree(new Reading(document, true), document.body, undefined, this.#shadowHosts);
    },
    continueRefs: ({ prefix, last = 0 }) => this.#page.refs.continueFrom(prefix, last),
    place: ({ selector }) => placeOf(this.#page.document, this.element(selector)) ?? null,

    getText: ({ selector, format }) => ({ text: getText(this.#page, selector, format) }),
    getAttribute: ({ selector, attribute }) => ({ value: getAttribute(this.#page, selector, attribute) }),
    isVisible: ({ selector }) => ({ visible: isShown(this.#page, selector) }),
    box: ({ selector }) => boxOf(this.#page, selector),

    target: ({ selector, ...needs }) => this.#target(this.element(selector), needs),
    pressed: () => this.#pressed(),
    prepareClick: async ({ selector, isRetry }) => {
      if (!isRetry) this.#beginWatch();
      const element = this.element(selector);
      const place = placeOf(this.#page.document, element);
      const target = await this.#target(element, { press: true });
      this.#clicked = { element, role: target.role };
      return place ? { ...target, place } : target;
    },
    finishClick: async ({ maxSize }) => {
      const obstacle = this.#pressed();
      if (obstacle) return { obstacle };
      await this.#rendered();
      const checked = this.#checkedByClick();
      const observed = this.#observe(maxSize);
      const watch = this.#watch;
      setTimeout(() => watch?.stop(), WATCH_MS);
      return { ...observed, obstacle: null, ...(checked === undefined ? {} : { checked }) };
    },
    focusForTyping: async ({ selector, clear, origin }) => {
      const field = fieldOf(this.element(selector));
      const { element, kind } = field;
      assertOrigin(element, origin);
      const info = infoOf(this.#page.refs, element);
      await whenActionable(this.#page, element, { editable: true });
      takeFocus(field);
      if (clear) selectAll(field);
      else prepareCaret(field, false);
      return { ...info, kind };
    },
    focusForKeys: ({ selector }) => infoOf(this.#page.refs, focusForKeys(this.#page, selector)),
    focused: () => infoOf(this.#page.refs, focused(this.#page)),
    releaseLocks: () => letGo(this.#page.document),
    fill: ({ selector, value, origin }) => fill(this.#page, selector, value, origin),
    select: ({ selector, values }) => select(this.#page, selector, values),
    scroll: (options) => scroll(this.#page, options),
    leftToScroll: (options) => leftToScroll(this.#page, options),
    readBack: ({ selector }) => {
      const located = this.element(selector);
      const element = (isTag(located, 'label') && located.control) || located;
      return resultOf(infoOf(this.#page.refs, element), element);
    },
    readTyped: ({ selector, text }) => readTyped(this.#page, selector, text),
    fileInput: ({ selector }) => {
      const input = fileInputOf(this.element(selector));
      if (!input) return null;
      assertEnabled(input);
      return { ...infoOf(this.#page.refs, input), multiple: input.multiple };
    },
    expectDrop: ({ selector }) => {
      this.#hasDropped = false;
      const onDrop = () => {
        this.#hasDropped = true;
      };
      viewOf(this.element(selector)).addEventListener('drop', onDrop, { capture: true, once: true });
    },
    hasDropped: () => this.#hasDropped,

    watch: () => this.#beginWatch(),
    rendered: () => this.#rendered(),
    changed: ({ ref, milliseconds }) => this.#changed(ref, milliseconds),
    observe: ({ maxSize, end }) => {
      const observed = this.#observe(maxSize);
      if (end) this.#endWatch();
      return observed;
    },
    waitFor: async ({ id = '', ...options }) => {
      const controller = new AbortController();
      this.#waits.set(id, controller);
      try {
        return await waitFor(this.#page, { ...options, signal: controller.signal });
      } finally {
        this.#waits.delete(id);
      }
    },
    cancelWait: ({ id }) => this.#waits.get(id)?.abort(),

    coverSecrets: ({ texts }) => this.#secretCovers.draw(this.#page.document, texts),
    uncoverSecrets: () => this.#secretCovers.lift(),
  };

  async #outcome<Action extends ScriptAction>(command: ScriptCommand<Action>): Promise<Outcome<ScriptAnswer<Action>>> {
    try {
      return { ok: true, value: await this.run(command) };
    } catch (thrown) {
      return { ok: false, error: BtcpError.from(thrown).toJSON() };
    }
  }

  #state(): PageState {
    const { document } = this.#page;
    return { url: document.URL, title: titleOf(document), secrets: passwordsIn(document) };
  }

  async #target(element: Element, needs: ActionNeeds): Promise<PointerTarget> {
    const info = infoOf(this.#page.refs, element);
    const spot = await whenStill(this.#page, element, needs);
    this.#guard?.stop();
    this.#guard = needs.press ? new PressGuard(this.#page, element) : undefined;
    const { x, y, width, height } = element.getBoundingClientRect();
    const corner = inPage(this.#page, element, { x, y });
    return { ...info, ...inPage(this.#page, element, spot), rect: { ...corner, width, height } };
  }

  #pressed(): ElementInfo | null {
    const other = this.#guard?.stop();
    this.#guard = undefined;
    return other ? infoOf(this.#page.refs, other) : null;
  }

  #checkedByClick(): boolean | 'mixed' | undefined {
    const { element, role } = this.#clicked ?? {};
    return element?.isConnected && TWO_STATES.has(role ?? '') ? checkedState(element) : undefined;
  }

  #beginWatch(): void {
    this.#watch?.stop();
    this.#watch = new PageWatch(this.#page);
  }

  #endWatch(): void {
    this.#watch?.stop();
    this.#watch = undefined;
  }

  async #rendered(): Promise<void> {
    await settle();
    await settle();
    await this.#watch?.atRest();
  }

  #observe(maxSize: number | undefined): Observation {
    const seen = this.#watch?.look() ?? { announcements: shownAlerts(this.#page.document) };
    const unread: PageChanges[] = seen.hasChanged ? [{ kind: 'unread', text: NOT_COMPARED, frames: [] }] : [];
    return { ...seen, changes: maxSize === undefined ? [] : (this.#changes(maxSize) ?? unread) };
  }

  /** Undefined where the document was never read. A second look in one watch compares with the same snapshot. */
  #changes(maxSize: number): PageChanges[] | undefined {
    if (this.#watch?.reading !== undefined && this.#watch.reading === this.#memory.last({})) this.#memory.takeBack();
    const baseline = this.#memory.last({});
    const { document, refs } = this.#page;
    const changes = readChanges(document, refs, this.#memory, maxSize, this.#shadowHosts);
    if (this.#watch) Object.assign(this.#watch, { baseline, reading: this.#memory.last({}) });
    return changes;
  }

  async #changed(ref: string, milliseconds: number): Promise<void> {
    const deadline = performance.now() + milliseconds;
    const before = this.#watch?.baseline ?? this.#memory.last({});
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
