import type {
  AnswerTo,
  ElementInfo,
  ElementPlace,
  FieldState,
  FindAnswer,
  PageChanges,
  PageCommand,
  ParametersOf,
  ReadAction,
  SavedDatabase,
  Snapshot,
  SnapshotOptions,
} from '@btcp/protocol';
import type { AuditCommand, AuditReport } from './audits.js';
import type { EmulationInput } from './emulation.js';
import type { ClipboardInput, DropInput, HoldKeyInput, PointerInput, TouchInput } from './hands.js';
import type { LiveBrowser } from './live-browser.js';
import type {
  HarCommand,
  HarOutcome,
  NetworkConditions,
  OriginHeaders,
  RequestDetails,
  RouteCommand,
  RouteInfo,
} from './network.js';
import type { CompareInput, PdfInput, PictureDifference, VideoCommand, VideoReport } from './pictures.js';
import type { Cookie, CookieCommand, StateFile, StateFileInput, StorageCommand, StorageContent } from './storage.js';

/** The page that the browser shows, part of every result. */
export interface PageInfo {
  url: string;
  title: string;
  /** The HTTP status; null where the document did not come over HTTP. */
  status: number | null;
  tab: string;
  loading: boolean;
  dialog?: Dialog;
  offline?: boolean;
  /** What the browser pretends to be, in words. */
  emulated?: string[];
  /** What the network is made to do, in words. */
  network?: string[];
  /** True when the last address was opened again after a crash. */
  restored?: boolean;
  /** Why the address could not be opened. */
  failure?: string;
}

/** What a call that touches the page resolves with: its value, and the page as the call left it. */
export interface Answer<T> {
  value: T;
  page: PageInfo;
  /** The secrets in fields of the page, to be masked in value and page. */
  secrets: string[];
}

/** An alert, confirm or prompt that waits for an answer. */
export interface Dialog {
  type: 'alert' | 'confirm' | 'prompt' | 'beforeunload';
  message: string;
  defaultText?: string;
}

/** A tab of the browser. */
export interface TabInfo {
  id: string;
  url: string;
  title: string;
  active: boolean;
  /** A person opened it, in a browser of theirs: it can be selected, and not closed. */
  isPersons?: boolean;
}

/** What ran a script or sent a request. */
export interface ScriptContext {
  context: 'page' | 'worker' | 'service worker';
  tab?: string;
}

/** A line of the console. */
export interface ConsoleEntry extends ScriptContext {
  /** As the page called it: log, warning, error, info, debug, … */
  type: string;
  /** Never cut here: results cut it when they show it. */
  text: string;
  /** Each argument, where there were several. */
  args?: string[];
  time: number;
  url?: string;
  line?: number;
  /** `src/cart.ts:12:5`, where the script has a source map. */
  source?: string;
}

/** A request and its outcome. */
export interface NetworkEntry extends ScriptContext {
  /** Names the request in `networkRequest`. */
  id?: number;
  url: string;
  method: string;
  type: string;
  time: number;
  status?: number;
  contentType?: string;
  source?: 'network' | 'service worker' | 'disk cache' | 'memory cache' | 'prefetch cache';
  /** Milliseconds until the response began. */
  responseTime?: number;
  /** Milliseconds until the response was complete. */
  duration?: number;
  /** Bytes on the wire. */
  size?: number;
  failure?: string;
  socket?: { state: 'connecting' | 'open' | 'closed'; sent: number; received: number };
}

/** Captured entries, oldest first, and the number of older ones that were dropped. */
export interface Captured<T> {
  entries: T[];
  dropped: number;
}

/** The element that an action was done to, and its state now. */
export interface ActedElement extends ElementInfo, FieldState, Partial<ElementPlace> {
  note?: string;
}

/** A download that has started; path and size are known once it is complete. */
export interface StartedDownload {
  url: string;
  name: string;
  path?: string;
  size?: number;
  /** Why no file comes. */
  failure?: string;
}

/** A request that failed. */
export interface FailedRequest {
  method: string;
  url: string;
  status?: number;
  failure?: string;
}

/** What an action set off. */
export interface ActionEffects {
  waited: number;
  navigated?: string;
  dialog?: Dialog;
  openedTabs?: TabInfo[];
  downloads?: StartedDownload[];
  fileChooser?: { multiple: boolean };
  /** The element that got the focus, unless it is the one acted on. */
  focus?: ElementInfo;
  /** Texts of alerts, toasts and other live regions, even if they are gone by now. */
  announcements?: string[];
  changes?: PageChanges[];
  consoleErrors?: string[];
  failedRequests?: FailedRequest[];
}

/** The element of an action and the effects. */
export interface ActionOutcome {
  acted: ActedElement;
  effects: ActionEffects;
}

/** What to click, and how. */
export interface ClickInput {
  selector: string;
  button?: 'left' | 'middle' | 'right' | undefined;
  count?: number | undefined;
  modifiers?: readonly ('Alt' | 'Control' | 'Meta' | 'Shift')[] | undefined;
  /** Milliseconds to wait for the element to appear. */
  wait?: number | undefined;
}

/** What to type, and into which field. */
export interface TypeInput {
  selector: string;
  text: string;
  clear?: boolean | undefined;
  delay?: number | undefined;
  submit?: boolean | undefined;
  /** Fails unless the document that holds the field is of this origin. */
  origin?: string | undefined;
  wait?: number | undefined;
}

/** What to drag, and where to. */
export interface DragInput {
  selector: string;
  to: string;
  /** On the middle of `to` by default. */
  position?: 'before' | 'after' | undefined;
}

/** Which files to give to which input. */
export interface UploadInput {
  /** A file input, its label, or a button that asks for files. */
  selector: string;
  paths: readonly string[];
}

/** What to scroll, and how far. */
export interface ScrollInput {
  selector?: string | undefined;
  direction?: 'up' | 'down' | 'left' | 'right' | undefined;
  amount?: number | undefined;
}

/** What was scrolled, how far, and how much is left in each direction. */
export interface Scrolled {
  scrolled: string;
  moved: { x: number; y: number };
  remaining: { up: number; down: number; left: number; right: number };
  note?: string;
  changes?: PageChanges[];
}

/** What to search for. */
export type FindInput = ParametersOf<'find'>;

/** The matches of a search, and the number of further ones. */
export type Found = Pick<FindAnswer, 'matches' | 'more'>;

/** What to wait for: an element, a text, an address, a load state, or a script that becomes true. */
export interface WaitInput {
  selector?: string | undefined;
  state?: 'attached' | 'detached' | 'visible' | 'hidden' | undefined;
  text?: string | undefined;
  textGone?: string | undefined;
  url?: string | undefined;
  function?: string | undefined;
  loadState?: WaitUntil | undefined;
  timeout: number;
}

/** As plain text, or as Markdown with links and tables. */
export type TextFormat = 'text' | 'markdown';

/** What to take a picture of. */
export interface ScreenshotInput {
  selector?: string | undefined;
  fullPage?: boolean | undefined;
  /** In pixels of the viewport. */
  region?: { x: number; y: number; width: number; height: number } | undefined;
  /** Draws the ref of each control on it. */
  marks?: boolean | undefined;
  format?: 'png' | 'jpeg' | 'webp' | undefined;
  quality?: number | undefined;
  /** Texts that no field in the picture may show. */
  hide?: readonly string[] | undefined;
}

/** A picture that a model can look at. */
export interface Image {
  data: string;
  mimeType: string;
}

/** An image and its size in pixels. */
export interface Picture extends Image {
  width: number;
  height: number;
}

/** A file of the session that a caller can have. */
export interface KeptFile {
  path: string;
  name: string;
  mimeType: string;
  size: number;
}

/** A file that an address returned instead of a page. */
export interface Download {
  url: string;
  name: string;
  path: string;
  size: number;
}

/** Cookies, storage and tabs of a browser. */
export interface BrowserState {
  cookies: Record<string, unknown>[];
  storage: SavedOrigin[];
  tabs: SavedTab[];
}

/** The storage of an origin. */
export interface SavedOrigin {
  origin: string;
  local: Record<string, string>;
  /** Missing in states that were saved before databases were. */
  databases?: SavedDatabase[] | undefined;
  /** Reports of what could not be saved. */
  leftOut?: string[] | undefined;
}

/** An open tab with its session storage. */
export interface SavedTab {
  url: string;
  session: { origin: string; items: Record<string, string> }[];
  active: boolean;
}

/** Options of every call that may take a while. */
export interface CallOptions {
  /** Aborted when the caller gives up; the call then does nothing more to the page. */
  signal: AbortSignal;
}

/** When a page counts as loaded. */
export type WaitUntil = 'load' | 'domcontentloaded' | 'networkidle';

/** When a navigation counts as done, and its time limit. */
export interface NavigateOptions extends CallOptions {
  waitUntil: WaitUntil;
  timeout: number;
}

/** `origin` is the only one whose documents may get the value. */
export interface FillOptions extends CallOptions {
  origin?: string | undefined;
}

/** Whether to wait for a promise, and how long. */
export interface EvaluateOptions extends CallOptions {
  awaitPromise: boolean;
  timeout: number;
}

/** One browser of one conversation: the port between tools, which own it, and engines, which implement it. */
export interface BrowserSession {
  /** False once the browser has died or was closed; the next call then gets a new one. */
  readonly alive: boolean;
  /** The address that a new browser opens after this one died. */
  readonly lastUrl: string;
  /** The name of its profile, where that outlives the browser. */
  readonly profile?: string | undefined;
  readonly live?: LiveBrowser;
  page(): Promise<PageInfo>;
  /** Resolves with a download where the address returned a file; the page then stays. */
  navigate(url: string, options: NavigateOptions): Promise<Answer<Download | undefined>>;
  back(options: NavigateOptions): Promise<Answer<void>>;
  forward(options: NavigateOptions): Promise<Answer<void>>;
  reload(options: NavigateOptions): Promise<Answer<void>>;
  tabs(): Promise<Answer<TabInfo[]>>;
  openTab(): Promise<Answer<void>>;
  selectTab(id: string): Promise<Answer<void>>;
  closeTab(id: string): Promise<Answer<void>>;
  resize(size: { width: number; height: number }, options: CallOptions): Promise<Answer<void>>;
  /** Answers the open dialog. */
  answerDialog(
    accept: boolean,
    text: string | undefined,
    options: CallOptions,
  ): Promise<Answer<{ dialog: Dialog; effects: ActionEffects }>>;
  snapshot(options: SnapshotOptions & CallOptions): Promise<Answer<Snapshot>>;
  find(input: FindInput, options: CallOptions): Promise<Answer<Found>>;
  click(input: ClickInput, options: CallOptions): Promise<Answer<ActionOutcome>>;
  hover(selector: string, options: CallOptions): Promise<Answer<ActionOutcome>>;
  type(input: TypeInput, options: CallOptions): Promise<Answer<ActionOutcome>>;
  /** Sets the value at once. With an origin it fails unless the document that holds the field is of that origin. */
  fill(selector: string, value: string, options: FillOptions): Promise<Answer<ActionOutcome>>;
  select(selector: string, choices: readonly string[], options: CallOptions): Promise<Answer<ActionOutcome>>;
  press(key: string, selector: string | undefined, options: CallOptions): Promise<Answer<ActionOutcome>>;
  drag(input: DragInput, options: CallOptions): Promise<Answer<ActionOutcome>>;
  upload(input: UploadInput, options: CallOptions): Promise<Answer<ActionOutcome>>;
  /** Checks or unchecks a box, radio or switch, and fails where the page keeps it as it was. */
  check?(selector: string, wanted: boolean, options: CallOptions): Promise<Answer<ActionOutcome>>;
  focus?(selector: string, options: CallOptions): Promise<Answer<ActionOutcome>>;
  pointer?(input: PointerInput, options: CallOptions): Promise<Answer<ActionOutcome>>;
  touch?(input: TouchInput, options: CallOptions): Promise<Answer<ActionOutcome>>;
  /** A key or button that is held stays so until it is released, or until the page is left. */
  holdKey?(input: HoldKeyInput, options: CallOptions): Promise<Answer<ActionOutcome>>;
  drop?(input: DropInput, options: CallOptions): Promise<Answer<ActionOutcome>>;
  clipboard?(input: ClipboardInput, options: CallOptions): Promise<Answer<string>>;
  scroll(input: ScrollInput, options: CallOptions): Promise<Answer<Scrolled>>;
  /** Answers any command of the page contract that only reads, so that a new one needs no method here. */
  ask<Action extends ReadAction>(command: PageCommand<Action>, options: CallOptions): Promise<Answer<AnswerTo<Action>>>;
  /** Resolves with the milliseconds it took. */
  waitFor(input: WaitInput, options: CallOptions): Promise<Answer<number>>;
  /** How the page differs from what was last read, for engines that know. */
  changes?(options: CallOptions): Promise<Answer<PageChanges[]>>;
  /** Resolves with the value as JSON, or as DevTools shows values that have no JSON. */
  evaluate(script: string, options: EvaluateOptions): Promise<Answer<string>>;
  /** `full` as it is on screen, `forModel` small enough for a model. */
  screenshot(
    input: ScreenshotInput,
    options: CallOptions,
  ): Promise<Answer<{ full: Picture; forModel: Picture; marks?: number }>>;
  pdf?(input: PdfInput, options: CallOptions): Promise<Answer<Uint8Array>>;
  comparePictures?(input: CompareInput, options: CallOptions): Promise<Answer<PictureDifference>>;
  /** Resolves with the film where it ends one. */
  video?(command: VideoCommand, options: CallOptions): Promise<Answer<VideoReport | undefined>>;
  consoleLogs(): Promise<Answer<Captured<ConsoleEntry>>>;
  clearConsoleLogs(): Promise<number>;
  networkRequests(): Promise<Answer<Captured<NetworkEntry>>>;
  clearNetworkRequests(): Promise<number>;
  networkRequest?(id: number, options: CallOptions): Promise<Answer<RequestDetails>>;
  /** Resolves with the rules as they are then. */
  routes?(command: RouteCommand, options: CallOptions): Promise<Answer<RouteInfo[]>>;
  setHeaders?(headers: OriginHeaders, options: CallOptions): Promise<Answer<void>>;
  /** Without conditions the network is as it is. */
  setConditions?(conditions: NetworkConditions | undefined, options: CallOptions): Promise<Answer<void>>;
  audit?(command: AuditCommand, options: CallOptions): Promise<Answer<AuditReport>>;
  har?(command: HarCommand, options: CallOptions): Promise<Answer<HarOutcome>>;
  /** Disconnects the session from the network, or connects it again; caches keep working. */
  setOffline(offline: boolean): Promise<Answer<void>>;
  /** A picture of a file, small enough for a model; only from the folders that the session may read. */
  readImage(path: string, options: CallOptions): Promise<Picture & { real?: { width: number; height: number } }>;
  /** Resolves with what is emulated then, and whether the page has to be loaded again to see all of it. */
  emulate?(input: EmulationInput, options: CallOptions): Promise<Answer<{ on: string[]; needsReload: boolean }>>;
  /** The cookies that the command is about. */
  cookies?(command: CookieCommand, options: CallOptions): Promise<Answer<Cookie[]>>;
  storage?(command: StorageCommand, options: CallOptions): Promise<Answer<StorageContent>>;
  /** Saves the state as a file of the session, or loads one from the folders that the session may read. */
  stateFile?(input: StateFileInput, options: CallOptions): Promise<Answer<StateFile>>;
  /** The secrets in fields of the page, for an error: errors come without an `Answer`. */
  secrets(): Promise<string[]>;
  /** Stores data as a file of this session and returns the path. */
  saveFile(name: string, data: string | Uint8Array): Promise<string>;
  /** Stores data at a path inside the folders of this session, where nothing is yet, and returns the whole path. */
  saveFileAs?(path: string, data: string | Uint8Array): Promise<string>;
  /** The state to restore in another browser. */
  saveState?(): Promise<BrowserState>;
  /** Replaces cookies and storage by those of the state, and opens its tabs. */
  restoreState?(state: BrowserState): Promise<void>;
  close(): Promise<void>;
}

/** Starts browsers. Chrome is one engine; a page that a person has open is another. */
export interface BrowserEngine {
  /** How many browsers it starts at a time; any number when left out. */
  readonly maxStarts?: number;
  /**
   * `restore` is the address that a browser of the conversation was at when it died; `keepsProfile` asks for the profile
   * that outlives its browsers, where the engine has one and nobody uses it.
   */
  open(conversationId: string, restore?: string, keepsProfile?: boolean): Promise<BrowserSession>;
  close(): Promise<void>;
}
