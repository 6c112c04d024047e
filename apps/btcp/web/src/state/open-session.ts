import type { AppEvent, SessionFile } from '../../../src/contract/types.ts';
import { api, sessionPath } from './api.ts';
import { EventStream } from './event-stream.ts';
import { NOTHING_KNOWN, received, type SessionState, withAction } from './session-state.ts';
import { createStore, type Store } from './store.ts';
import type { ToolTarget } from './tool-target.ts';
import { changeSession, isThere } from './workspace.ts';
import { hearWorkspace } from './workspace-stream.ts';

export interface OpenSession extends ToolTarget {
  readonly agent: string;
  readonly id: string;
  readonly store: Store<SessionState>;
  send(text: string, files: readonly string[]): Promise<void>;
  attach(file: File): Promise<SessionFile>;
  stop(): Promise<void>;
  resume(): Promise<void>;
  close(): void;
}

const EVENTS = [
  'state',
  'message',
  'delta',
  'run',
  'usage',
  'browser_active',
  'navigation',
  'control',
  'action',
  'title',
  'files',
] as const satisfies AppEvent['type'][];

const RETRY_AFTER = 1500;
// Streamed text is batched for this many milliseconds.
const TOGETHER = 50;

type Delta = Extract<AppEvent, { type: 'delta' }>;

function isNext(words: Delta, { message, at }: Delta): boolean {
  return words.message === message && words.at + words.text.length === at;
}

export function openSession(agent: string, id: string): OpenSession {
  const store = createStore<SessionState>(NOTHING_KNOWN);
  let source: EventStream;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isClosed = false;
  let words: Delta | null = null;
  let showing: ReturnType<typeof setTimeout> | undefined;

  function connect() {
    source = new EventStream(`${sessionPath(agent, id)}/events?workspace`);
    hearWorkspace(source);
    for (const type of EVENTS) source.addEventListener(type, ({ data }) => take({ ...JSON.parse(data), type }));
    source.onopen = () => store.update({ connection: 'live' });
    source.onerror = () => {
      store.update({ connection: store.get().session ? 'reconnecting' : 'connecting' });
      if (source.isRefused) void tryAgain();
    };
  }

  async function tryAgain() {
    if (!(await isThere(agent, id))) return store.update({ connection: 'gone' });
    if (isClosed) return;
    clearTimeout(timer);
    timer = setTimeout(connect, RETRY_AFTER);
  }

  function take(event: AppEvent) {
    if (event.type === 'delta' && words && isNext(words, event)) words.text += event.text;
    else showWords();
    if (event.type === 'delta') {
      words ??= event;
      showing ??= setTimeout(showWords, TOGETHER);
      return;
    }
    store.update(received(store.get(), event));
    if (event.type === 'state') {
      changeSession(agent, id, event.session);
      void readActions();
    }
    if (event.type === 'run') changeSession(agent, id, { run: event.run });
    if (event.type === 'title') changeSession(agent, id, { title: event.title });
  }

  function showWords() {
    clearTimeout(showing);
    showing = undefined;
    if (words) store.update(received(store.get(), words));
    words = null;
  }

  async function readActions() {
    const actions = await api.recording(agent, id).catch(() => []);
    store.update({ actions: store.get().actions.reduce(withAction, actions) });
  }

  connect();
  return {
    agent,
    id,
    store,
    attach: (file) => api.attach(agent, id, file),
    async send(text, files) {
      store.update({ unsent: [...store.get().unsent, text] });
      try {
        const { message } = await api.send(agent, id, text, files);
        store.update(received(store.get(), { type: 'message', message }));
      } catch (thrown) {
        store.update({ unsent: store.get().unsent.filter((it) => it !== text) });
        throw thrown;
      }
    },
    stop: () => api.stop(agent, id),
    resume: () => api.resume(agent, id),
    call: (tool, input) => api.callTool(agent, id, tool, input),
    close() {
      isClosed = true;
      clearTimeout(timer);
      clearTimeout(showing);
      source.close();
    },
  };
}
