import type { LiveBrowser, LiveFrame } from '@btcp/tools';
import type { Dialect, Watching, Wire } from './dialect.js';

const encoded = new WeakMap<LiveFrame, string>();

/** JSON only, in the words of agent-browser's stream: a client written for that works as it is. */
export function plainDialect(wire: Wire, live: LiveBrowser): Dialect {
  const status = (screencasting: boolean, connected = true) => {
    const { width, height } = live.viewport;
    const size = { viewportWidth: width, viewportHeight: height };
    wire.json({ type: 'status', connected, screencasting, ...size, engine: 'chrome', recording: false });
  };
  let active: string | undefined;
  const sayWatching = ({ tabs }: Watching) => {
    active = tabs.find((tab) => tab.active)?.id;
    const described = tabs.map((tab) => ({
      tabId: tab.id,
      targetId: tab.id,
      title: tab.title,
      url: tab.url,
      type: 'page',
      active: tab.active,
      label: null,
    }));
    wire.json({ type: 'tabs', tabs: described, timestamp: Date.now() });
  };
  return {
    takesControlByInput: true,
    greet({ watching }) {
      status(false);
      sayWatching(watching);
    },
    casting: () => status(true),
    frame: (frame, _isReplay, sent) => wire.json(textOf(frame), sent),
    watching: sayWatching,
    control() {},
    event(event) {
      if (event.type === 'navigation' && event.tab === active) {
        wire.json({ type: 'url', url: event.url, timestamp: Date.now() });
      }
    },
    sessionEvent(event) {
      if (event.type === 'tool_call') {
        const { call, name, time, arguments: params } = event;
        wire.json({ type: 'command', action: shortName(name), id: `r${call}`, params, timestamp: time });
      }
      if (event.type === 'tool_result') {
        const { call, name, time, success, duration } = event;
        const outcome = { success, data: {}, duration_ms: duration, timestamp: time };
        wire.json({ type: 'result', id: `r${call}`, action: shortName(name), ...outcome });
      }
    },
    error: ({ code, message, hint }) =>
      wire.json({ type: 'error', message: hint ? `${message} ${hint}` : message, code }),
    heartbeat() {},
    closed: () => status(false, false),
  };
}

/** Text that is JSON already. */
function textOf(frame: LiveFrame): string {
  let text = encoded.get(frame);
  if (text === undefined) {
    const { sequence: seq, data, metadata, captured: timestamp } = frame;
    text = JSON.stringify({ type: 'frame', seq, data, metadata: { ...metadata, timestamp } });
    encoded.set(frame, text);
  }
  return text;
}

function shortName(tool: string): string {
  return tool.replace(/^browser_/, '');
}
