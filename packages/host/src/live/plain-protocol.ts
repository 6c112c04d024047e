import type { LiveBrowser, LiveFrame } from '@btcp/tools';
import type { SocketWriter, ViewerProtocol, Watching } from './viewer-protocol.js';

const encoded = new WeakMap<LiveFrame, string>();

/** JSON only, compatible with clients of agent-browser's stream. */
export function plainProtocol(writer: SocketWriter, live: LiveBrowser): ViewerProtocol {
  const sendStatus = (screencasting: boolean, connected = true) => {
    const { width, height } = live.viewport;
    const size = { viewportWidth: width, viewportHeight: height };
    writer.json({ type: 'status', connected, screencasting, ...size, engine: 'chrome', recording: false });
  };
  let active: string | undefined;
  const sendWatching = ({ tabs }: Watching) => {
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
    writer.json({ type: 'tabs', tabs: described, timestamp: Date.now() });
  };
  return {
    takesControlByInput: true,
    greet({ watching }) {
      sendStatus(false);
      sendWatching(watching);
    },
    screencastStarted: () => sendStatus(true),
    frame: (frame, _isReplay, sent) => writer.json(textOf(frame), sent),
    watching: sendWatching,
    control() {},
    curtain: (isDrawn) => sendStatus(!isDrawn),
    event(event) {
      if (event.type === 'navigation' && event.tab === active) {
        writer.json({ type: 'url', url: event.url, timestamp: Date.now() });
      }
    },
    sessionEvent(event) {
      if (event.type === 'tool_call') {
        const { call, name, time, arguments: params } = event;
        writer.json({ type: 'command', action: shortName(name), id: `r${call}`, params, timestamp: time });
      }
      if (event.type === 'tool_result') {
        const { call, name, time, success, duration } = event;
        const outcome = { success, data: {}, duration_ms: duration, timestamp: time };
        writer.json({ type: 'result', id: `r${call}`, action: shortName(name), ...outcome });
      }
    },
    error: ({ code, message, hint }) =>
      writer.json({ type: 'error', message: hint ? `${message} ${hint}` : message, code }),
    heartbeat() {},
    closed: () => sendStatus(false, false),
  };
}

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
