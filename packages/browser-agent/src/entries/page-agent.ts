import { BtcpError, type ErrorData, type Inspection, type Snapshot, type SnapshotOptions } from '@btcp/protocol';
import { type ActionNeeds, assertEnabled } from '../acting/actionability/assert-actionable.js';
import { PressGuard } from '../acting/actionability/press-guard.js';
import { inPage } from '../acting/actionability/spot.js';
import { whenActionable, whenStill } from '../acting/actionability/when-actionable.js';
import { type Box, boxOf } from '../acting/actions/box.js';
import { fill } from '../acting/actions/fill.js';
import { focusForKeys } from '../acting/actions/press.js';
import { getAttribute, getText, isShown, type TextFormat } from '../acting/actions/read.js';
import { leftToScroll, type ScrollOptions, type ScrollResult, scroll } from '../acting/actions/scroll.js';
import { type Choice, select } from '../acting/actions/select.js';
import { prepareCaret, readTyped, selectAll, takeFocus } from '../acting/actions/type.js';
import { fileInputOf } from '../acting/actions/upload.js';
import { assertOrigin } from '../acting/fields/assert-origin.js';
import { type ActionResult, resultOf, type Subject, subjectOf } from '../acting/fields/field-state.js';
import { type Field, fieldOf } from '../acting/fields/fields.js';
import { letGo } from '../acting/keyboard/escape.js';
import { focused } from '../acting/keyboard/press-key.js';
import { createPage, type Page } from '../acting/page/page.js';
import { Veil } from '../acting/picture/veil.js';
import { adoptClosedRoot, adoptRootsAround, titleOf } from '../dom/nodes.js';
import { isTag, viewOf } from '../dom/tags.js';
import { settle } from '../dom/timing.js';
import { inspect } from '../reading/aria/inspect.js';
import { Reading } from '../reading/aria/reading.js';
import { passwordsIn } from '../reading/aria/secret-fields.js';
import { locate } from '../reading/refs/locate.js';
import { mention } from '../reading/refs/mention.js';
import { RefTable } from '../reading/refs/refs.js';
import { SnapshotMemory } from '../reading/snapshot/snapshot-memory.js';
import { takeSnapshot } from '../reading/snapshot/take-snapshot.js';
import { tellChanges } from '../reading/snapshot/tell-changes.js';
import { rememberClickable } from '../reading/tree/clickable.js';
import { PossibleHosts } from '../reading/tree/possible-hosts.js';
import { readTree } from '../reading/tree/read-tree.js';
import type { WaitOptions } from '../watching/wait/conditions.js';
import { type WaitResult, waitFor } from '../watching/wait/wait-for.js';
import { shownAlerts } from '../watching/watch/announcements.js';
import { type Observed, PageWatch } from '../watching/watch/page-watch.js';

/** An answer that survives the way out of the page, where exceptions lose their fields. */
export type Answer<T> = { ok: true; value: T } | { ok: false; error: ErrorData };

/** Where to point at an element, in the viewport of the agent's document. */
export interface Target extends Subject {
  x: number;
  y: number;
  rect: { x: number; y: number; width: number; height: number };
}

/** A field that has the focus and waits for keys. */
export interface TypingTarget extends Subject {
  /** Only `text` and `rich` fields take keys; the others are for `fill`. */
  kind: Field['kind'];
}

/** What the result of a call needs beside its answer. */
export interface Glance {
  title: string;
  /** What is to be hidden in it: what fields of passwords and one-time codes hold. */
  passwords: string[];
}

/** What Chrome calls inside a frame. One instance lives as long as its document. */
export class PageAgent {
  readonly #page: Page;
  readonly #memory = new SnapshotMemory();
  readonly #hosts = new PossibleHosts();
  readonly #veil = new Veil();
  readonly #waits = new Map<string, AbortController>();
  #watch: PageWatch | undefined;
  #guard: PressGuard | undefined;
  #hasDropped = false;

  constructor(document: Document) {
    this.#page = createPage(document, new RefTable());
  }

  snapshot(options?: SnapshotOptions): Answer<Snapshot> {
    return answer(() => takeSnapshot(this.#page.document, this.#page.refs, options, this.#memory, this.#hosts));
  }

  /** What differs from the last whole snapshot: nothing is empty, and null where there was none. */
  changes(maxSize: number): Answer<string | null> {
    return answer(() => {
      const before = this.#memory.last({});
      if (before === undefined) return null;
      takeSnapshot(this.#page.document, this.#page.refs, { header: false }, this.#memory, this.#hosts);
      return tellChanges(before, this.#memory.last({}) ?? [], maxSize, this.#memory.earlier);
    });
  }

  /** Begins to notice what an action sets off. */
  watch(): Answer<void> {
    return answer(() => {
      this.#watch?.stop();
      this.#watch = new PageWatch(this.#page);
    });
  }

  /** What was noticed since `watch`; in a document that came after it, the alerts that it shows. */
  observed(): Answer<Observed> {
    return answer(() => {
      const watch = this.#watch;
      this.#watch = undefined;
      return watch?.stop() ?? { announcements: shownAlerts(this.#page.document) };
    });
  }

  /**
   * Makes the refs of this frame unlike those of the others, and unlike those of the page that it showed before:
   * `f2` and 7 give `f2e8`. Call it before the first snapshot.
   */
  continueRefs(prefix: string, last = 0): Answer<void> {
    return answer(() => this.#page.refs.continueFrom(prefix, last));
  }

  /** The number of the newest ref. */
  get lastRef(): number {
    return this.#page.refs.last;
  }

  /** Notes what `possibleHosts` counts, as a snapshot does. */
  lookForHosts(): Answer<void> {
    return answer(() => {
      const { document } = this.#page;
      if (document.body) readTree(new Reading(document, true), document.body, undefined, this.#hosts);
    });
  }

  /** How many elements that were read may hide a closed shadow root and were not looked at from outside. */
  get possibleHosts(): number {
    return this.#hosts.count;
  }

  /** Those elements, for someone who can look. */
  takePossibleHosts(): Element[] {
    return this.#hosts.take();
  }

  /** Reads these closed shadow roots from now on, as if they were open. */
  adoptClosedRoots(...roots: ShadowRoot[]): void {
    for (const root of roots) adoptClosedRoot(root);
  }

  /** Shows these elements as clickable from now on, because someone saw their listeners; how many were not already. */
  rememberClickable(...elements: Element[]): number {
    const isNews = (element: Element) => {
      const wasHidden = adoptRootsAround(element);
      return rememberClickable(element) || wasHidden;
    };
    return elements.filter(isNews).length;
  }

  /** Reads the closed shadow roots that these nodes are in from now on; how many of them nobody had read before. */
  adoptRootsAround(...nodes: Node[]): number {
    return nodes.filter(adoptRootsAround).length;
  }

  /** Forgets the last snapshot, because it is taken again with what was found out since. */
  takeSnapshotBack(): Answer<void> {
    return answer(() => this.#memory.takeBack());
  }

  /** Role, name and states of the one element that a CSS selector or a ref names. */
  inspect(selector: string): Answer<Inspection> {
    return answer(() => inspect(this.#locate(selector)));
  }

  /** The element itself, for callers that can hold one. */
  locate(selector: string): Answer<Element> {
    return answer(() => this.#locate(selector));
  }

  /** Scrolls the element into view, lets it come to rest, and says where a pointer reaches it, or what is in the way. */
  target(selector: string, needs?: ActionNeeds): Promise<Answer<Target>> {
    return answerLater(async () => {
      const element = this.#locate(selector);
      const subject = subjectOf(this.#page, element);
      const spot = await whenStill(this.#page, element, needs);
      this.#guard?.stop();
      this.#guard = needs?.press ? new PressGuard(this.#page, element) : undefined;
      const { x, y, width, height } = element.getBoundingClientRect();
      const corner = inPage(this.#page, element, { x, y });
      return { ...subject, ...inPage(this.#page, element, spot), rect: { ...corner, width, height } };
    });
  }

  /** What came under the pointer and was kept from the press that `target` was asked for; null where nothing did. */
  pressed(): Answer<string | null> {
    return answer(() => {
      const other = this.#guard?.stop();
      this.#guard = undefined;
      return other ? mention(this.#page.refs, other) : null;
    });
  }

  /** Scrolls an element into view and says where it is in the viewport. */
  box(selector: string): Answer<Box> {
    return answer(() => boxOf(this.#page, selector));
  }

  /** Focuses a field and puts the caret after its text, or selects the text so that the next key replaces it. */
  focusForTyping(
    selector: string,
    options: { clear?: boolean; origin?: string | undefined } = {},
  ): Promise<Answer<TypingTarget>> {
    return answerLater(async () => {
      const field = fieldOf(this.#locate(selector));
      const { element, kind } = field;
      assertOrigin(element, options.origin);
      const subject = subjectOf(this.#page, element);
      await whenActionable(this.#page, element, { editable: true });
      takeFocus(field);
      if (options.clear) selectAll(field);
      else prepareCaret(field, false);
      return { ...subject, kind };
    });
  }

  /** Moves the focus to an element, so that keys reach it. */
  focus(selector: string): Answer<Subject> {
    return answer(() => subjectOf(this.#page, focusForKeys(this.#page, selector)));
  }

  /** What keys reach now. */
  focused(): Answer<Subject> {
    return answer(() => subjectOf(this.#page, focused(this.#page)));
  }

  /** What Escape does beside what the page hears of it. */
  letGo(): Answer<boolean> {
    return answer(() => letGo(this.#page.document));
  }

  /** Resolves when the page has rendered twice and what that moves is at rest: what an event has set off shows then. */
  rendered(): Promise<Answer<void>> {
    return answerLater(async () => {
      await settle();
      await settle();
      await this.#watch?.atRest();
    });
  }

  /** Resolves when the page shows something new elsewhere than on the line of this ref, or after this time. */
  changed(ref: string, milliseconds: number): Promise<Answer<void>> {
    return answerLater(async () => {
      const deadline = performance.now() + milliseconds;
      const before = this.#memory.last({});
      for (let left = milliseconds; this.#watch && left > 0; left = deadline - performance.now()) {
        if (before ? this.#differs(before, ref) : this.#watch.hasChanged) return;
        await this.#watch.nextChange(left);
        await settle();
      }
    });
  }

  /** What the element, or the control that it labels, holds now. */
  readBack(selector: string): Answer<ActionResult> {
    return answer(() => {
      const located = this.#locate(selector);
      const element = (isTag(located, 'label') && located.control) || located;
      return resultOf(subjectOf(this.#page, element), element);
    });
  }

  /** What a field holds now that a text was typed into it, and what became of the text where it is not in there. */
  readTyped(selector: string, text: string): Answer<ActionResult> {
    return answer(() => readTyped(this.#page, selector, text));
  }

  fill(selector: string, value: string, options: { origin?: string | undefined } = {}): Promise<Answer<ActionResult>> {
    return answerLater(() => fill(this.#page, selector, value, options.origin));
  }

  /** What fields of passwords and one-time codes hold, for callers that hide it elsewhere. */
  passwords(): Answer<string[]> {
    return answer(() => passwordsIn(this.#page.document));
  }

  /** The title, and what to hide, in one look. */
  glance(): Answer<Glance> {
    return answer(() => ({ title: titleOf(this.#page.document), passwords: passwordsIn(this.#page.document) }));
  }

  /** Keeps secret fields, and fields that hold one of these texts, out of the pictures that are taken until `unveil`. */
  veil(texts: readonly string[]): Answer<void> {
    return answer(() => this.#veil.draw(this.#page.document, texts));
  }

  unveil(): Answer<void> {
    return answer(() => this.#veil.lift());
  }

  select(selector: string, choice: Choice | readonly Choice[]): Promise<Answer<ActionResult>> {
    return answerLater(() => select(this.#page, selector, choice));
  }

  scroll(options?: ScrollOptions): Promise<Answer<ScrollResult>> {
    return answerLater(() => scroll(this.#page, options));
  }

  /** How far what these options scroll can still go each way. */
  leftToScroll(options?: ScrollOptions): Answer<ScrollResult['remaining']> {
    return answer(() => leftToScroll(this.#page, options));
  }

  getText(selector: string, format?: TextFormat): Answer<string> {
    return answer(() => getText(this.#page, selector, format));
  }

  getAttribute(selector: string, attribute: string): Answer<string | null> {
    return answer(() => getAttribute(this.#page, selector, attribute));
  }

  isVisible(selector: string): Answer<boolean> {
    return answer(() => isShown(this.#page, selector));
  }

  /** `name` is for `giveUp`. */
  waitFor(options: WaitOptions, name = ''): Promise<Answer<WaitResult>> {
    return answerLater(async () => {
      const controller = new AbortController();
      this.#waits.set(name, controller);
      try {
        return await waitFor(this.#page, { ...options, signal: controller.signal });
      } finally {
        this.#waits.delete(name);
      }
    });
  }

  /** Ends a wait that nobody is interested in any more. */
  giveUp(name: string): Answer<void> {
    return answer(() => this.#waits.get(name)?.abort());
  }

  /** Begins to listen for a drop in the document of an element. */
  expectDrop(selector: string): Answer<void> {
    return answer(() => {
      this.#hasDropped = false;
      const onDrop = () => {
        this.#hasDropped = true;
      };
      viewOf(this.#locate(selector)).addEventListener('drop', onDrop, { capture: true, once: true });
    });
  }

  /** Whether the page has let something be dropped since. */
  hasDropped(): Answer<boolean> {
    return answer(() => this.#hasDropped);
  }

  /** The file input that an element is, labels or contains; null where there is none. */
  fileInput(selector: string): Answer<(Subject & { multiple: boolean }) | null> {
    return answer(() => {
      const input = fileInputOf(this.#locate(selector));
      if (!input) return null;
      assertEnabled(input);
      return { ...subjectOf(this.#page, input), multiple: input.multiple };
    });
  }

  #differs(before: readonly string[], ref: string): boolean {
    const memory = new SnapshotMemory();
    takeSnapshot(this.#page.document, this.#page.refs, { header: false }, memory);
    const others = (lines: readonly string[] = []) => lines.filter((line) => !line.includes(`[ref=${ref.slice(1)}]`));
    return tellChanges(others(before), others(memory.last({})), 0) !== '';
  }

  #locate(selector: string): Element {
    return locate(this.#page.document, this.#page.refs, selector);
  }
}

function answer<T>(run: () => T): Answer<T> {
  try {
    return { ok: true, value: run() };
  } catch (thrown) {
    return { ok: false, error: BtcpError.from(thrown).toJSON() };
  }
}

async function answerLater<T>(run: () => Promise<T>): Promise<Answer<T>> {
  try {
    return { ok: true, value: await run() };
  } catch (thrown) {
    return { ok: false, error: BtcpError.from(thrown).toJSON() };
  }
}
