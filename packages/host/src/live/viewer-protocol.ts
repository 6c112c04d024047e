import type { BtcpError, ControlState, LiveTab } from '@btcp/protocol';
import type { LiveEvent, LiveFrame, SessionEvent } from '@btcp/tools';

export interface Watching {
  tabs: readonly LiveTab[];
  tab: string;
  isFollowing: boolean;
}

interface Greeting {
  viewer: string;
  pass: string;
  role: 'view' | 'control';
  session: string;
  control: ControlState;
  watching: Watching;
}

export interface ViewerProtocol {
  /** Whether input alone takes control, because the protocol has no message that asks for it. */
  readonly takesControlByInput: boolean;
  greet(greeting: Greeting): void;
  screencastStarted(): void;
  frame(frame: LiveFrame, isReplay: boolean, sent: () => void): void;
  watching(watching: Watching): void;
  control(control: ControlState): void;
  /** Another person drives in private, so no pictures are sent. */
  curtain(isDrawn: boolean): void;
  event(event: LiveEvent): void;
  sessionEvent(event: SessionEvent): void;
  error(error: BtcpError): void;
  heartbeat(): void;
  closed(reason: string): void;
}

export interface SocketWriter {
  json(message: unknown, sent?: () => void): void;
  binary(bytes: Uint8Array, sent: () => void): void;
}
