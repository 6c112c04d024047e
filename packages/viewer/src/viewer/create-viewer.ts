import type { ConfigMessage, Frame, LiveMessage } from '@btcp/protocol';
import { placeOf } from '../picture/mapping.js';
import { createPainter } from '../picture/painter.js';
import { createStore } from '../state/store.js';
import { INITIAL_STATE, isCurtained, Receiver } from '../state/viewer-state.js';
import { openConnection } from '../stream/connection.js';
import { createSilenceTimer } from '../stream/silence-timer.js';
import { createAnswers } from './answers.js';
import { createBrowserCommands } from './browser-commands.js';
import { driveCanvas } from './drive-canvas.js';
import { createLocator } from './locator.js';
import type { PictureQuality, Viewer, ViewerOptions } from './viewer.js';

const DEFAULT_STALE_AFTER_MS = 5000;

/**
 * Shows a browser that runs elsewhere on a canvas.
 *
 * @example
 * const viewer = createViewer(canvas, { url: '/browser/stream?sessionId=demo', token });
 * viewer.subscribe(() => console.log(viewer.getSnapshot().status));
 */
export function createViewer(canvas: HTMLCanvasElement, options: ViewerOptions): Viewer {
  const store = createStore(INITIAL_STATE);
  const state = store.getSnapshot;
  const receiver = new Receiver();
  const ending = new AbortController();
  const { signal } = ending;
  const config: ConfigMessage = { type: 'config', pacing: 'ack', ...qualityOf(options) };
  let drawnTab: string | null = null;

  const painter = createPainter(canvas, onDrawn);
  const silence = createSilenceTimer(options.staleAfter ?? DEFAULT_STALE_AFTER_MS, {
    onStale: (staleFor) => store.update({ staleFor }),
    onDead() {
      onLost('The server stopped sending.');
      reopen();
    },
  });
  const locator = createLocator((message) => connection.send(message));
  const connection = openConnection(options, { onOpen, onMessage, onFrame, onLost, onEnd: close });
  const { send } = connection;
  const input = driveCanvas(canvas, store, signal, send, metadata, options.releaseKey);

  addEventListener('online', () => state().status !== 'live' && reopen(), { signal });
  addEventListener('pagehide', leavePage, { signal });
  addEventListener('pageshow', ({ persisted }) => persisted && reopen(), { signal });

  function onDrawn({ sequence, tab }: Frame) {
    drawnTab = `t${tab}`;
    send({ type: 'ack', seq: sequence });
    const { width, height } = canvas;
    const { picture } = state();
    if (picture?.width !== width || picture.height !== height) store.update({ picture: { width, height } });
  }

  function onOpen() {
    const { watching, isFollowing } = state();
    send(config);
    if (watching !== null && !isFollowing) send({ type: 'watch', tab: watching });
  }

  function onMessage(message: LiveMessage) {
    silence.reset();
    store.update(receiver.receive(state(), message));
    if (message.type === 'control' && isCurtained(state())) {
      painter.clear();
      store.update({ picture: null });
    }
    if (message.type === 'hello') connection.keepPass(message.pass);
    if (message.type === 'selection') void input.copied(message.text);
    if (message.type === 'located') locator.onLocated(message.ref, message.rectangle);
    if (message.type === 'closed') close(message.reason);
  }

  function onFrame(frame: Frame) {
    silence.reset();
    painter.paint(frame);
  }

  function onLost(message: string) {
    locator.giveUp();
    store.update({
      status: state().status === 'connecting' ? 'connecting' : 'reconnecting',
      isDriving: false,
      cursor: 'default',
      error: { code: 'browser_unavailable', message, hint: 'Reconnecting automatically.' },
    });
  }

  // The page may be kept asleep for going back: nobody drives from there.
  function leavePage() {
    connection.close();
    onLost('You left the page.');
  }

  function reopen() {
    silence.retry();
    connection.reopen();
  }

  // A picture can arrive before the message that its tab is now watched.
  function metadata() {
    return drawnTab === null ? state().metadata : receiver.tab(drawnTab).metadata;
  }

  function close(closeReason = state().closeReason) {
    if (signal.aborted) return;
    ending.abort();
    locator.giveUp();
    silence.stop();
    painter.close();
    connection.close();
    store.update({ status: 'closed', closeReason, isDriving: false, hasKeyboard: false, staleFor: 0 });
    input.close();
  }

  return {
    canvas,
    getSnapshot: store.getSnapshot,
    subscribe: store.subscribe,
    ...createBrowserCommands(state, send),
    ...createAnswers(store, receiver, send),
    setQuality(quality) {
      Object.assign(config, qualityOf(quality));
      send(config);
    },
    setPaused: painter.setPaused,
    focus: input.focus,
    locate: locator.locate,
    placeOf(rectangle) {
      const known = metadata();
      return known ? placeOf(canvas, rectangle, known) : undefined;
    },
    close: () => close(),
  };
}

function qualityOf({ quality, maxFps }: PictureQuality): PictureQuality {
  return { ...(quality === undefined ? {} : { quality }), ...(maxFps === undefined ? {} : { maxFps }) };
}
