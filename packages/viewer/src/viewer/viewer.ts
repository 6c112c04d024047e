import type { ConfigMessage, GrantablePermission, Position, Rectangle } from '@btcp/protocol';
import type { ViewerState } from '../state/viewer-state.js';
import type { ConnectionOptions } from '../stream/connection.js';

/** Where a viewer connects, and the pictures it wants. */
export interface ViewerOptions extends ConnectionOptions {
  quality?: 'high' | 'low';
  maxFps?: number;
  /** Milliseconds of silence after which the picture counts as stale. Default 5000. */
  staleAfter?: number;
  /** The key that gives the keyboard back to the page around the viewer. Default F6. */
  releaseKey?: string;
}

export type PictureQuality = Pick<ConfigMessage, 'quality' | 'maxFps'>;

export interface BrowserCommands {
  /** While control is private, the agent cannot read the page. Servers make it private by default. */
  takeControl(options?: { isPrivate?: boolean }): void;
  giveControl(options?: { outcome?: 'done' | 'declined'; note?: string }): void;
  setPrivate(isPrivate: boolean): void;
  declineRequest(note?: string): void;
  watch(tab: string): void;
  followAgent(): void;
  /** Also makes it the tab in which the agent works. */
  switchTab(tab: string): void;
  closeTab(tab: string): void;
  newTab(url?: string): void;
  navigate(where: 'back' | 'forward' | 'reload' | 'stop' | { url: string }): void;
  /** Makes pages this large until the person gives back control, or at once as large as before when left out. */
  fitPage(size?: { width: number; height: number }): void;
  /** Refused if the watched page has navigated to another origin. `position` is for `geolocation`. */
  setPermission(origin: string, name: GrantablePermission, granted: boolean, position?: Position): void;
}

export interface Answers {
  answerDialog(accept: boolean, text?: string): void;
  /** `indexes` for a select, `value` for the others; neither closes it unchanged. */
  answerPicker(answer?: { indexes?: number[]; value?: string }): void;
  /** No files close it unchanged; more than 16 MB of them leave it open, with an error. */
  answerFileChooser(files: Iterable<File>): Promise<void>;
}

/** A live browser in a canvas. */
export interface Viewer extends BrowserCommands, Answers {
  readonly canvas: HTMLCanvasElement;
  getSnapshot(): ViewerState;
  subscribe(listener: () => void): () => void;
  setQuality(quality: PictureQuality): void;
  setPaused(isPaused: boolean): void;
  /** Sends the person's keys to the page, if they drive; `keyboard` opens the keyboard of a phone. */
  focus(options?: { keyboard?: boolean }): void;
  /** Where the element of a ref such as `@e3` is in the watched page; null if that is unknown. */
  locate(ref: string): Promise<Rectangle | null>;
  /** Where a rectangle of the page lies on the canvas, in fractions of its size. */
  placeOf(rectangle: Rectangle): Rectangle | undefined;
  close(): void;
}
