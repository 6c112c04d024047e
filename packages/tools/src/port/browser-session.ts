import type {
  ElementInfo,
  ElementPlace,
  FieldState,
  FindAnswer,
  PageChanges,
  ParametersOf,
  SavedDatabase,
  Snapshot,
  SnapshotOptions,
} from '@btcp/protocol';
import type { LiveBrowser } from './live-browser.js';

/** Where the agent is, told after every call. */
export interface PageInfo {
  url: string;
  title: string;
  /** The HTTP status of the document; null where there was no HTTP answer. */
  status: number | null;
  /** The id of the tab, stable for its lifetime. */
  tab: string;
  loading: boolean;
  /** The dialog that blocks the page, if one is open. */
  dialog?: Dialog;
  /** True while the session is cut off the network. */
  offline?: boolean;
  /** True when a crash or a kill was mended by opening the last address again. */
  restored?: boolean;
  /** Why there is no page at this address: the browser shows an error page of its own. */
  failure?: string;
}

/** What a call that touches the page resolves with: its value, and the page as the call left it. */
export interface Answer<T> {
  value: T;
  page: PageInfo;
  /** What the fields of the page hold that nobody may read, where the value could quote it. */
  secrets: string[];
}

/** An alert, confirm or prompt that waits for an answer. */
export interface Dialog {
  type: 'alert' | 'confirm' | 'prompt' | 'beforeunload';
  message: string;
  /** What a prompt offers. */
  defaultText?: string;
}

/** A tab, with an id that stays. */
export interface TabInfo {
  id: string;
  url: string;
  title: string;
  active: boolean;
}

/** Who ran a script or sent a request. */
export interface ScriptContext {
  context: 'page' | 'worker' | 'service worker';
  /** The tab that it belongs to; a service worker belongs to none. */
  tab?: string;
}

/** A line of the console. */
export interface ConsoleEntry extends ScriptContext {
  /** As the page called it: log, warning, error, info, debug, … */
  type: string;
  /** Whole, however long: what a reader is shown is cut when it is shown. */
  text: string;
  /** Milliseconds since 1970. */
  time: number;
  url?: string;
  line?: number;
}

/** A request, and what became of it. */
export interface NetworkEntry extends ScriptContext {
  url: string;
  method: string;
  /** document, script, fetch, image, … */
  type: string;
  /** Milliseconds since 1970. */
  time: number;
  status?: number;
  contentType?: string;
  source?: 'network' | 'service worker' | 'disk cache' | 'memory cache' | 'prefetch cache';
  /** Milliseconds until the answer began. */
  responseTime?: number;
  /** Milliseconds until all was there. */
  duration?: number;
  /** Bytes on the wire. */
  size?: number;
  /** Why it failed. */
  failure?: string;
  /** How a WebSocket is, and how many messages went through it. */
  socket?: { state: 'connecting' | 'open' | 'closed'; sent: number; received: number };
}

/** What was captured, oldest first, and how much more there was than could be kept. */
export interface Captured<T> {
  entries: T[];
  dropped: number;
}

/** The element that an action was done to, and its state now. */
export interface ActedElement extends ElementInfo, FieldState, Partial<ElementPlace> {
  /** What the caller should know: the page changed the value, nothing moved, … */
  note?: string;
}

/** A file that has begun to come; where it is and how large is known once it is whole. */
export interface StartedDownload {
  url: string;
  name: string;
  path?: string;
  size?: number;
  /** Why no file comes. */
  failure?: string;
}

/** A request that came to nothing. */
export interface FailedRequest {
  method: string;
  url: string;
  status?: number;
  failure?: string;
}

/** What an action has set off. */
export interface ActionEffects {
  /** Milliseconds that the page was watched for. */
  waited: number;
  /** Where the tab went. */
  navigated?: string;
  dialog?: Dialog;
  openedTabs?: TabInfo[];
  downloads?: StartedDownload[];
  /** The page asks for files. */
  fileChooser?: { multiple: boolean };
  /** Where the focus went, unless to what was acted on. */
  focus?: ElementInfo;
  /** What alerts, toasts and other live regions said, even if it has gone again. */
  announcements?: string[];
  /** How the page differs from what was last read of it, if it was read. */
  changes?: PageChanges[];
  consoleErrors?: string[];
  failedRequests?: FailedRequest[];
}

/** What an action touched, and what came of it. */
export interface ActionOutcome {
  acted: ActedElement;
  effects: ActionEffects;
}

/** What to click, how, and how long to watch for what comes of it. */
export interface ClickInput {
  selector: string;
  button?: 'left' | 'middle' | 'right' | undefined;
  count?: number | undefined;
  modifiers?: readonly ('Alt' | 'Control' | 'Meta' | 'Shift')[] | undefined;
  /** Milliseconds to wait for the element to appear; it must be there when left out. */
  wait?: number | undefined;
}

/** What to type, into which field, and how. */
export interface TypeInput {
  selector: string;
  text: string;
  /** Replace what the field holds. */
  clear?: boolean | undefined;
  /** Milliseconds between keys. */
  delay?: number | undefined;
  /** Press Enter at the end. */
  submit?: boolean | undefined;
  /** Fails unless the document that holds the field is of this origin. */
  origin?: string | undefined;
  wait?: number | undefined;
}

/** What to drag, and onto what. */
export interface DragInput {
  selector: string;
  /** What it is dropped on. */
  to: string;
}

/** Which files to give to which input. */
export interface UploadInput {
  /** A file input, its label, or a button that asks for files. */
  selector: string;
  paths: readonly string[];
}

/** What to scroll, where to and how far. */
export interface ScrollInput {
  selector?: string | undefined;
  direction?: 'up' | 'down' | 'left' | 'right' | undefined;
  /** Pixels. */
  amount?: number | undefined;
}

/** What was scrolled, how far, and how much is left each way. */
export interface Scrolled {
  scrolled: string;
  moved: { x: number; y: number };
  remaining: { up: number; down: number; left: number; right: number };
  note?: string;
  /** How the page differs from what was last read of it. */
  changes?: PageChanges[];
}

/** What to find, and how many at most. */
export type FindInput = ParametersOf<'find'>;

/** What a search found, and how many more there are. */
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
  /** Texts that no field in the picture may show. */
  hide?: readonly string[] | undefined;
}

/** A picture that a model can look at. */
export interface Image {
  /** Base64. */
  data: string;
  mimeType: string;
}

/** A picture, and its size in pixels. */
export interface Picture extends Image {
  width: number;
  height: number;
}

/** A file of the session that a caller can have. */
export interface KeptFile {
  path: string;
  name: string;
  mimeType: string;
  /** Bytes. */
  size: number;
}

/** A file that a page gave out instead of a page. */
export interface Download {
  url: string;
  /** As the server called it. */
  name: string;
  path: string;
  size: number;
}

/** What makes a browser the one that somebody has worked in: who it is signed in as, and where it is. */
export interface BrowserState {
  /** As Chrome tells them. */
  cookies: Record<string, unknown>[];
  /** What pages keep, by their origin. */
  storage: SavedOrigin[];
  tabs: SavedTab[];
}

/** What the pages of an origin keep. */
export interface SavedOrigin {
  origin: string;
  local: Record<string, string>;
  /** None where it is from a time when they were not saved. */
  databases?: SavedDatabase[] | undefined;
  /** What could not be saved, in words. */
  leftOut?: string[] | undefined;
}

/** An open tab, with what its pages keep for as long as it is open. */
export interface SavedTab {
  url: string;
  session: { origin: string; items: Record<string, string> }[];
  active: boolean;
}

/** What every call that may take a while is given. */
export interface CallOptions {
  /** Aborted when the caller gives up: the call then ends at once, and does no more to the page. */
  signal: AbortSignal;
}

/** When a page counts as loaded. */
export type WaitUntil = 'load' | 'domcontentloaded' | 'networkidle';

/** What to wait for after going somewhere, and how long. */
export interface NavigateOptions extends CallOptions {
  waitUntil: WaitUntil;
  /** In milliseconds. */
  timeout: number;
}

/** Where a value may be put: a secret only into its own origin. */
export interface FillOptions extends CallOptions {
  /** Where the document that holds the field must come from. */
  origin?: string | undefined;
}

/** Whether to wait for a promise, and how long. */
export interface EvaluateOptions extends CallOptions {
  awaitPromise: boolean;
  /** In milliseconds. */
  timeout: number;
}

/**
 * One browser of one conversation: the port between tools and engines.
 * It belongs to the tools: a method is added when a tool needs it, and every engine then implements it.
 */
export interface BrowserSession {
  /** False once the browser has died or was closed; the next call then gets a new one. */
  readonly alive: boolean;
  /** The address to open again in a new browser, when this one has died. */
  readonly lastUrl: string;
  /** For people who watch and drive, where the engine can show itself. */
  readonly live?: LiveBrowser;
  page(): Promise<PageInfo>;
  /** Resolves with the download where the address gave a file; the page stays as it was then. */
  navigate(url: string, options: NavigateOptions): Promise<Answer<Download | undefined>>;
  back(options: NavigateOptions): Promise<Answer<void>>;
  forward(options: NavigateOptions): Promise<Answer<void>>;
  reload(options: NavigateOptions): Promise<Answer<void>>;
  tabs(): Promise<Answer<TabInfo[]>>;
  /** Opens an empty tab and works in it from then on. */
  openTab(): Promise<Answer<void>>;
  selectTab(id: string): Promise<Answer<void>>;
  closeTab(id: string): Promise<Answer<void>>;
  resize(size: { width: number; height: number }): Promise<Answer<void>>;
  /** Answers the open dialog, and tells what it was and what the page did then. */
  answerDialog(
    accept: boolean,
    text: string | undefined,
    options: CallOptions,
  ): Promise<Answer<{ dialog: Dialog; effects: ActionEffects }>>;
  snapshot(options: SnapshotOptions & CallOptions): Promise<Answer<Snapshot>>;
  /** Finds elements by their text, role or name. */
  find(input: FindInput, options: CallOptions): Promise<Answer<Found>>;
  click(input: ClickInput, options: CallOptions): Promise<Answer<ActionOutcome>>;
  hover(selector: string, options: CallOptions): Promise<Answer<ActionOutcome>>;
  /** Real keys, one by one. */
  type(input: TypeInput, options: CallOptions): Promise<Answer<ActionOutcome>>;
  /** Sets the value at once. With an origin it fails unless the document that holds the field is of that origin. */
  fill(selector: string, value: string, options: FillOptions): Promise<Answer<ActionOutcome>>;
  /** Chooses options by value or label. */
  select(selector: string, choices: readonly string[], options: CallOptions): Promise<Answer<ActionOutcome>>;
  press(key: string, selector: string | undefined, options: CallOptions): Promise<Answer<ActionOutcome>>;
  drag(input: DragInput, options: CallOptions): Promise<Answer<ActionOutcome>>;
  upload(input: UploadInput, options: CallOptions): Promise<Answer<ActionOutcome>>;
  scroll(input: ScrollInput, options: CallOptions): Promise<Answer<Scrolled>>;
  /** The visible text as it is, or as Markdown. */
  getText(selector: string, format: TextFormat, options: CallOptions): Promise<Answer<string>>;
  getAttribute(selector: string, attribute: string, options: CallOptions): Promise<Answer<string | null>>;
  isVisible(selector: string, options: CallOptions): Promise<Answer<boolean>>;
  /** Resolves with the milliseconds it took. */
  waitFor(input: WaitInput, options: CallOptions): Promise<Answer<number>>;
  /** How the page differs from what was last read of it, for engines that can tell. */
  changes?(options: CallOptions): Promise<Answer<PageChanges[]>>;
  /** Resolves with the value as JSON where it has any, otherwise as DevTools would write it. */
  evaluate(script: string, options: EvaluateOptions): Promise<Answer<string>>;
  /** `full` as it is on screen, `forModel` small enough for a model. */
  screenshot(input: ScreenshotInput, options: CallOptions): Promise<Answer<{ full: Picture; forModel: Picture }>>;
  consoleLogs(): Promise<Answer<Captured<ConsoleEntry>>>;
  /** Tells how many entries it has discarded. */
  clearConsoleLogs(): Promise<number>;
  networkRequests(): Promise<Answer<Captured<NetworkEntry>>>;
  clearNetworkRequests(): Promise<number>;
  /** Cuts everything of the session off the network, or connects it again. What is cached can still be had. */
  setOffline(offline: boolean): Promise<Answer<void>>;
  /** A picture of a file, small enough for a model; only from the folders that the session may read. */
  readImage(path: string): Promise<Picture>;
  /** What the fields of the page hold that nobody may read: an error that quotes the page comes without it. */
  secrets(): Promise<string[]>;
  /** Keeps data as a file of this session, and tells its path. */
  saveFile(name: string, data: string | Uint8Array): Promise<string>;
  /** What can be brought back into another browser, where the engine can tell it. */
  saveState?(): Promise<BrowserState>;
  /** Replaces cookies and storage by those of the state, and opens its tabs. */
  restoreState?(state: BrowserState): Promise<void>;
  close(): Promise<void>;
}

/** Starts browsers. Chrome is one engine; a page that a person has open is another. */
export interface BrowserEngine {
  /** `restore` is the address that a browser of the conversation was at when it died. */
  open(conversationId: string, restore?: string): Promise<BrowserSession>;
  /** Ends everything that the engine has started. */
  close(): Promise<void>;
}
