import type { FrameMetadata, LiveMessage, LiveTab, Rectangle, ViewerMessage } from '@btcp/protocol';

/** One picture of a tab. */
export interface LiveFrame {
  tab: string;
  /** Grows with every frame of the browser, whichever tab it shows. */
  sequence: number;
  captured: number;
  /** A JPEG in base64, as Chrome gives it. */
  data: string;
  metadata: FrameMetadata;
}

/** Full size, or small for slow connections. */
export type ScreencastQuality = 'high' | 'low';

/** Events of a browser for its viewers, beside the pictures. */
export type LiveEvent =
  | Extract<
      LiveMessage,
      {
        type:
          | 'loading'
          | 'history'
          | 'crash'
          | 'dialog'
          | 'picker'
          | 'file_chooser'
          | 'permissions'
          | 'download'
          | 'cursor'
          | 'selection'
          | 'located';
      }
    >
  | { type: 'tabs'; tabs: LiveTab[] }
  | { type: 'navigation'; tab: string; url: string }
  | { type: 'closed' };

/** Messages of a person who drives. */
export type DriverMessage = Exclude<
  ViewerMessage,
  {
    type:
      | 'config'
      | 'ack'
      | 'take_control'
      | 'give_control'
      | 'set_private'
      | 'decline_request'
      | 'watch'
      | 'follow_agent'
      | 'locate';
  }
>;

/** A driver's input in numbers. */
export interface DriverCounts {
  clicks: number;
  /** Fields that were typed into. */
  fields: number;
}

/** What an engine offers to viewers: pictures of its tabs, events, and input. */
export interface LiveBrowser {
  readonly tabs: readonly LiveTab[];
  readonly viewport: { width: number; height: number };
  /** The events that a new viewer needs. */
  stateOf(tab: string): LiveEvent[];
  subscribe(listener: (event: LiveEvent) => void): () => void;
  /** Sends pictures of a tab, beginning with the last one, until the returned function is called. */
  watch(tab: string, quality: ScreencastQuality, show: (frame: LiveFrame, isReplay: boolean) => void): () => void;
  /** The box of an element in the viewport, without scrolling; null where it is not known. */
  locate(tab: string, ref: string): Promise<Rectangle | null>;
  /** Performs a message of the driver, and resolves with the event for that driver alone. */
  perform(tab: string, message: DriverMessage): Promise<LiveEvent | undefined>;
  /** Keys and buttons that are held are released when a person stops driving. */
  setDriven(isDriven: boolean): void;
  readonly driverCounts: DriverCounts;
  releaseInput(): void;
}
