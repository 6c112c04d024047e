import { BtcpError, type ViewerMessage } from '@btcp/protocol';
import type { Conversation, DriverMessage, LiveBrowser, LiveEvent, ScreencastQuality } from '@btcp/tools';
import { FrameSender } from './frame-sender.js';
import type { LiveCounts } from './live-counts.js';
import { ViewerControl } from './viewer-control.js';
import type { ViewerProtocol } from './viewer-protocol.js';

export interface ViewerOptions {
  id: string;
  pass: string;
  name: string | undefined;
  role: 'view' | 'control';
  session: string;
  conversation: Conversation;
  live: LiveBrowser;
  protocol: ViewerProtocol;
  counts: LiveCounts;
  onClosed: () => void;
}

const HEARTBEAT_MS = 2_000;

export class Viewer {
  readonly id: string;
  readonly #options: ViewerOptions;
  readonly #frames: FrameSender;
  readonly #control: ViewerControl;
  readonly #stops: (() => void)[] = [];
  #tab = '';
  #isFollowing = true;
  #quality: ScreencastQuality = 'high';
  #isQualityChosen = false;
  #stopWatching = () => {};
  #isStopped = false;
  #isCurtained = false;

  constructor(options: ViewerOptions) {
    this.id = options.id;
    this.#options = options;
    this.#control = new ViewerControl({
      viewer: options.id,
      name: options.name,
      role: options.role,
      lease: options.conversation.lease,
      takesControlByInput: options.protocol.takesControlByInput,
      perform: (message) => this.#perform(message),
      handled: () => options.live.handled(),
      onRefused: (error) => options.protocol.error(error),
    });
    this.#frames = new FrameSender({
      counts: options.counts,
      send: (frame, isReplay, sent) => options.protocol.frame(frame, isReplay, sent),
      onQuality: (quality) => {
        if (!this.#isQualityChosen) this.#setQuality(quality);
      },
    });
  }

  start(config: { maxFps?: number | undefined; pacing?: 'ack' | 'push' | undefined }): void {
    const { conversation, live, protocol, counts, id, pass, role, session } = this.#options;
    const watch = conversation.watch();
    counts.viewers++;
    const heartbeat = setInterval(() => {
      if (performance.now() - this.#frames.sentAt <= HEARTBEAT_MS) return;
      protocol.heartbeat();
      // A page that stands still needs little bandwidth, also in high quality.
      if (this.#frames.isIdle && !this.#isQualityChosen) this.#setQuality('high');
    }, HEARTBEAT_MS);
    this.#stops.push(
      () => watch[Symbol.dispose](),
      () => counts.viewers--,
      () => clearInterval(heartbeat),
      conversation.lease.subscribe((control) => {
        this.#drawCurtain();
        protocol.control(control);
        this.#control.onControl(control);
      }),
      conversation.events.subscribe((event) => protocol.sessionEvent(event)),
      live.subscribe((event) => this.#onEvent(event)),
    );
    conversation.lease.cameBack(id);
    this.#frames.configure(config);
    this.#tab = this.#agentsTab() ?? '';
    this.#isCurtained = this.#mayNotSee();
    protocol.greet({ viewer: id, pass, role, session, control: conversation.lease.state, watching: this.#watching() });
    if (this.#isCurtained) {
      protocol.curtain(true);
      return;
    }
    for (const event of live.stateOf(this.#tab)) protocol.event(event);
    this.#startScreencast();
    protocol.screencastStarted();
  }

  dismiss(why: BtcpError): void {
    this.#options.protocol.error(why);
    this.#control.leave({ forGood: true });
    this.stop();
  }

  stop(): void {
    if (this.#isStopped) return;
    this.#isStopped = true;
    const { conversation, live } = this.#options;
    this.#stopWatching();
    this.#frames.stop();
    for (const stop of this.#stops) stop();
    if (conversation.lease.mayDrive(this.id)) live.releaseInput();
    this.#control.leave();
  }

  receive(message: ViewerMessage): void {
    // A socket that is closing may still deliver messages.
    if (this.#isStopped) return;
    try {
      this.#handle(message);
    } catch (thrown) {
      this.#options.protocol.error(BtcpError.from(thrown));
    }
  }

  #handle(message: ViewerMessage): void {
    switch (message.type) {
      case 'config':
        this.#frames.configure(message);
        this.#isQualityChosen ||= message.quality !== undefined;
        if (message.quality) this.#setQuality(message.quality);
        break;
      case 'ack':
        this.#frames.acknowledge(message.seq);
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
        this.#control.handle(message);
    }
  }

  async #locate(ref: string): Promise<void> {
    const rectangle = await this.#options.live.locate(this.#tab, ref).catch(() => null);
    this.#options.protocol.event({ type: 'located', ref, rectangle: this.#isCurtained ? null : rectangle });
  }

  #perform(message: DriverMessage): void {
    const { live, protocol, conversation } = this.#options;
    conversation.noteInput(message);
    live.perform(this.#tab, message).then(
      (reply) => reply && protocol.event(reply),
      (thrown) => protocol.error(BtcpError.from(thrown)),
    );
  }

  #onEvent(event: LiveEvent): void {
    const { protocol, onClosed } = this.#options;
    if (event.type === 'closed') {
      protocol.closed('The browser was closed.');
      onClosed();
    } else if (event.type === 'tabs') {
      this.#isFollowing ||= !event.tabs.some(({ id }) => id === this.#tab);
      this.#show((this.#isFollowing && this.#agentsTab()) || this.#tab);
    } else if (this.#isCurtained) return;
    else if (!('tab' in event) || event.tab === this.#tab || event.type === 'navigation') protocol.event(event);
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
    const { live, protocol } = this.#options;
    const isOther = tab !== this.#tab;
    this.#tab = tab;
    if (this.#isCurtained) return;
    protocol.watching(this.#watching());
    if (!isOther) return;
    for (const event of live.stateOf(tab)) protocol.event(event);
    this.#startScreencast();
  }

  #setQuality(quality: ScreencastQuality): void {
    if (quality === this.#quality) return;
    this.#quality = quality;
    this.#startScreencast();
  }

  // A private drive is seen by nobody but the driver.
  #mayNotSee(): boolean {
    const { lease } = this.#options.conversation;
    return lease.state.isPrivate && !lease.mayDrive(this.id);
  }

  #drawCurtain(): void {
    const { live, protocol } = this.#options;
    const isCurtained = this.#mayNotSee();
    if (isCurtained === this.#isCurtained) return;
    this.#isCurtained = isCurtained;
    protocol.curtain(isCurtained);
    if (isCurtained) {
      this.#stopWatching();
      this.#stopWatching = () => {};
      this.#frames.drop();
      return;
    }
    this.#tab = (this.#isFollowing && this.#agentsTab()) || this.#tab;
    protocol.watching(this.#watching());
    for (const event of live.stateOf(this.#tab)) protocol.event(event);
    this.#startScreencast();
  }

  // The new screencast starts before the old one stops, so that an equal one continues.
  #startScreencast(): void {
    if (this.#isCurtained) return;
    const stopOld = this.#stopWatching;
    const show = this.#frames.offer.bind(this.#frames);
    this.#stopWatching = this.#options.live.watch(this.#tab, this.#quality, show);
    stopOld();
  }

  #agentsTab(): string | undefined {
    const { tabs } = this.#options.live;
    return (tabs.find(({ active }) => active) ?? tabs.at(-1))?.id;
  }

  #watching() {
    if (this.#isCurtained) return { tabs: [], tab: '', isFollowing: this.#isFollowing };
    return { tabs: this.#options.live.tabs, tab: this.#tab, isFollowing: this.#isFollowing };
  }
}
