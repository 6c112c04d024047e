import type { ViewerMessage } from '@btcp/protocol';
import type { ViewerState } from '../state/viewer-state.js';
import type { BrowserCommands } from './viewer.js';

export function createBrowserCommands(
  getState: () => ViewerState,
  send: (message: ViewerMessage) => void,
): BrowserCommands {
  return {
    takeControl: (choice = {}) => send({ type: 'take_control', ...choice }),
    giveControl: (choice = {}) => send({ type: 'give_control', ...choice }),
    setPrivate: (isPrivate) => send({ type: 'set_private', isPrivate }),
    declineRequest(note) {
      const request = getState().control?.request;
      if (request) send({ type: 'decline_request', id: request.id, note });
    },
    watch: (tab) => send({ type: 'watch', tab }),
    followAgent: () => send({ type: 'follow_agent' }),
    switchTab: (tab) => send({ type: 'switch_tab', tab }),
    closeTab: (tab) => send({ type: 'close_tab', tab }),
    newTab: (url) => send({ type: 'new_tab', url }),
    navigate(where) {
      if (typeof where === 'string') send({ type: 'navigate', action: where });
      else send({ type: 'navigate', action: 'to', url: where.url });
    },
    fitPage: (size) => send({ type: 'fit_page', ...size }),
    setPermission: (origin, name, granted, position) =>
      send({ type: 'set_permission', origin, name, granted, position }),
  };
}
