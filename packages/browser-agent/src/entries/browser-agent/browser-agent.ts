import {
  type AnswerTo,
  type BoxAnswer,
  BtcpError,
  type Choice,
  type FindAnswer,
  type NavigationAnswer,
  type PageAction,
  type PageCommand,
  type PageCommands,
  type PageReply,
  type ParametersOf,
  type ScreenshotAnswer,
  type ScrollAnswer,
  type Snapshot,
  type SnapshotOptions,
  type TextFormat,
  type UploadFile,
  within,
} from '@btcp/protocol';
import type { DropSide } from '../../acting/actionability/edge-of.js';
import { boxOf } from '../../acting/actions/box.js';
import { setChecked } from '../../acting/actions/check.js';
import { type ClickOptions, click } from '../../acting/actions/click.js';
import { drag } from '../../acting/actions/drag.js';
import { fill } from '../../acting/actions/fill.js';
import { focus, hover } from '../../acting/actions/point.js';
import { press } from '../../acting/actions/press.js';
import { getAttribute, getText, isShown } from '../../acting/actions/read.js';
import { type ScrollOptions, scroll } from '../../acting/actions/scroll.js';
import { select } from '../../acting/actions/select.js';
import { type TypeOptions, type } from '../../acting/actions/type.js';
import { upload } from '../../acting/actions/upload.js';
import { evaluateInPage } from '../../acting/evaluate/evaluate.js';
import { type Json, serialise } from '../../acting/evaluate/serialise.js';
import { type NavigationOptions, navigate, reload, traverse } from '../../acting/navigation/navigation.js';
import { type ScreenshotOptions, takeScreenshot } from '../../acting/picture/screenshot.js';
import { Reading } from '../../reading/aria/reading.js';
import { mention } from '../../reading/refs/element-info.js';
import { findElements } from '../../reading/snapshot/find-elements.js';
import { takeSnapshot } from '../../reading/snapshot/take-snapshot.js';
import type { WaitOptions } from '../../watching/wait/conditions.js';
import { type WaitResult, waitFor } from '../../watching/wait/wait-for.js';
import { type Description, describeActions } from './describe-actions.js';
import { type BrowserAgentConfig, DrivenPage } from './driven-page.js';
import { type Command, execute, executeJson } from './execute.js';
import { type ActionResult, type DragResult, type PressResult, type UploadResult, withLabel } from './results.js';

const SCRIPT_TIMEOUT_MS = 15_000;

/**
 * Reads and drives one page from inside it, or a same-origin frame from its parent.
 *
 * @example
 * const agent = new BrowserAgent();
 * const { tree } = await agent.snapshot();
 * await agent.fill('@e3', 'ada@example.com');
 * await agent.press('Enter', '@e3');
 */
export class BrowserAgent implements PageCommands {
  readonly #page: DrivenPage;

  constructor(config?: BrowserAgentConfig) {
    this.#page = new DrivenPage(config);
  }

  launch(): Promise<void> {
    return this.#page.launch();
  }

  /** Waits for the running action and leaves the page as it is; later calls fail until `launch`. */
  close(): Promise<void> {
    return this.#page.close();
  }

  snapshot(options?: SnapshotOptions): Promise<Snapshot> {
    return this.#page.read(({ document, refs }) => {
      const { slots: _, ...snapshot } = takeSnapshot(document, refs, options, this.#page.memory);
      return snapshot;
    });
  }

  find(wanted: ParametersOf<'find'>): Promise<FindAnswer> {
    return this.#page.read(({ document, refs }) => findElements(document, refs, wanted, this.#page.memory.traces));
  }

  click(selector: string, options?: ClickOptions): Promise<ActionResult> {
    return this.#page.act(async (target) => withLabel(await click(target, selector, options)));
  }

  dblclick(selector: string): Promise<ActionResult> {
    return this.#page.act(async (target) => withLabel(await click(target, selector, { count: 2 })));
  }

  hover(selector: string): Promise<ActionResult> {
    return this.#page.act(async (target) => withLabel(await hover(target, selector)));
  }

  focus(selector: string): Promise<ActionResult> {
    return this.#page.act(async (target) => withLabel(await focus(target, selector)));
  }

  type(selector: string, text: string, options?: TypeOptions): Promise<ActionResult> {
    return this.#page.act(async (target) => withLabel(await type(target, selector, text, options)));
  }

  fill(selector: string, value: string): Promise<ActionResult> {
    return this.#page.act(async (target) => withLabel(await fill(target, selector, value)));
  }

  select(selector: string, choice: Choice | readonly Choice[]): Promise<ActionResult> {
    return this.#page.act(async (target) => withLabel(await select(target, selector, choice)));
  }

  check(selector: string): Promise<ActionResult> {
    return this.#page.act(async (target) => withLabel(await setChecked(target, selector, true)));
  }

  uncheck(selector: string): Promise<ActionResult> {
    return this.#page.act(async (target) => withLabel(await setChecked(target, selector, false)));
  }

  press(key: string, selector?: string): Promise<PressResult> {
    return this.#page.act(async (target) => withLabel(await press(target, key, selector)));
  }

  scroll(options?: ScrollOptions): Promise<ScrollAnswer> {
    return this.#page.act((target) => scroll(target, options));
  }

  drag(selector: string, to: string, options: { position?: DropSide | undefined } = {}): Promise<DragResult> {
    return this.#page.act(async (target) => withLabel(await drag(target, selector, to, options.position)));
  }

  upload(selector: string, files: readonly UploadFile[]): Promise<UploadResult> {
    return this.#page.act(async (target) => withLabel(await upload(target, selector, files)));
  }

  getText(selector: string, format?: TextFormat): Promise<string> {
    return this.#page.read((target) => getText(target, selector, format).text);
  }

  getAttribute(selector: string, attribute: string): Promise<string | null> {
    return this.#page.read((target) => getAttribute(target, selector, attribute));
  }

  isVisible(selector: string): Promise<boolean> {
    return this.#page.read((target) => isShown(target, selector));
  }

  box(selector: string): Promise<BoxAnswer> {
    return this.#page.read((target) => boxOf(target, selector));
  }

  getUrl(): Promise<string> {
    return this.#page.read(({ document }) => document.URL);
  }

  getTitle(): Promise<string> {
    return this.#page.read(({ document }) => document.title);
  }

  /** Waits for an element (`waitFor('#done', { state: 'hidden' })`) or conditions (`waitFor({ text: 'Saved' })`). */
  waitFor(selector: string | WaitOptions, options: WaitOptions = {}): Promise<WaitResult> {
    return this.#page.read((target) =>
      waitFor(target, typeof selector === 'string' ? { ...options, selector } : selector),
    );
  }

  /** Runs code in the page and returns a JSON copy of the result. */
  evaluate<T = Json | undefined>(script: string, options: { timeout?: number | undefined } = {}): Promise<T> {
    return this.#page.act(async (target) => {
      const { timeout = SCRIPT_TIMEOUT_MS } = options;
      const value = await within(evaluateInPage(target.document, script), timeout, () => {
        const hint = 'Allow more time with timeout.';
        throw new BtcpError('timeout', `The script did not finish within ${timeout} ms.`, { hint });
      });
      const reading = new Reading(target.document);
      return serialise(value, { element: (element) => mention(target.refs, element, reading) }) as T;
    });
  }

  screenshot(options?: ScreenshotOptions): Promise<ScreenshotAnswer> {
    return this.#page.read((target) => takeScreenshot(target, options));
  }

  /** Opens a URL; in the agent's own window, resolves with `leaving` as soon as the browser begins to leave. */
  navigate(url: string, options?: NavigationOptions): Promise<NavigationAnswer> {
    return this.#page.act((target) => navigate(target, url, options));
  }

  back(options?: NavigationOptions): Promise<NavigationAnswer> {
    return this.#page.act((target) => traverse(target, 'back', options));
  }

  forward(options?: NavigationOptions): Promise<NavigationAnswer> {
    return this.#page.act((target) => traverse(target, 'forward', options));
  }

  reload(options?: NavigationOptions): Promise<NavigationAnswer> {
    return this.#page.act((target) => reload(target, options));
  }

  /** Describes the commands for a model; with a name, describes that command in detail. */
  describe(action?: string): Description {
    return describeActions(action);
  }

  /** Runs a command by name; the reply holds its answer or its error. */
  execute<Action extends PageAction>(
    command: PageCommand<Action> & { id?: string | number },
  ): Promise<PageReply<AnswerTo<Action>>>;
  execute(command: Command): Promise<PageReply>;
  execute(command: Command): Promise<PageReply> {
    return execute(this, this.#page, command);
  }

  executeJSON(json: string): Promise<string> {
    return executeJson(this, this.#page, json);
  }
}
