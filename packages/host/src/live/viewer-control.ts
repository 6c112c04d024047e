import { BtcpError, type ControlState, type ViewerMessage } from '@btcp/protocol';
import type { ControlLease, DriverMessage } from '@btcp/tools';

export type ControlMessage = Exclude<ViewerMessage, { type: 'config' | 'ack' | 'watch' | 'follow_agent' | 'locate' }>;

type GiveControlMessage = Extract<ControlMessage, { type: 'give_control' }>;

export interface ViewerControlOptions {
  viewer: string;
  name: string | undefined;
  role: 'view' | 'control';
  lease: ControlLease;
  takesControlByInput: boolean;
  perform: (message: DriverMessage) => void;
  handled: () => Promise<void>;
  onRefused: (error: BtcpError) => void;
}

// Where input takes control, a pause gives it back.
const PAUSE_MS = 3_000;
const MAX_WAITING = 256;

export class ViewerControl {
  readonly #options: ViewerControlOptions;
  #waiting: DriverMessage[] = [];
  #isPressing = false;
  #givingBack: Promise<void> | undefined;

  constructor(options: ViewerControlOptions) {
    this.#options = options;
  }

  handle(message: ControlMessage): void {
    const { lease, viewer, name, onRefused } = this.#options;
    if (this.#givingBack) {
      const handled = this.#givingBack.then(() => this.handle(message));
      handled.catch((thrown) => onRefused(BtcpError.from(thrown)));
    } else if (message.type === 'give_control') this.#giveBack(message);
    else if (message.type === 'set_private') lease.setPrivate(viewer, message.isPrivate, onRefused);
    else {
      this.#assertControl();
      if (message.type === 'take_control') lease.take({ viewer, name, isPrivate: message.isPrivate, onRefused });
      else if (message.type === 'decline_request') lease.decline(message.id, message.note);
      else this.#drive(message);
    }
  }

  onControl({ holder }: ControlState): void {
    if (holder.kind === 'nobody') return;
    const waiting = this.#waiting;
    this.#waiting = [];
    if (this.#options.lease.mayDrive(this.#options.viewer))
      for (const message of waiting) this.#options.perform(message);
  }

  leave({ forGood = this.#options.takesControlByInput } = {}): void {
    const { lease, viewer } = this.#options;
    if (forGood) lease.left(viewer, 0);
    else lease.left(viewer);
  }

  // The agent goes on with what the person has typed, also on a page that takes its time over it.
  #giveBack({ outcome, note }: GiveControlMessage): void {
    const { lease, viewer, handled } = this.#options;
    const giveBack = () => {
      this.#givingBack = undefined;
      lease.giveBack(viewer, outcome, note);
    };
    if (lease.mayDrive(viewer)) this.#givingBack = handled().then(giveBack);
    else giveBack();
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
      // A pointer that only passes over the picture does not take control.
      if (this.#waiting.length < MAX_WAITING) this.#waiting.push(message);
      lease.take({ viewer, name, isPrivate: false, idle: PAUSE_MS });
    }
  }

  #isHover(message: DriverMessage): boolean {
    if (message.type !== 'input_mouse') return false;
    if (message.eventType === 'mousePressed') this.#isPressing = true;
    if (message.eventType === 'mouseReleased') this.#isPressing = false;
    return message.eventType === 'mouseMoved' && !this.#isPressing;
  }

  #assertControl(): void {
    if (this.#options.role === 'control') return;
    throw new BtcpError('denied', 'This link is for watching only.', { hint: 'Ask for a link with control.' });
  }
}
