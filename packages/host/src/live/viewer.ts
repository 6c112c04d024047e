import { BtcpError, type ViewerMessage } from '@btcp/protocol';
import type { CastQuality, Conversation, DriverMessage, LiveBrowser, LiveEvent } from '@btcp/tools';
import type { Dialect } from './dialect.js';
import { FramePump } from './frame-pump.js';
import { Wheel } from './wheel.js';

export interface ViewerOptions {
  id: string;
  /** By which it can come back under its id. */
  pass: string;
  name: string | undefined;
  role: 'view' | 'control';
  session: string;
  conversation: Conversation;
  live: LiveBrowser;
  dialect: Dialect;
  /** The browser has ended. */
  onClosed: () => void;
}

const HEARTBEAT_MS = 2_000;

/** One person's window onto a browser: what they see, and what they may do. */
export class Viewer {
  readonly id: string;
  readonly #options: ViewerOptions;
  readonly #pump: FramePump;
  readonly #wheel: Wheel;
  readonly #stops: (() => void)[] = [];
  #tab = '';
  #isFollowing = true;
  #quality: CastQuality = 'high';
  #isQualityChosen = false;
  #stopWatching = () => {};
  #isStopped = false;

  constructor(options: ViewerOptions) {
    this.id = options.id;
    this.#options = options;
    this.#wheel = new Wheel({
      viewer: options.id,
      name: options.name,
      role: options.role,
      lease: options.conversation.lease,
      takesControlByInput: options.dialect.takesControlByInput,
      perform: (message) => this.#perform(message),
    });
    this.#pump = new FramePump({
      send: (frame, isReplay, sent) => options.dialect.frame(frame, isReplay, sent),
      onQuality: (quality) => {
        if (!this.#isQualityChosen) this.#setQuality(quality);
      },
    });
  }

  /** Shows all that is to be known, then the pictures. */
  start(config: { maxFps?: number | undefined; pacing?: 'ack' | 'push' | undefined }): void {
    const { conversation, live, dialect, id, pass, role, session } = this.#options;
    const watch = conversation.watch();
    const heartbeat = setInterval(() => {
      if (performance.now() - this.#pump.sentAt <= HEARTBEAT_MS) return;
      dialect.heartbeat();
      // A page that stands still can be shown sharply on a thin line, too.
      if (this.#pump.isIdle && !this.#isQualityChosen) this.#setQuality('high');
    }, HEARTBEAT_MS);
    this.#stops.push(
      () => watch[Symbol.dispose](),
      () => clearInterval(heartbeat),
      conversation.lease.subscribe((control) => {
        dialect.control(control);
        this.#wheel.onControl(control);
      }),
      conversation.events.subscribe((event) => dialect.sessionEvent(event)),
      live.subscribe((event) => this.#onEvent(event)),
    );
    conversation.lease.cameBack(id);
    this.#pump.configure(config);
    this.#tab = this.#agentsTab() ?? '';
    dialect.greet({ viewer: id, pass, role, session, control: conversation.lease.state, watching: this.#watching() });
    for (const event of live.stateOf(this.#tab)) dialect.event(event);
    this.#cast();
    dialect.casting();
  }

  /** The person is shown out, and will not come back: what they hold is free at once. */
  dismiss(why: BtcpError): void {
    this.#options.dialect.error(why);
    this.#wheel.leave({ forGood: true });
    this.stop();
  }

  /** The connection is gone: nothing stays pressed. */
  stop(): void {
    if (this.#isStopped) return;
    this.#isStopped = true;
    const { conversation, live } = this.#options;
    this.#stopWatching();
    this.#pump.stop();
    for (const stop of this.#stops) stop();
    if (conversation.lease.mayDrive(this.id)) live.letGo();
    this.#wheel.leave();
  }

  receive(message: ViewerMessage): void {
    // A socket that is being closed may still bring something.
    if (this.#isStopped) return;
    try {
      this.#handle(message);
    } catch (thrown) {
      this.#options.dialect.error(BtcpError.from(thrown));
    }
  }

  #handle(message: ViewerMessage): void {
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
      default:
        this.#wheel.handle(message);
    }
  }

  async #locate(ref: string): Promise<void> {
    const rectangle = await this.#options.live.locate(this.#tab, ref).catch(() => null);
    this.#options.dialect.event({ type: 'located', ref, rectangle });
  }

  #perform(message: DriverMessage): void {
    const { live, dialect } = this.#options;
    live.perform(this.#tab, message).then(
      (reply) => reply && dialect.event(reply),
      (thrown) => dialect.error(BtcpError.from(thrown)),
    );
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
}
