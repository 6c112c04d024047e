import type {
  AnswerTo,
  FindAnswer,
  PageChanges,
  PageCommand,
  ParametersOf,
  ReadAction,
  Snapshot,
  SnapshotOptions,
} from '@btcp/protocol';
import type {
  ActionEffects,
  ActionOutcome,
  ClickInput,
  Dialog,
  DragInput,
  Scrolled,
  ScrollInput,
  TabInfo,
  TypeInput,
  UploadInput,
} from './actions.js';
import type { AuditCommand, AuditReport } from './audits.js';
import type { EmulationInput } from './emulation.js';
import type { ClipboardInput, DropInput, HoldKeyInput, PointerInput, TouchInput } from './input.js';
import type { LiveBrowser } from './live-browser.js';
import type {
  Captured,
  ConsoleEntry,
  HarCommand,
  HarOutcome,
  NetworkConditions,
  NetworkEntry,
  OriginHeaders,
  RequestDetails,
  RouteCommand,
  RouteInfo,
} from './network.js';
import type {
  CompareInput,
  PdfInput,
  Picture,
  PictureDifference,
  ScreenshotInput,
  VideoCommand,
  VideoReport,
} from './pictures.js';
import type {
  BrowserState,
  Cookie,
  CookieCommand,
  StateChange,
  StateFile,
  StateFileInput,
  StorageCommand,
  StorageContent,
} from './storage.js';

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
  emulated?: string[];
  network?: string[];
  /** True when the last address was opened again after a crash. */
  restored?: boolean;
  failure?: string;
}

/** What a call that touches the page resolves with: its value, and the page as the call left it. */
export interface Answer<T> {
  value: T;
  page: PageInfo;
  /** The secrets in fields of the page, to be masked in value and page. */
  secrets: string[];
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

/** What a look at a page is to have. */
export interface GlanceInput {
  maxSize: number;
  mayShow(read: PageWords): Promise<boolean>;
}

/** The words of a page at one moment. */
export interface PageWords {
  tree: string;
  /** Whether that is all of the page: it may have been cut, and frames of other origins are left out. */
  isWhole: boolean;
  secrets: readonly string[];
}

/** A page at one moment, with all that is captured of its requests and its console. */
export interface Glance extends PageWords {
  picture?: Picture;
  requests: NetworkEntry[];
  console: ConsoleEntry[];
}

/** Options of every call that may take a while. */
export interface CallOptions {
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
  readonly lastUrl: string;
  /** The name of its profile, where that outlives the browser. */
  readonly profile?: string | undefined;
  readonly live?: LiveBrowser;
  /** Freezes the pages until `wake`, as tabs in the background are: no timer runs, and nothing is painted. */
  rest?(): Promise<void>;
  wake?(): Promise<void>;
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
  answerDialog(
    accept: boolean,
    text: string | undefined,
    options: CallOptions,
  ): Promise<Answer<{ dialog: Dialog; effects: ActionEffects }>>;
  snapshot(options: SnapshotOptions & CallOptions): Promise<Answer<Snapshot>>;
  /** A look at the page for the history of the session, which changes nothing in later answers. */
  glance?(input: GlanceInput): Promise<Glance>;
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
  video?(command: VideoCommand, options: CallOptions): Promise<Answer<VideoReport | undefined>>;
  consoleLogs(): Promise<Answer<Captured<ConsoleEntry>>>;
  clearConsoleLogs(): Promise<number>;
  networkRequests(): Promise<Answer<Captured<NetworkEntry>>>;
  clearNetworkRequests(): Promise<number>;
  networkRequest?(id: number, options: CallOptions): Promise<Answer<RequestDetails>>;
  routes?(command: RouteCommand, options: CallOptions): Promise<Answer<RouteInfo[]>>;
  setHeaders?(headers: OriginHeaders, options: CallOptions): Promise<Answer<void>>;
  setConditions?(conditions: NetworkConditions | undefined, options: CallOptions): Promise<Answer<void>>;
  audit?(command: AuditCommand, options: CallOptions): Promise<Answer<AuditReport>>;
  har?(command: HarCommand, options: CallOptions): Promise<Answer<HarOutcome>>;
  /** Disconnects the session from the network, or connects it again; caches keep working. */
  setOffline(offline: boolean): Promise<Answer<void>>;
  /** A picture of a file, small enough for a model; only from the folders that the session may read. */
  readImage(path: string, options: CallOptions): Promise<Picture & { real?: { width: number; height: number } }>;
  /** Resolves with what is emulated then, and whether the page has to be loaded again to see all of it. */
  emulate?(input: EmulationInput, options: CallOptions): Promise<Answer<{ on: string[]; needsReload: boolean }>>;
  cookies?(command: CookieCommand, options: CallOptions): Promise<Answer<Cookie[]>>;
  storage?(command: StorageCommand, options: CallOptions): Promise<Answer<StorageContent>>;
  /** Saves the state as a file of the session, or loads one from the folders that the session may read. */
  stateFile?(input: StateFileInput, options: CallOptions): Promise<Answer<StateFile>>;
  /** The secrets in fields of the page, for an error: errors come without an `Answer`. */
  secrets(): Promise<string[]>;
  saveFile(name: string, data: string | Uint8Array): Promise<string>;
  /** Stores data at a path inside the folders of this session, where nothing is yet, and returns the whole path. */
  saveFileAs?(path: string, data: string | Uint8Array): Promise<string>;
  /** The state to restore in another browser. With `origins`, it has what these have stored and no tabs, and no open page is asked. */
  saveState?(options?: { origins?: readonly string[] }): Promise<BrowserState>;
  /** Makes single changes to cookies and storage; everything else and the tabs stay as they are. */
  changeState?(changes: readonly StateChange[]): Promise<void>;
  /** Replaces cookies, storage and tabs by those of the state; `afterLoss` reports it in the page line. */
  restoreState?(state: BrowserState, options?: { afterLoss?: boolean }): Promise<void>;
  close(): Promise<void>;
}

/** Starts browsers. Chrome is one engine; a page that a person has open is another. */
export interface BrowserEngine {
  /** How many browsers it starts at a time; any number when left out. */
  readonly maxStarts?: number | undefined;
  readonly person?: string | undefined;
  /** `restore` is the address of a browser that died; `keepsProfile` asks for the profile that outlives browsers. */
  open(conversationId: string, restore?: string, keepsProfile?: boolean): Promise<BrowserSession>;
  /** Gives up starts that are under way; none begins after this. Open browsers stay. */
  stopStarts?(): void;
  close(): Promise<void>;
}
