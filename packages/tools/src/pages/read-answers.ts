import {
  type ActionAnswer,
  type AnswerTo,
  isObject,
  type Match,
  type PageAction,
  type ScrollAnswer,
  type Snapshot,
} from '@btcp/protocol';
import { strangeAnswer } from './read-reply.js';

type Data = Record<string, unknown>;

// Pages are untrusted, so answers are read field by field; the contract itself checks commands that only read.
const READERS = {
  snapshot: readSnapshot,
  find: ({ matches, more }) =>
    Array.isArray(matches) ? { matches: matches.map(readMatch), more: Number(more) } : undefined,
  click: readAction,
  hover: readAction,
  type: readAction,
  fill: readAction,
  select: readAction,
  press: readAction,
  drag: readAction,
  scroll: readScroll,
  waitFor: ({ elapsed }) => ({ elapsed: Number(elapsed) }),
  evaluate: ({ result }) => ({ result }),
  screenshot: ({ screenshot, format, width, height }) =>
    typeof screenshot === 'string' && (format === 'png' || format === 'jpeg' || format === 'webp')
      ? { screenshot, format, width: Number(width), height: Number(height) }
      : undefined,
  getUrl: ({ url }) => ({ url: String(url) }),
  getTitle: ({ title }) => ({ title: String(title) }),
} satisfies { [Action in PageAction]?: (data: Data) => Partial<AnswerTo<Action>> | undefined };

export type CheckedAction = keyof typeof READERS;

export type CheckedAnswer<Action extends CheckedAction> = NonNullable<ReturnType<(typeof READERS)[Action]>>;

export function checkAnswer<Action extends CheckedAction>(action: Action, data: Data): CheckedAnswer<Action> {
  const answer = READERS[action](data);
  if (answer === undefined) throw strangeAnswer();
  return answer as CheckedAnswer<Action>;
}

function readSnapshot({ url, title, tree, refs, truncated, isDiff, frames }: Data): Snapshot | undefined {
  if (typeof url !== 'string' || typeof tree !== 'string' || !isObject(refs)) return undefined;
  return {
    url,
    title: String(title),
    tree,
    refs: Object.fromEntries(
      Object.entries(refs).map(([ref, info]) => {
        const { role, name, line } = Object(info);
        return [ref, { role: String(role), name: String(name), ...(typeof line === 'number' ? { line } : {}) }];
      }),
    ),
    truncated: truncated === true,
    isDiff: isDiff === true,
    frames: Array.isArray(frames) ? frames.map(String) : [],
  };
}

function readMatch(match: unknown): Match {
  const { role, name, ref, line } = Object(match);
  if (typeof ref !== 'string' || typeof line !== 'string') throw strangeAnswer();
  return { role: String(role), name: String(name), ref, line };
}

/** An older BrowserAgent sends only the label of the element. */
export function readAction(data: Data): ActionAnswer | undefined {
  const { element, role = element, name = '', ref, value, checked, selected, note } = data;
  if (typeof role !== 'string' || typeof name !== 'string' || typeof ref !== 'string') return undefined;
  return {
    role,
    name,
    ref,
    ...(typeof value === 'string' ? { value } : {}),
    ...(typeof checked === 'boolean' || checked === 'mixed' ? { checked } : {}),
    ...(Array.isArray(selected) ? { selected: selected.map(String) } : {}),
    ...(typeof note === 'string' ? { note } : {}),
  };
}

function readScroll({ scrolled, moved, remaining, note }: Data): ScrollAnswer | undefined {
  if (typeof scrolled !== 'string' || !isObject(moved) || !isObject(remaining)) return undefined;
  const { up, down, left, right } = remaining;
  return {
    scrolled,
    moved: { x: Number(moved.x), y: Number(moved.y) },
    remaining: { up: Number(up), down: Number(down), left: Number(left), right: Number(right) },
    ...(typeof note === 'string' ? { note } : {}),
  };
}
