import type { ControlState } from '@btcp/protocol';

export const INITIAL_CONTROL: ControlState = {
  holder: { kind: 'agent' },
  epoch: 0,
  reason: 'start',
  isPrivate: false,
  request: null,
};
