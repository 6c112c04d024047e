import type { GrantablePermission } from './server-messages.js';

/** A mouse event at a spot of the viewport, in its own pixels. Fields are those of CDP's Input domain. */
export interface MouseMessage {
  type: 'input_mouse';
  eventType: 'mousePressed' | 'mouseReleased' | 'mouseMoved' | 'mouseWheel';
  x: number;
  y: number;
  button?: 'none' | 'left' | 'middle' | 'right' | 'back' | 'forward';
  /** The buttons that are down: 1 left, 2 right, 4 middle, 8 back, 16 forward. */
  buttons?: number;
  clickCount?: number;
  deltaX?: number;
  deltaY?: number;
  /** 1 Alt, 2 Control, 4 Meta, 8 Shift. */
  modifiers?: number;
}

/** A key that a viewer presses; the fields are those of CDP. */
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

/** Fingers of a viewer on the page. */
export interface TouchMessage {
  type: 'input_touch';
  eventType: 'touchStart' | 'touchMove' | 'touchEnd' | 'touchCancel';
  touchPoints: { x: number; y: number; id?: number }[];
  modifiers?: number;
}

/** Text that an input method is composing; `commit` puts it in, an empty `update` takes it back. */
export interface CompositionMessage {
  type: 'input_composition';
  eventType: 'update' | 'commit';
  text: string;
}

/** How a viewer wants its frames. */
export interface ConfigMessage {
  type: 'config';
  /** From 1 to 120; 0 takes every frame. */
  maxFps?: number | undefined;
  /** `ack`: the next frame comes when the last is acknowledged. */
  pacing?: 'ack' | 'push';
  quality?: 'high' | 'low' | undefined;
}

/** A file that the driver chose, its content in base64. */
export interface ChosenFile {
  name: string;
  type: string;
  data: string;
}

/** What the files of one answer may hold together: 16 MiB. */
export const MAX_CHOSEN_BYTES = 16 * 1024 * 1024;

/** A place on earth, in degrees; its accuracy in metres. */
export interface Position {
  latitude: number;
  longitude: number;
  accuracy: number;
}

/** What a viewer sends. Those with input need control; `config`, `ack`, `watch`, `follow_agent` and `locate` do not. */
export type ViewerMessage =
  | MouseMessage
  | KeyboardMessage
  | TouchMessage
  | CompositionMessage
  | { type: 'input_paste'; text: string }
  | { type: 'get_selection'; cut?: boolean }
  | ConfigMessage
  /** Cumulative: this frame and all before it have been drawn. */
  | { type: 'ack'; seq: number }
  | { type: 'take_control'; isPrivate?: boolean }
  | { type: 'give_control'; outcome?: 'done' | 'declined'; note?: string }
  | { type: 'set_private'; isPrivate: boolean }
  /** Declines the agent's request without driving. */
  | { type: 'decline_request'; id: string; note?: string | undefined }
  | { type: 'watch'; tab: string }
  | { type: 'follow_agent' }
  /** Asks where the element of a ref is; `located` answers. */
  | { type: 'locate'; ref: string }
  | { type: 'switch_tab'; tab: string }
  | { type: 'close_tab'; tab: string }
  | { type: 'new_tab'; url?: string | undefined }
  | { type: 'navigate'; action: 'back' | 'forward' | 'reload' | 'stop' | 'to'; url?: string }
  | { type: 'answer_dialog'; accept: boolean; text?: string | undefined }
  /** `indexes` for a select, `value` for the others; neither closes it unchanged. */
  | { type: 'answer_picker'; id: string; indexes?: number[]; value?: string }
  | { type: 'answer_file_chooser'; id: string; files: ChosenFile[] }
  /** Refused when the watched page has another origin by then. `position` is what one that may know the location is told. */
  | {
      type: 'set_permission';
      origin: string;
      name: GrantablePermission;
      granted: boolean;
      position?: Position | undefined;
    };

/** The subprotocol of viewers that take binary frames; others get spec-5 JSON frames. */
export const LIVE_SUBPROTOCOL = 'btcp.live.v1';
