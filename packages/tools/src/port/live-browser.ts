import type { FrameMetadata, LiveMessage, LiveTab, Rectangle, ViewerMessage } from '@btcp/protocol';

/** One picture of a tab. */
export interface LiveFrame {
  tab: string;
  /** Grows with every frame of the browser, whichever tab it shows. */
  sequence: number;
  /** Milliseconds since 1970. */
  captured: number;
  /** A JPEG in base64, as Chrome gives it. */
  data: string;
  metadata: FrameMetadata;
}

/** Two steps are enough: full size, and small for those whose line cannot take that. */
export type CastQuality = 'high' | 'low';

/** What windows onto a browser are told beside its pictures. */
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
  /** The browser is gone. */
  | { type: 'closed' };

/** What a person who drives can do. */
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

/** What a person has done at the wheel, without a word of what they have typed. */
export interface HandsTally {
  clicks: number;
  /** That were typed into. */
  fields: number;
}

/** What an engine offers to windows: pictures of its tabs, what pictures do not show, and a person's hands. */
export interface LiveBrowser {
  /** The tabs as they are now. */
  readonly tabs: readonly LiveTab[];
  /** The size of every tab, in its own pixels. */
  readonly viewport: { width: number; height: number };
  /** What a newcomer has to know of a tab. */
  stateOf(tab: string): LiveEvent[];
  subscribe(listener: (event: LiveEvent) => void): () => void;
  /** Shows a tab for as long as somebody watches. The last picture, where there is one, comes at once. */
  watch(tab: string, quality: CastQuality, show: (frame: LiveFrame, isReplay: boolean) => void): () => void;
  /** Where the element of a ref is in the viewport, without moving anything; null where that cannot be told. */
  locate(tab: string, ref: string): Promise<Rectangle | null>;
  /** Does what a driver wants in a tab, and gives what is for that driver alone. Input does not wait for the page. */
  perform(tab: string, message: DriverMessage): Promise<LiveEvent | undefined>;
  /** A person begins to drive, or stops: what they hold is then let go. */
  setDriven(isDriven: boolean): void;
  /** Of the person who drives, or drove last. */
  readonly tally: HandsTally;
  /** Lets go of the keys and buttons that the driver holds. */
  letGo(): void;
}
