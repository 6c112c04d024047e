import type { ErrorData } from '../errors/btcp-error.js';
import type { ControlState } from './control.js';

/** The data that a viewer needs to map the pointer to the page. */
export interface FrameMetadata {
  deviceWidth: number;
  deviceHeight: number;
  pageScaleFactor: number;
  offsetTop: number;
  scrollOffsetX: number;
  scrollOffsetY: number;
}

/** A rectangle of the viewport in CSS pixels. */
export interface Rectangle {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** A tab as a viewer sees it. */
export interface LiveTab {
  id: string;
  url: string;
  title: string;
  active: boolean;
}

/** A dialog that the page shows. */
export interface LiveDialog {
  type: 'alert' | 'confirm' | 'prompt' | 'beforeunload';
  message: string;
  defaultText?: string;
}

/** An option of a select popup. */
export interface PickerOption {
  index: number;
  label: string;
  selected: boolean;
  disabled: boolean;
  group?: string;
}

/** A control whose popup headless Chrome does not paint, so the viewer shows one. */
export interface Picker {
  id: string;
  kind: 'select' | 'datalist' | 'date' | 'time' | 'datetime-local' | 'month' | 'week' | 'color';
  rectangle: Rectangle;
  label: string;
  value: string;
  multiple: boolean;
  options: PickerOption[];
  min?: string;
  max?: string;
  step?: string;
}

/** A permission that a person can grant an origin, as named by `navigator.permissions`. */
export type GrantablePermission = 'geolocation' | 'notifications' | 'clipboard-read';

/** A download and its progress. */
export interface LiveDownload {
  id: string;
  name: string;
  url: string;
  state: 'started' | 'progress' | 'completed' | 'failed';
  received: number;
  /** 0 if unknown. */
  total: number;
}

/** A JSON message to a viewer; pictures are binary messages. */
export type LiveMessage =
  /** A viewer that reconnects with this `pass` in the query keeps its role and control. */
  | { type: 'hello'; viewer: string; pass: string; role: 'view' | 'control'; session: string }
  | { type: 'control'; control: ControlState }
  | { type: 'tabs'; tabs: LiveTab[]; watching: string; isFollowing: boolean }
  | ({ type: 'metadata'; tab: string } & FrameMetadata)
  | { type: 'loading'; tab: string; loading: boolean }
  | { type: 'history'; tab: string; url: string; canGoBack: boolean; canGoForward: boolean }
  | { type: 'crash'; tab: string }
  | { type: 'dialog'; tab: string; dialog: LiveDialog | null }
  | { type: 'picker'; tab: string; picker: Picker | null }
  | { type: 'file_chooser'; tab: string; chooser: { id: string; multiple: boolean; accept: string } | null }
  | { type: 'permissions'; tab: string; origin: string; granted: GrantablePermission[] }
  | { type: 'download'; download: LiveDownload }
  | { type: 'cursor'; cursor: string }
  | { type: 'selection'; text: string }
  | { type: 'located'; ref: string; rectangle: Rectangle | null }
  /** Nothing was painted since the last frame. */
  | { type: 'heartbeat'; time: number }
  | { type: 'error'; error: ErrorData }
  | { type: 'closed'; reason: string };

/** Why a server closes a live stream; an immediate retry does not help. */
export const LIVE_CLOSE_CODES = {
  noBrowser: 4404,
  browserClosed: 4410,
  revoked: 4401,
  expired: 4408,
  originRefused: 4403,
  ticketRefused: 4411,
  ownerChanged: 4409,
  replaced: 4412,
} as const;
