import type { ErrorData } from '../errors/btcp-error.js';
import type { ControlState } from './control.js';

/** How a frame lies over the page: what a viewer needs to find the spot under the pointer. */
export interface FrameMetadata {
  /** The size of the page's viewport, in its own pixels. */
  deviceWidth: number;
  deviceHeight: number;
  pageScaleFactor: number;
  offsetTop: number;
  scrollOffsetX: number;
  scrollOffsetY: number;
}

/** A rectangle of the viewport, in its own pixels. */
export interface Rectangle {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** A tab, as viewers see it. */
export interface LiveTab {
  id: string;
  url: string;
  title: string;
  /** Whether the agent works in it. */
  active: boolean;
}

/** An alert, a question or a prompt of a page. */
export interface LiveDialog {
  type: 'alert' | 'confirm' | 'prompt' | 'beforeunload';
  message: string;
  defaultText?: string;
}

/** A line of a list to choose from. */
export interface PickerOption {
  /** Where it stands among the options: what a viewer answers with. */
  index: number;
  label: string;
  selected: boolean;
  disabled: boolean;
  /** The label of its group. */
  group?: string;
}

/** A control whose own popup headless Chrome does not paint: the viewer shows one in its place. */
export interface Picker {
  id: string;
  kind: 'select' | 'datalist' | 'date' | 'time' | 'datetime-local' | 'month' | 'week' | 'color';
  rectangle: Rectangle;
  /** What the control is called. */
  label: string;
  value: string;
  multiple: boolean;
  options: PickerOption[];
  min?: string;
  max?: string;
  step?: string;
}

/** What a person can allow the origin of a page, as `navigator.permissions` calls it. */
export type GrantablePermission = 'geolocation' | 'notifications' | 'clipboard-read';

/** A download, and how far it is. */
export interface LiveDownload {
  id: string;
  name: string;
  url: string;
  state: 'started' | 'progress' | 'completed' | 'failed';
  received: number;
  /** Zero when the server did not say. */
  total: number;
}

/** What `btcp.live.v1` tells a viewer, as JSON text; the pictures come as binary messages. */
export type LiveMessage =
  /** A viewer that connects again gives its `pass` in the query, and so goes on as who it was, with what it held. */
  | { type: 'hello'; viewer: string; pass: string; role: 'view' | 'control'; session: string }
  | { type: 'control'; control: ControlState }
  /** The tab that this viewer watches, and whether it goes along with the agent. */
  | { type: 'tabs'; tabs: LiveTab[]; watching: string; isFollowing: boolean }
  | ({ type: 'metadata'; tab: string } & FrameMetadata)
  | { type: 'loading'; tab: string; loading: boolean }
  | { type: 'history'; tab: string; url: string; canGoBack: boolean; canGoForward: boolean }
  /** The page has crashed: it shows nothing new until it is loaded again. */
  | { type: 'crash'; tab: string }
  | { type: 'dialog'; tab: string; dialog: LiveDialog | null }
  | { type: 'picker'; tab: string; picker: Picker | null }
  | { type: 'file_chooser'; tab: string; chooser: { id: string; multiple: boolean; accept: string } | null }
  /** What the page may do of that which needs leave: it is refused all else, and nobody is asked. */
  /** What the origin of the page is allowed; an empty origin is one that cannot be allowed anything. */
  | { type: 'permissions'; tab: string; origin: string; granted: GrantablePermission[] }
  | { type: 'download'; download: LiveDownload }
  /** The CSS cursor under the driver's pointer. */
  | { type: 'cursor'; cursor: string }
  /** What the driver has asked to copy. */
  | { type: 'selection'; text: string }
  /** Where the element of a ref is in the watched tab; null where it is gone or not shown. */
  | { type: 'located'; ref: string; rectangle: Rectangle | null }
  /** The page is as the last frame shows it: nothing has painted since. */
  | { type: 'heartbeat'; time: number }
  | { type: 'error'; error: ErrorData }
  | { type: 'closed'; reason: string };

/** Why a server closes a live stream; none of them is mended by connecting again at once. */
export const LIVE_CLOSE_CODES = {
  /** The session has no browser now. */
  noBrowser: 4404,
  /** The browser has ended. */
  browserClosed: 4410,
  /** The link was revoked. */
  revoked: 4401,
  /** The link has run out. */
  expired: 4408,
  /** The one browser of the server belongs to another session now. */
  ownerChanged: 4409,
  /** Another connection has shown this viewer's pass, and goes on in its place. */
  replaced: 4412,
} as const;
