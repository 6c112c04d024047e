import { BtcpError, type ControlState, type ViewerMessage } from '@btcp/protocol';
import type { ControlLease, DriverMessage } from '@btcp/tools';

/** What a viewer sends that is about driving. */
export type WheelMessage = Exclude<ViewerMessage, { type: 'config' | 'ack' | 'watch' | 'follow_agent' | 'locate' }>;

export interface WheelOptions {
  viewer: string;
  name: string | undefined;
  role: 'view' | 'control';
  lease: ControlLease;
  /** Whether input alone takes control, because the viewer has no words for asking. */
  takesControlByInput: boolean;
  perform: (message: DriverMessage) => void;
}

/** A viewer that only ever sends input has no button for giving control back: a pause does it. */
const PAUSE_MS = 3_000;
/** Input that waits for the agent's call to end. */
const MOST_WAITING = 256;

/** What one viewer may do to the browser: nothing, until it holds the lease. */
export class Wheel {
  readonly #options: WheelOptions;
  #waiting: DriverMessage[] = [];
  #isPressing = false;

  constructor(options: WheelOptions) {
    this.#options = options;
  }

  handle(message: WheelMessage): void {
    const { lease, viewer, name } = this.#options;
    if (message.type === 'give_control') lease.giveBack(viewer, message.outcome, message.note);
    else if (message.type === 'set_private') lease.setPrivate(viewer, message.isPrivate);
    else {
      this.#assertControl();
      if (message.type === 'take_control') lease.take({ viewer, name, isPrivate: message.isPrivate });
      else if (message.type === 'decline_request') lease.decline(message.id, message.note);
      else this.#drive(message);
    }
  }

  /** Control has changed hands: what waited for it goes, or is forgotten. */
  onControl({ holder }: ControlState): void {
    if (holder.kind === 'nobody') return;
    const waiting = this.#waiting;
    this.#waiting = [];
    if (this.#options.lease.mayDrive(this.#options.viewer))
      for (const message of waiting) this.#options.perform(message);
  }

  /** The connection is gone. What a person holds stays theirs for a while, where they have a way to come back. */
  leave({ forGood = this.#options.takesControlByInput } = {}): void {
    const { lease, viewer } = this.#options;
    if (forGood) lease.left(viewer, 0);
    else lease.left(viewer);
  }

  #drive(message: DriverMessage): void {
    const { lease, viewer, name, takesControlByInput, perform } = this.#options;
    const isHover = this.#isHover(message);
    if (lease.mayDrive(viewer)) {
      if (!takesControlByInput || !isHover) lease.touch(viewer);
      perform(message);
    } else if (!takesControlByInput) {
      throw new BtcpError('denied', 'You are not driving.', { hint: 'Send take_control first.' });
    } else if (!isHover) {
      // A pointer that only passes over the picture is not somebody who wants to drive.
      if (this.#waiting.length < MOST_WAITING) this.#waiting.push(message);
      lease.take({ viewer, name, isPrivate: false, idle: PAUSE_MS });
    }
  }

  /** Whether it is a move of the mouse with no button down. */
  #isHover(message: DriverMessage): boolean {
    if (message.type !== 'input_mouse') return false;
    if (message.eventType === 'mousePressed') this.#isPressing = true;
    if (message.eventType === 'mouseReleased') this.#isPressing = false;
    return message.eventType === 'mouseMoved' && !this.#isPressing;
  }

  #assertControl(): void {
    if (this.#options.role === 'control') return;
    throw new BtcpError('denied', 'This link is for watching only.', { hint: 'Ask for a link that may control.' });
  }
}
