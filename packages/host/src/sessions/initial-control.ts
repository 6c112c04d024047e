import type { ControlState } from '@btcp/protocol';

/** The agent drives a new browser. */
export const INITIAL_CONTROL: ControlState = {
  holder: { kind: 'agent' },
  epoch: 0,
  reason: 'start',
  isPrivate: false,
  request: null,
};
