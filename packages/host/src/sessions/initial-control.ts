import type { ControlState } from '@btcp/protocol';

/** Who drives a browser that nobody has taken over. */
export const INITIAL_CONTROL: ControlState = {
  holder: { kind: 'agent' },
  epoch: 0,
  reason: 'start',
  isPrivate: false,
  request: null,
};
