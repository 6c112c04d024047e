import {
  type ChosenFile,
  type ConfigMessage,
  type GrantablePermission,
  MAX_CHOSEN_BYTES,
  type Position,
  type Rectangle,
  type ViewerMessage,
} from '@btcp/protocol';
import { listenToInput } from '../input/listen-to-input.js';
import { placeOf, spotAt } from '../picture/mapping.js';
import { createPainter } from '../picture/painter.js';
import { createStore } from '../state/store.js';
import { INITIAL_STATE, Receiver, type ViewerState } from '../state/viewer-state.js';
import { type ConnectionOptions, openConnection } from '../stream/connection.js';
import { createPulse } from '../stream/pulse.js';

/** Where a viewer connects, and how it wants its pictures. */
export interface ViewerOptions extends ConnectionOptions {
  quality?: 'high' | 'low';
  /** At most this many pictures per second; as many as there are when left out. */
  maxFps?: number;
  /** Milliseconds of silence after which the picture counts as stale; 5000 unless told. */
  staleAfter?: number;
  /** The key that gives the keyboard back to the page around the viewer; F6 unless told. */
  releaseKey?: string;
}

/** A live browser in a canvas: what it shows, and what a person does with it. */
export interface Viewer {
  readonly canvas: HTMLCanvasElement;
  getSnapshot(): ViewerState;
  subscribe(listener: () => void): () => void;
  /** While it is private, the agent may not even look; servers take it for private unless told. */
  takeControl(options?: { isPrivate?: boolean }): void;
  giveControl(options?: { outcome?: 'done' | 'declined'; note?: string }): void;
  setPrivate(isPrivate: boolean): void;
  /** Tells the agent that nobody will do what it asked for. */
  declineRequest(note?: string): void;
  /** Stays with a tab, wherever the agent goes. */
  watch(tab: string): void;
  followAgent(): void;
  /** Makes it the tab in which the agent works, too. */
  switchTab(tab: string): void;
  closeTab(tab: string): void;
  newTab(url?: string): void;
  navigate(where: 'back' | 'forward' | 'reload' | 'stop' | { url: string }): void;
  answerDialog(accept: boolean, text?: string): void;
  /** `indexes` for a select, `value` for the others; neither closes it unchanged. */
  answerPicker(answer?: { indexes?: number[]; value?: string }): void;
  /** No files close it unchanged; more than 16 MB of them leave it open, with an error. */
  answerFileChooser(files: Iterable<File>): Promise<void>;
  /** Refused when the watched page has another origin by then; one that may know the location is told `position`. */
  setPermission(origin: string, name: GrantablePermission, granted: boolean, position?: Position): void;
  setQuality(quality: Pick<ConfigMessage, 'quality' | 'maxFps'>): void;
  /** Takes no pictures while they could not be seen; everything else goes on. */
  setPaused(isPaused: boolean): void;
  /** Sends the person's keys to the page, if they drive; on a phone, `keyboard` brings up its own. */
  focus(options?: { keyboard?: boolean }): void;
  /** Where the element of a ref such as `@e3` is in the page that is watched; null where that cannot be told. */
  locate(ref: string): Promise<Rectangle | null>;
  /** Where a rectangle of the page lies on the canvas, in fractions of its size. */
  placeOf(rectangle: Rectangle): Rectangle | undefined;
  close(): void;
}

const STALE_AFTER = 5000;

/**
 * Shows a browser that runs elsewhere on a canvas.
 *
 * @example
 * const viewer = createViewer(canvas, { url: '/browser/stream?sessionId=demo', token });
 * viewer.subscribe(() => console.log(viewer.getSnapshot().status));
 */
export function createViewer(canvas: HTMLCanvasElement, options: ViewerOptions): Viewer {
  const store = createStore(INITIAL_STATE);
  const receiver = new Receiver();
  const ending = new AbortController();
  const state = store.getSnapshot;
  const config: ConfigMessage = { type: 'config', pacing: 'ack', ...qualityOf(options) };
  let drawnTab: string | null = null;
  const locating = new Map<string, (rectangle: Rectangle | null) => void>();

  const painter = createPainter(canvas, ({ sequence, tab }) => {
    drawnTab = `t${tab}`;
    send({ type: 'ack', seq: sequence });
    const { width, height } = canvas;
    const { picture } = state();
    if (picture?.width !== width || picture.height !== height) store.update({ picture: { width, height } });
  });

  const pulse = createPulse(options.staleAfter ?? STALE_AFTER, {
    onAge: (staleFor) => store.update({ staleFor }),
    onDead() {
      onLost('The stream has gone silent.');
      reopen();
    },
  });

  const connection = openConnection(options, {
    onOpen() {
      const { watching, isFollowing } = state();
      send(config);
      if (watching !== null && !isFollowing) send({ type: 'watch', tab: watching });
    },
    onMessage(message) {
      pulse.beat();
      store.update(receiver.receive(state(), message));
      if (message.type === 'hello') connection.keepPass(message.pass);
      if (message.type === 'selection') void input.copied(message.text);
      if (message.type === 'located') locating.get(message.ref)?.(message.rectangle);
      if (message.type === 'closed') end(message.reason);
    },
    onEnd: end,
    onFrame(frame) {
      pulse.beat();
      painter.paint(frame);
    },
    onLost,
  });
  const send = (message: ViewerMessage) => void connection.send(message);

  const metadata = () => (drawnTab === null ? state().metadata : receiver.tab(drawnTab).metadata);
  const input = listenToInput({
    canvas,
    signal: ending.signal,
    isDriving: () => state().isDriving,
    isActive: () => state().isDriving && state().hasKeyboard,
    // Keys and buttons that are let go after control was lost have been let go there, too.
    send: (message) => state().isDriving && send(message),
    spotAt(event) {
      const known = metadata();
      return known && canvas.clientWidth > 0 ? spotAt(canvas, event, known) : undefined;
    },
    releaseKey: options.releaseKey ?? 'F6',
    onKeyboard: (hasKeyboard) => store.update({ hasKeyboard }),
  });

  function onLost(message: string) {
    giveUpLocating();
    store.update({
      status: state().status === 'connecting' ? 'connecting' : 'reconnecting',
      isDriving: false,
      cursor: 'default',
      error: { code: 'browser_unavailable', message, hint: 'It is tried again by itself.' },
    });
  }

  /** The answers would have come over the connection that is gone. */
  function giveUpLocating() {
    for (const answer of [...locating.values()]) answer(null);
  }

  store.subscribe(() => {
    const { isDriving, cursor } = state();
    canvas.style.cursor = isDriving ? keywordOf(cursor) : '';
    // Who only watches scrolls the page around the viewer; who drives can still look closer, with two fingers.
    canvas.style.touchAction = isDriving ? 'pinch-zoom' : '';
    input.setDriving(isDriving);
  });

  function end(closeReason: string) {
    store.update({ closeReason });
    close();
  }

  function close() {
    if (ending.signal.aborted) return;
    ending.abort();
    giveUpLocating();
    pulse.stop();
    painter.close();
    connection.close();
    store.update({ status: 'closed', isDriving: false, hasKeyboard: false, staleFor: 0 });
    input.close();
  }

  function reopen() {
    pulse.retry();
    connection.reopen();
  }

  const { signal } = ending;
  addEventListener('online', () => state().status !== 'live' && reopen(), { signal });
  // A page that is left may be kept, asleep, for going back: nobody looks at it, and nobody drives from there.
  addEventListener(
    'pagehide',
    () => {
      connection.close();
      onLost('The page was left.');
    },
    { signal },
  );
  addEventListener('pageshow', ({ persisted }) => persisted && reopen(), { signal });

  return {
    canvas,
    getSnapshot: store.getSnapshot,
    subscribe: store.subscribe,
    takeControl: (choice = {}) => send({ type: 'take_control', ...choice }),
    giveControl: (choice = {}) => send({ type: 'give_control', ...choice }),
    setPrivate: (isPrivate) => send({ type: 'set_private', isPrivate }),
    declineRequest(note) {
      const request = state().control?.request;
      if (request) send({ type: 'decline_request', id: request.id, ...(note === undefined ? {} : { note }) });
    },
    watch: (tab) => send({ type: 'watch', tab }),
    followAgent: () => send({ type: 'follow_agent' }),
    switchTab: (tab) => send({ type: 'switch_tab', tab }),
    closeTab: (tab) => send({ type: 'close_tab', tab }),
    newTab: (url) => send({ type: 'new_tab', ...(url === undefined ? {} : { url }) }),
    navigate(where) {
      if (typeof where === 'string') send({ type: 'navigate', action: where });
      else send({ type: 'navigate', action: 'to', url: where.url });
    },
    answerDialog(accept, text) {
      send({ type: 'answer_dialog', accept, ...(text === undefined ? {} : { text }) });
      store.update(receiver.answered(state(), 'dialog'));
    },
    answerPicker(answer = {}) {
      const { picker } = state();
      if (!picker) return;
      send({ type: 'answer_picker', id: picker.id, ...answer });
      store.update(receiver.answered(state(), 'picker'));
    },
    async answerFileChooser(files) {
      const { fileChooser } = state();
      const chosen = [...files];
      if (!fileChooser) return;
      // More would end the connection in the middle of it.
      if (chosen.reduce((sum, { size }) => sum + size, 0) > MAX_CHOSEN_BYTES) {
        const message = `Together the files have more than ${MAX_CHOSEN_BYTES >> 20} MB.`;
        return store.update({ error: { code: 'invalid_input', message, hint: 'Choose less.' } });
      }
      store.update(receiver.answered(state(), 'fileChooser'));
      send({ type: 'answer_file_chooser', id: fileChooser.id, files: await Promise.all(chosen.map(contentOf)) });
    },
    setPermission: (origin, name, granted, position) =>
      send({ type: 'set_permission', origin, name, granted, ...(position ? { position } : {}) }),
    setQuality(quality) {
      Object.assign(config, qualityOf(quality));
      send(config);
    },
    setPaused: painter.setPaused,
    focus: input.focus,
    locate(ref) {
      locating.get(ref)?.(null);
      return new Promise((resolve) => {
        const answer = (rectangle: Rectangle | null) => {
          locating.delete(ref);
          resolve(rectangle);
        };
        locating.set(ref, answer);
        if (!connection.send({ type: 'locate', ref })) answer(null);
      });
    },
    placeOf(rectangle) {
      const known = metadata();
      return known ? placeOf(canvas, rectangle, known) : undefined;
    },
    close,
  };
}

function qualityOf({ quality, maxFps }: Pick<ConfigMessage, 'quality' | 'maxFps'>): Partial<ConfigMessage> {
  return { ...(quality === undefined ? {} : { quality }), ...(maxFps === undefined ? {} : { maxFps }) };
}

/** A page's own picture of a cursor is not shown: who watches would fetch it from where the page says. */
function keywordOf(cursor: string): string {
  return cursor.split(',').at(-1)?.trim() ?? '';
}

async function contentOf(file: File): Promise<ChosenFile> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  let binary = '';
  // In parts, because a call takes only so many arguments.
  for (let start = 0; start < bytes.length; start += 8192) {
    binary += String.fromCharCode(...bytes.subarray(start, start + 8192));
  }
  return { name: file.name, type: file.type, data: btoa(binary) };
}
