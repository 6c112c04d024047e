import type { GrantablePermission } from './server-messages.js';

/** A mouse event in CSS pixels of the viewport, with the fields of CDP. */
export interface MouseMessage {
  type: 'input_mouse';
  eventType: 'mousePressed' | 'mouseReleased' | 'mouseMoved' | 'mouseWheel';
  x: number;
  y: number;
  button?: 'none' | 'left' | 'middle' | 'right' | 'back' | 'forward';
  /** Bits: 1 left, 2 right, 4 middle, 8 back, 16 forward. */
  buttons?: number;
  clickCount?: number;
  deltaX?: number;
  deltaY?: number;
  /** Bits: 1 Alt, 2 Control, 4 Meta, 8 Shift. */
  modifiers?: number;
}

/** A key event with the fields of CDP. */
export interface KeyboardMessage {
  type: 'input_keyboard';
  eventType: 'keyDown' | 'keyUp' | 'rawKeyDown' | 'char';
  key?: string | null;
  code?: string | null;
  text?: string | null;
  windowsVirtualKeyCode?: number | null;
  modifiers?: number | null;
  location?: number | null;
  autoRepeat?: boolean | null;
}

/** A touch event of the driver. */
export interface TouchMessage {
  type: 'input_touch';
  eventType: 'touchStart' | 'touchMove' | 'touchEnd' | 'touchCancel';
  touchPoints: { x: number; y: number; id?: number }[];
  modifiers?: number;
}

/** Text in an input method; `commit` inserts it, an empty `update` removes it. */
export interface CompositionMessage {
  type: 'input_composition';
  eventType: 'update' | 'commit';
  text: string;
}

/** The frames that a viewer asks for. */
export interface ConfigMessage {
  type: 'config';
  /** From 1 to 120; 0 is every frame. */
  maxFps?: number | undefined;
  /** `ack`: the next frame is sent when this viewer has drawn the last one. */
  pacing?: 'ack' | 'push';
  quality?: 'high' | 'low' | undefined;
}

/** A file that the driver chose, in base64. */
export interface ChosenFile {
  name: string;
  type: string;
  data: string;
}

/** The limit of all files in one answer. */
export const MAX_CHOSEN_BYTES = 64 * 1024 * 1024;
/** Contents of files that fit into one message, in characters of base64; more is sent in parts. */
export const MAX_FILE_PART = 1024 * 1024;

/** A location in degrees; accuracy in metres. */
export interface Position {
  latitude: number;
  longitude: number;
  accuracy: number;
}

/** A message from a viewer; all but `config`, `ack`, `watch`, `follow_agent` and `locate` need control. */
export type ViewerMessage =
  | MouseMessage
  | KeyboardMessage
  | TouchMessage
  | CompositionMessage
  | { type: 'input_paste'; text: string }
  | { type: 'get_selection'; cut?: boolean }
  | ConfigMessage
  /** Cumulative: acknowledges all frames before it. */
  | { type: 'ack'; seq: number }
  | { type: 'take_control'; isPrivate?: boolean }
  | { type: 'give_control'; outcome?: 'done' | 'declined'; note?: string }
  | { type: 'set_private'; isPrivate: boolean }
  | { type: 'decline_request'; id: string; note?: string | undefined }
  | { type: 'watch'; tab: string }
  | { type: 'follow_agent' }
  | { type: 'locate'; ref: string }
  | { type: 'switch_tab'; tab: string }
  | { type: 'close_tab'; tab: string }
  | { type: 'new_tab'; url?: string | undefined }
  | { type: 'navigate'; action: 'back' | 'forward' | 'reload' | 'stop' | 'to'; url?: string }
  /** Makes pages as large as the driver's window, in CSS pixels; without a size, and when they stop driving, as before. */
  | { type: 'fit_page'; width?: number; height?: number }
  | { type: 'answer_dialog'; accept: boolean; text?: string | undefined }
  /** `indexes` for a select, `value` for other controls; with neither, the popup closes unchanged. */
  | { type: 'answer_picker'; id: string; indexes?: number[]; value?: string }
  /** `isPart`: more of the same files follows, whose contents are joined. */
  | { type: 'answer_file_chooser'; id: string; files: ChosenFile[]; isPart?: boolean }
  /** Rejected if the watched page has another origin by then; `position` is for `geolocation`. */
  | {
      type: 'set_permission';
      origin: string;
      name: GrantablePermission;
      granted: boolean;
      position?: Position | undefined;
    };

/** The subprotocol of viewers that receive binary frames; other viewers receive JSON. */
export const LIVE_SUBPROTOCOL = 'btcp.live.v1';
/** For plain JSON, next to a token as a subprotocol. */
export const PLAIN_SUBPROTOCOL = 'btcp.plain.v1';
