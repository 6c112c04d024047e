import type { FrameMetadata, LiveMessage, LiveTab, Rectangle, ViewerMessage } from '@btcp/protocol';

/** One picture of a tab. */
export interface LiveFrame {
  tab: string;
  sequence: number;
  captured: number;
  data: string;
  metadata: FrameMetadata;
}

/** The size of pictures: full, or small for slow connections. */
export type ScreencastQuality = 'high' | 'low';

/** An event of a browser for its viewers, in addition to the pictures. */
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

/** A message of a person who drives. */
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
  fields: number;
}

/** Receives what a person typed into a field, and whether the field hides it. */
export type OnEntered = (text: string, isSecret: boolean) => void;

/** What an engine offers to viewers: pictures of its tabs, events, and input. */
export interface LiveBrowser {
  readonly tabs: readonly LiveTab[];
  readonly viewport: { width: number; height: number };
  stateOf(tab: string): LiveEvent[];
  subscribe(listener: (event: LiveEvent) => void): () => void;
  watch(tab: string, quality: ScreencastQuality, show: (frame: LiveFrame, isReplay: boolean) => void): () => void;
  locate(tab: string, ref: string): Promise<Rectangle | null>;
  perform(tab: string, message: DriverMessage): Promise<LiveEvent | undefined>;
  /** When the pages have handled what the driver sent so far, or take too long for it. */
  handled(): Promise<void>;
  /** Releases held keys and buttons when a person stops driving; resolves when the page has handled their last input. */
  setDriven(isDriven: boolean, onEntered: OnEntered): Promise<void>;
  /** Cuts off what scripts of the agent left in pages to watch a person; undefined where there is nothing of the kind. */
  goPrivate(): Promise<void> | undefined;
  readonly driverCounts: DriverCounts;
  releaseInput(): void;
}
