import { encodeFrame, type FrameMetadata, type LiveMessage } from '@btcp/protocol';
import type { LiveFrame } from '@btcp/tools';
import type { Dialect, Wire } from './dialect.js';

/** Each picture is put on the wire once, however many watch it. */
const encoded = new WeakMap<LiveFrame, Uint8Array>();

/** `btcp.live.v1`: pictures as binary messages, and what people need to know beside them as JSON. */
export function liveDialect(wire: Wire): Dialect {
  const say = (message: LiveMessage) => wire.json(message);
  const sayWatching: Dialect['watching'] = ({ tabs, tab, isFollowing }) =>
    say({ type: 'tabs', tabs: [...tabs], watching: tab, isFollowing });
  let told: string | undefined;
  const tellMetadata = (tab: string, metadata: FrameMetadata) => {
    const message = { type: 'metadata', tab, ...metadata } as const;
    const text = JSON.stringify(message);
    if (text !== told) say(message);
    told = text;
  };
  return {
    takesControlByInput: false,
    greet({ viewer, pass, role, session, control, watching }) {
      say({ type: 'hello', viewer, pass, role, session });
      say({ type: 'control', control });
      sayWatching(watching);
    },
    casting() {},
    frame(frame, isReplay, sent) {
      tellMetadata(frame.tab, frame.metadata);
      wire.binary(bytesOf(frame, isReplay), sent);
    },
    watching: sayWatching,
    control: (control) => say({ type: 'control', control }),
    event(event) {
      if (event.type !== 'tabs' && event.type !== 'navigation' && event.type !== 'closed') say(event);
    },
    sessionEvent() {},
    error: (error) => say({ type: 'error', error: error.toJSON() }),
    heartbeat: () => say({ type: 'heartbeat', time: Date.now() }),
    closed: (reason) => say({ type: 'closed', reason }),
  };
}

function bytesOf(frame: LiveFrame, isReplay: boolean): Uint8Array {
  const known = isReplay ? undefined : encoded.get(frame);
  if (known) return known;
  const { sequence, captured, tab, data } = frame;
  const image = Buffer.from(data, 'base64');
  const bytes = encodeFrame({ sequence, captured, tab: Number(tab.slice(1)), isReplay, image });
  if (!isReplay) encoded.set(frame, bytes);
  return bytes;
}
