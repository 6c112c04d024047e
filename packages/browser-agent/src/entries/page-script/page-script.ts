import { BtcpError, type ReadAction } from '@btcp/protocol';
import { assertEnabled } from '../../acting/actionability/assert-actionable.js';
import { whenActionable } from '../../acting/actionability/when-actionable.js';
import { fill } from '../../acting/actions/fill.js';
import { focusForKeys } from '../../acting/actions/press.js';
import { leftToScroll, scroll } from '../../acting/actions/scroll.js';
import { select } from '../../acting/actions/select.js';
import { prepareCaret, readTyped, selectAll, takeFocus } from '../../acting/actions/type.js';
import { fileInputOf } from '../../acting/actions/upload.js';
import { assertOrigin } from '../../acting/fields/assert-origin.js';
import { resultOf } from '../../acting/fields/field-state.js';
import { fieldOf } from '../../acting/fields/fields.js';
import { rememberValue } from '../../acting/keyboard/commit.js';
import { releaseLocks } from '../../acting/keyboard/escape.js';
import { focused } from '../../acting/keyboard/press-key.js';
import { createPage, type Page } from '../../acting/page/page.js';
import { SecretCovers } from '../../acting/picture/secret-covers.js';
import { deepElementFromPoint } from '../../dom/flat-tree.js';
import { adoptClosedRoot, adoptRootsAround, isElement, titleOf } from '../../dom/nodes.js';
import { isTag, viewOf } from '../../dom/tags.js';
import { inspect } from '../../reading/aria/inspect.js';
import { Reading } from '../../reading/aria/reading.js';
import { passwordsIn } from '../../reading/aria/secret-fields.js';
import { infoOf } from '../../reading/refs/element-info.js';
import { KnownRefs, withoutNewRefs } from '../../reading/refs/known-refs.js';
import { locate } from '../../reading/refs/locate.js';
import { placeOf } from '../../reading/refs/place-of.js';
import { RefTable } from '../../reading/refs/refs.js';
import { findElements } from '../../reading/snapshot/find-elements.js';
import { SnapshotMemory } from '../../reading/snapshot/snapshot-memory.js';
import { takeSnapshot } from '../../reading/snapshot/take-snapshot.js';
import { rememberClickable } from '../../reading/tree/clickable.js';
import { PossibleShadowHosts } from '../../reading/tree/possible-shadow-hosts.js';
import { readTree } from '../../reading/tree/read-tree.js';
import { waitFor } from '../../watching/wait/wait-for.js';
import { isReading, read } from '../reading/reading-commands.js';
import { Clicks } from './clicks.js';
import type {
  Outcome,
  PageState,
  ScriptAction,
  ScriptAnswer,
  ScriptCommand,
  ScriptParameters,
  ScriptReply,
} from './commands.js';
import { Watcher } from './watcher.js';

type Handlers = {
  [Action in Exclude<ScriptAction, ReadAction>]: (
    parameters: ScriptParameters<Action>,
  ) => ScriptAnswer<Action> | Promise<ScriptAnswer<Action>>;
};

/** Answers an engine inside a document, for as long as the document lives. */
export class PageScript {
  readonly #page: Page;
  readonly #memory = new SnapshotMemory();
  readonly #shadowHosts = new PossibleShadowHosts();
  readonly #secretCovers = new SecretCovers();
  readonly #waits = new Map<string, AbortController>();
  readonly #watcher: Watcher;
  readonly #clicks: Clicks;
  #hasDropped = false;

  constructor(document: Document) {
    const refs = new RefTable();
    refs.heirs = () => this.#memory.traces.inherit(refs);
    this.#page = createPage(document, refs);
    this.#watcher = new Watcher(this.#page, this.#memory, this.#shadowHosts);
    this.#clicks = new Clicks(this.#page, this.#watcher);
  }

  /** Replies in JSON, because one string leaves the page faster than thousands of refs. */
  async call<Action extends ScriptAction>(command: ScriptCommand<Action>, withState = false): Promise<string> {
    const outcome = await this.#outcome(command);
    const reply: ScriptReply = {
      ...outcome,
      ...(withState ? { state: this.#state() } : {}),
      refsGiven: this.#page.refs.given,
      possibleShadowHosts: this.#shadowHosts.count,
    };
    return JSON.stringify(reply);
  }

  run<Action extends ScriptAction>(
    command: ScriptCommand<Action>,
  ): ScriptAnswer<Action> | Promise<ScriptAnswer<Action>> {
    const { action, ...parameters } = command;
    if (isReading(action)) return read(this.#page, action, parameters as never) as ScriptAnswer<Action>;
    const handler: (given: never) => unknown = this.#handlers[action as keyof Handlers];
    return handler(parameters as never) as ScriptAnswer<Action>;
  }

  /** Whether a window still shows this document: the first, empty one of a frame may be replaced within its window. */
  isShownIn(window: Window): boolean {
    return window.document === this.#page.document;
  }

  element(selector: string): Element {
    return locate(this.#page.document, this.#page.refs, selector);
  }

  takePossibleShadowHosts(): Element[] {
    return this.#shadowHosts.take();
  }

  adoptClosedRoots(...roots: ShadowRoot[]): void {
    for (const root of roots) adoptClosedRoot(root);
  }

  /** Marks elements as clickable, because a debugger saw their listeners; returns how many are new. */
  rememberClickable(...listening: Node[]): number {
    // Documents and shadow roots listen for what is in them.
    const elements = listening.filter(isElement);
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
    glance: ({ maxSize }) => {
      const { document, refs } = this.#page;
      return withoutNewRefs(takeSnapshot(document, new KnownRefs(refs), { maxSize, header: false }));
    },
    find: (wanted) =>
      findElements(this.#page.document, this.#page.refs, wanted, this.#memory.traces, this.#shadowHosts),
    inspect: ({ selector }) => inspect(this.element(selector)),
    state: () => this.#state(),
    changes: ({ maxSize }) => this.#watcher.changes(maxSize) ?? null,
    undoSnapshot: () => this.#memory.takeBack(),
    findShadowHosts: () => {
      const { document } = this.#page;
      if (document.body) readTree(new Reading(document, true), document.body, undefined, this.#shadowHosts);
    },
    nameRefs: ({ prefix, document = 0, older = 0 }) => this.#page.refs.nameDocument(prefix, document, older),
    place: ({ selector }) => placeOf(this.#page.document, this.element(selector)) ?? null,

    target: ({ selector, ...needs }) => this.#clicks.target(this.element(selector), needs),
    pressed: () => this.#clicks.pressed(),
    prepareClick: ({ selector, isRetry = false }) => {
      if (!isRetry) this.#watcher.begin();
      return this.#clicks.prepare(this.element(selector), isRetry);
    },
    finishAction: ({ maxSize }) => this.#clicks.finish(maxSize),
    focusForTyping: async ({ selector, clear, origin }) => {
      const field = fieldOf(this.element(selector));
      const { element, kind } = field;
      assertOrigin(element, origin);
      const info = infoOf(this.#page.refs, element);
      await whenActionable(this.#page, element, { editable: true });
      takeFocus(field);
      rememberValue(element);
      if (clear) selectAll(field);
      else prepareCaret(field, false);
      return { ...info, kind };
    },
    focusForKeys: ({ selector }) => infoOf(this.#page.refs, focusForKeys(this.#page, selector)),
    focused: () => infoOf(this.#page.refs, focused(this.#page)),
    elementAt: ({ x, y }) => {
      const { document, refs } = this.#page;
      return infoOf(refs, deepElementFromPoint(document, x, y) ?? document.documentElement);
    },
    releaseLocks: () => releaseLocks(this.#page.document),
    fill: ({ selector, value, origin }) => this.#watcher.rendering(fill(this.#page, selector, value, origin)),
    select: ({ selector, values }) => this.#watcher.rendering(select(this.#page, selector, values)),
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

    watch: () => this.#watcher.begin(),
    rendered: () => this.#watcher.rendered(),
    changed: ({ ref, milliseconds }) => this.#watcher.changed(ref, milliseconds),
    reaction: ({ milliseconds }) => this.#watcher.reaction(milliseconds),
    observe: ({ maxSize, end }) => {
      const observed = this.#watcher.observe(maxSize);
      if (end) this.#watcher.end();
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
}
