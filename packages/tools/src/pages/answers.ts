import { BtcpError, isObject, type Snapshot } from '@btcp/protocol';
import type { ActedElement, Scrolled } from '../port/browser-session.js';
import type { PageAnswer } from './page-link.js';

/** Pages may load any version of the agent, or none of ours. */
export function strangeAnswer(): BtcpError {
  return new BtcpError('internal', 'The page answered in a way that no agent does.', {
    hint: 'Load the page again, with the client of this server.',
  });
}

/** The answer, if it is what it should be: pages are not to be trusted. */
export function need<Expected>(read: (answer: PageAnswer) => Expected | undefined, answer: PageAnswer): Expected {
  const expected = read(answer);
  if (expected === undefined) throw strangeAnswer();
  return expected;
}

export function readSnapshot({ url, title, tree, refs, truncated, isDiff, frames }: PageAnswer): Snapshot | undefined {
  if (typeof url !== 'string' || typeof tree !== 'string' || !isObject(refs)) return undefined;
  return {
    url,
    title: String(title),
    tree,
    refs: Object.fromEntries(
      Object.entries(refs).map(([ref, info]) => [
        ref,
        { role: String(Object(info).role), name: String(Object(info).name) },
      ]),
    ),
    truncated: truncated === true,
    isDiff: isDiff === true,
    frames: Array.isArray(frames) ? frames.map(String) : [],
  };
}

export function readActed(answer: PageAnswer): ActedElement | undefined {
  const { element, role = element, name = '', ref, value, checked, selected, note } = answer;
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

export function readScrolled({ scrolled, moved, remaining, note }: PageAnswer): Scrolled | undefined {
  if (typeof scrolled !== 'string' || !isObject(moved) || !isObject(remaining)) return undefined;
  const { up, down, left, right } = remaining;
  return {
    scrolled,
    moved: { x: Number(moved.x), y: Number(moved.y) },
    remaining: { up: Number(up), down: Number(down), left: Number(left), right: Number(right) },
    ...(typeof note === 'string' ? { note } : {}),
  };
}
