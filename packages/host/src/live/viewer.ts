import { BtcpError, type ControlState, type ViewerMessage } from '@btcp/protocol';
import type { CastQuality, Conversation, DriverMessage, LiveBrowser, LiveEvent } from '@btcp/tools';
import type { Dialect } from './dialect.js';
import { FramePump } from './frame-pump.js';

export interface ViewerOptions {
  id: string;
  name: string | undefined;
  role: 'view' | 'control';
  session: string;
  conversation: Conversation;
  live: LiveBrowser;
  dialect: Dialect;
  /** The browser has ended. */
  onClosed: () => void;
}

/** A viewer that only ever sends input has no button for giving control back: a pause does it. */
const PAUSE_MS = 3_000;
/** Input that waits for the agent's call to end. */
const MOST_WAITING = 256;
const HEARTBEAT_MS = 2_000;

/** One person's window onto a browser: what they see, and what they may do. */
export class Viewer {
  readonly id: string;
  readonly #options: ViewerOptions;
  readonly #pump: FramePump;
  readonly #stops: (() => void)[] = [];
  #tab = '';
  #isFollowing = true;
  #quality: CastQuality = 'high';
  #isQualityChosen = false;
  #stopWatching = () => {};
  #waiting: DriverMessage[] = [];
  #isPressing = false;

  constructor(options: ViewerOptions) {
    this.id = options.id;
    this.#options = options;
    this.#pump = new FramePump({
      send: (frame, isReplay, sent) => options.dialect.frame(frame, isReplay, sent),
      onQuality: (quality) => {
        if (!this.#isQualityChosen) this.#setQuality(quality);
      },
    });
  }

  /** Shows all that is to be known, then the pictures. */
  start(config: { maxFps?: number | undefined; pacing?: 'ack' | 'push' | undefined }): void {
    const { conversation, live, dialect, id, role, session } = this.#options;
    const watch = conversation.watch();
    const heartbeat = setInterval(() => {
      if (performance.now() - this.#pump.sentAt > HEARTBEAT_MS) dialect.heartbeat();
    }, HEARTBEAT_MS);
    this.#stops.push(
      () => watch[Symbol.dispose](),
      () => clearInterval(heartbeat),
      conversation.lease.subscribe((control) => this.#onControl(control)),
      conversation.events.subscribe((event) => dialect.sessionEvent(event)),
      live.subscribe((event) => this.#onEvent(event)),
    );
    conversation.lease.cameBack(id);
    this.#pump.configure(config);
    this.#tab = this.#agentsTab() ?? '';
    dialect.greet({ viewer: id, role, session, control: conversation.lease.state, watching: this.#watching() });
    for (const event of live.stateOf(this.#tab)) dialect.event(event);
    this.#cast();
    dialect.casting();
  }

  /** The connection is gone, but the person may come back: what they drive stays theirs for a while. */
  stop(): void {
    const { conversation, live, dialect } = this.#options;
    this.#stopWatching();
    this.#pump.stop();
    for (const stop of this.#stops) stop();
    if (conversation.lease.mayDrive(this.id)) live.letGo();
    if (dialect.takesControlByInput) conversation.lease.giveBack(this.id);
    else conversation.lease.left(this.id);
  }

  receive(message: ViewerMessage): void {
    try {
      this.#handle(message);
    } catch (thrown) {
      this.#options.dialect.error(BtcpError.from(thrown));
    }
  }

  #handle(message: ViewerMessage): void {
    const { lease } = this.#options.conversation;
    switch (message.type) {
      case 'config':
        this.#pump.configure(message);
        this.#isQualityChosen ||= message.quality !== undefined;
        if (message.quality) this.#setQuality(message.quality);
        break;
      case 'ack':
        this.#pump.acknowledge(message.seq);
        break;
      case 'watch':
        this.#watch(message.tab);
        break;
      case 'follow_agent':
        this.#follow();
        break;
      case 'locate':
        void this.#locate(message.ref);
        break;
      case 'take_control':
        this.#assertControl();
        lease.take({ viewer: this.id, name: this.#options.name, isPrivate: message.isPrivate });
        break;
      case 'give_control':
        lease.giveBack(this.id, message.outcome, message.note);
        break;
      case 'set_private':
        lease.setPrivate(this.id, message.isPrivate);
        break;
      case 'decline_request':
        this.#assertControl();
        lease.decline(message.id, message.note);
        break;
      default:
        this.#drive(message);
    }
  }

  async #locate(ref: string): Promise<void> {
    const rectangle = await this.#options.live.locate(this.#tab, ref);
    this.#options.dialect.event({ type: 'located', ref, rectangle });
  }

  #drive(message: DriverMessage): void {
    this.#assertControl();
    const { conversation, dialect } = this.#options;
    const { lease } = conversation;
    if (lease.mayDrive(this.id)) {
      if (!dialect.takesControlByInput || !this.#isHover(message)) lease.touch(this.id);
      this.#perform(message);
      return;
    }
    if (!dialect.takesControlByInput) {
      throw new BtcpError('denied', 'You are not driving.', { hint: 'Send take_control first.' });
    }
    // A pointer that passes over the picture is not somebody who wants to drive.
    if (this.#isHover(message)) return;
    if (this.#waiting.length < MOST_WAITING) this.#waiting.push(message);
    lease.take({ viewer: this.id, name: this.#options.name, isPrivate: false, idle: PAUSE_MS });
  }

  #perform(message: DriverMessage): void {
    const { live, dialect } = this.#options;
    live.perform(this.#tab, message).then(
      (reply) => reply && dialect.event(reply),
      (thrown) => dialect.error(BtcpError.from(thrown)),
    );
  }

  #onControl(control: ControlState): void {
    this.#options.dialect.control(control);
    const waiting = this.#waiting;
    if (control.holder.kind === 'nobody') return;
    this.#waiting = [];
    if (this.#options.conversation.lease.mayDrive(this.id)) for (const message of waiting) this.#perform(message);
  }

  #onEvent(event: LiveEvent): void {
    const { dialect, onClosed } = this.#options;
    if (event.type === 'closed') {
      dialect.closed('The browser was closed.');
      onClosed();
    } else if (event.type === 'tabs') {
      this.#isFollowing ||= !event.tabs.some(({ id }) => id === this.#tab);
      this.#show((this.#isFollowing && this.#agentsTab()) || this.#tab);
    } else if (!('tab' in event) || event.tab === this.#tab || event.type === 'navigation') dialect.event(event);
  }

  #watch(tab: string): void {
    if (!this.#options.live.tabs.some(({ id }) => id === tab)) {
      throw new BtcpError('not_found', `There is no tab ${tab}.`, { hint: 'The message "tabs" lists them.' });
    }
    this.#isFollowing = false;
    this.#show(tab);
  }

  #follow(): void {
    this.#isFollowing = true;
    this.#show(this.#agentsTab() ?? this.#tab);
  }

  #show(tab: string): void {
    const { live, dialect } = this.#options;
    const isOther = tab !== this.#tab;
    this.#tab = tab;
    dialect.watching(this.#watching());
    if (!isOther) return;
    for (const event of live.stateOf(tab)) dialect.event(event);
    this.#cast();
  }

  #setQuality(quality: CastQuality): void {
    if (quality === this.#quality) return;
    this.#quality = quality;
    this.#cast();
  }

  /** The new cast starts before the old one stops, so that one that others watch too goes on. */
  #cast(): void {
    const stopOld = this.#stopWatching;
    const show = this.#pump.offer.bind(this.#pump);
    this.#stopWatching = this.#options.live.watch(this.#tab, this.#quality, show);
    stopOld();
  }

  #agentsTab(): string | undefined {
    const { tabs } = this.#options.live;
    return (tabs.find(({ active }) => active) ?? tabs.at(-1))?.id;
  }

  #watching() {
    return { tabs: this.#options.live.tabs, tab: this.#tab, isFollowing: this.#isFollowing };
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
