import { encodeFrame, FRAME_HEADER_BYTES, type FrameMetadata, type LiveMessage } from '@btcp/protocol';
import type { LiveFrame } from '@btcp/tools';
import type { SocketWriter, ViewerProtocol } from './viewer-protocol.js';

const NO_IMAGE = new Uint8Array();

// Each frame is encoded once, however many viewers watch it.
const encoded = new WeakMap<LiveFrame, Uint8Array>();

export function liveProtocol(writer: SocketWriter): ViewerProtocol {
  const send = (message: LiveMessage) => writer.json(message);
  const sendWatching: ViewerProtocol['watching'] = ({ tabs, tab, isFollowing }) =>
    send({ type: 'tabs', tabs: [...tabs], watching: tab, isFollowing });
  let lastMetadata: string | undefined;
  const sendMetadata = (tab: string, metadata: FrameMetadata) => {
    const message = { type: 'metadata', tab, ...metadata } as const;
    const text = JSON.stringify(message);
    if (text !== lastMetadata) send(message);
    lastMetadata = text;
  };
  return {
    takesControlByInput: false,
    greet({ viewer, pass, role, session, control, watching }) {
      send({ type: 'hello', viewer, pass, role, session });
      send({ type: 'control', control });
      sendWatching(watching);
    },
    screencastStarted() {},
    frame(frame, isReplay, sent) {
      sendMetadata(frame.tab, frame.metadata);
      writer.binary(bytesOf(frame, isReplay), sent);
    },
    watching: sendWatching,
    control: (control) => send({ type: 'control', control }),
    curtain() {},
    event(event) {
      if (event.type !== 'tabs' && event.type !== 'navigation' && event.type !== 'closed') send(event);
    },
    sessionEvent() {},
    error: (error) => send({ type: 'error', error: error.toJSON() }),
    heartbeat: () => send({ type: 'heartbeat', time: Date.now() }),
    closed: (reason) => send({ type: 'closed', reason }),
  };
}

function bytesOf(frame: LiveFrame, isReplay: boolean): Uint8Array {
  const known = isReplay ? undefined : encoded.get(frame);
  if (known) return known;
  const { sequence, captured, tab, data } = frame;
  // Decoded where it is sent from, without a copy between.
  const bytes = Buffer.allocUnsafe(FRAME_HEADER_BYTES + Buffer.byteLength(data, 'base64'));
  bytes.set(encodeFrame({ sequence, captured, tab: Number(tab.slice(1)), isReplay, image: NO_IMAGE }));
  bytes.write(data, FRAME_HEADER_BYTES, 'base64');
  if (!isReplay) encoded.set(frame, bytes);
  return bytes;
}
