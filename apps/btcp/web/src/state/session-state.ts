import type { ControlState } from '@btcp/protocol';
import type { AppEvent, Message, RecordedAction, Session, TokenUsage } from '../../../src/contract/types.ts';

export interface SessionState {
  connection: 'connecting' | 'live' | 'reconnecting' | 'gone';
  session: Session | null;
  messages: readonly Message[];
  unsent: readonly string[];
  usage: TokenUsage;
  control: ControlState | null;
  browserActive: boolean;
  browserCount: number;
  actions: readonly RecordedAction[];
  changes: number;
  fileCount: number;
}

export const NOTHING_KNOWN: SessionState = {
  connection: 'connecting',
  session: null,
  messages: [],
  unsent: [],
  usage: { input: 0, output: 0, cached: 0 },
  control: null,
  browserActive: false,
  browserCount: 0,
  actions: [],
  changes: 0,
  fileCount: 0,
};

export function received(state: SessionState, event: AppEvent): Partial<SessionState> {
  switch (event.type) {
    case 'state': {
      const { session, messages, control, browserActive } = event;
      const browserCount = state.browserCount + (browserActive && !state.browserActive ? 1 : 0);
      const usage = total(messages);
      const { changes, fileCount } = state;
      const grown = { changes: changes + 1, fileCount: fileCount + 1 };
      return { session, messages, control, browserActive, browserCount, usage, unsent: [], ...grown };
    }
    case 'message':
      return { messages: withMessage(state.messages, event.message), unsent: stillUnsent(state.unsent, event.message) };
    case 'delta':
      return { messages: state.messages.map((it) => (it.id === event.message ? withText(it, event) : it)) };
    case 'run':
      return state.session ? { session: { ...state.session, run: event.run }, changes: state.changes + 1 } : {};
    case 'usage':
      return { usage: event.total };
    case 'browser_active':
      if (event.active === state.browserActive) return {};
      return { browserActive: event.active, browserCount: state.browserCount + (event.active ? 1 : 0) };
    case 'navigation':
      return { changes: state.changes + 1 };
    case 'control':
      return { control: event.control };
    case 'action':
      return { actions: withAction(state.actions, event.action), changes: state.changes + 1 };
    case 'files':
      return { fileCount: state.fileCount + 1 };
    case 'title':
      return state.session ? { session: { ...state.session, title: event.title } } : {};
    default:
      return {};
  }
}

function withMessage(messages: readonly Message[], message: Message): readonly Message[] {
  const known = messages.findIndex(({ id }) => id === message.id);
  return known < 0 ? [...messages, message] : messages.with(known, message);
}

// A piece that the state included already changes nothing.
function withText(message: Message, { at, text }: Extract<AppEvent, { type: 'delta' }>): Message {
  const last = message.parts.at(-1);
  if (last?.type !== 'text') return { ...message, parts: [...message.parts, { type: 'text', text }] };
  const whole = last.text.slice(0, at) + text + last.text.slice(at + text.length);
  return { ...message, parts: message.parts.with(-1, { type: 'text', text: whole }) };
}

/** Loaded and streamed actions overlap. */
export function withAction(actions: readonly RecordedAction[], action: RecordedAction): readonly RecordedAction[] {
  return actions.some(({ id }) => id === action.id) ? actions : [...actions, action];
}

function stillUnsent(unsent: readonly string[], { role, parts }: Message): readonly string[] {
  if (role !== 'user' || unsent.length === 0) return unsent;
  const text = parts.map((part) => (part.type === 'text' ? part.text : '')).join('');
  const sent = unsent.indexOf(text);
  return sent < 0 ? unsent : unsent.toSpliced(sent, 1);
}

function total(messages: readonly Message[]): TokenUsage {
  const sum = { input: 0, output: 0, cached: 0 };
  for (const { usage } of messages) {
    sum.input += usage?.input ?? 0;
    sum.output += usage?.output ?? 0;
    sum.cached += usage?.cached ?? 0;
  }
  return sum;
}
