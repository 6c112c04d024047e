import { labelOf, parseRef, sleep } from '@btcp/protocol';
import type { ToolResult } from '@btcp/tools';
import type { RecordedAction, Surroundings } from '../contract/types.js';
import { type ListedElement, listedIn, surroundingsOf } from './surroundings.js';

/** Where an element is now, and whether the page has changed since it was recorded. */
export interface FoundAgain {
  /** Undefined: the recorded selector decides. */
  ref?: string;
  /** Nothing on the page is like it, so that the recorded selector would hit something else. */
  isGone?: true;
  healed?: { element: ListedElement; around: Surroundings; why: string };
}

type Sought = Pick<RecordedAction, 'role' | 'name' | 'frames' | 'around'>;

type Call = (name: string, input: Record<string, unknown>) => Promise<ToolResult>;

const MAX_ATTEMPTS = 20;
// Where a changed page can be healed, it is not waited for so long.
const MAX_HEALING_ATTEMPTS = 5;
const RETRY_MS = 500;
const MAX_SIZE = 5_000_000;
const MIN_NEIGHBOURS = 2;

/** Finds an element by role and name, as a person does; where the page has changed, by what stands around it. */
export async function findAgain(action: Sought, call: Call, mayHeal: boolean): Promise<FoundAgain> {
  const { role, name, frames } = action;
  const around = mayHeal ? action.around : undefined;
  if (role === undefined || (frames === undefined && !around)) return {};
  let listed: ListedElement[] = [];
  for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt++) {
    listed = listedIn(await call('browser_snapshot', { maxSize: MAX_SIZE }));
    const alike = listed.filter((each) => each.role === role && each.name === name);
    const framed = alike.filter(({ ref }) => isInFrame(ref));
    // Selectors do not reach into a frame of another origin.
    if (frames !== undefined && framed.length > 0) return framed.length === 1 ? { ref: framed[0]?.ref ?? '' } : {};
    if (alike.length === 1 && around && frames === undefined) return { ref: alike[0]?.ref ?? '' };
    if (alike.length > 0) return {};
    // A frame may load later than its page.
    const isThere = frames === undefined || listed.some(({ ref }) => isInFrame(ref));
    if (around && isThere && attempt >= MAX_HEALING_ATTEMPTS) break;
    await sleep(RETRY_MS);
  }
  if (!around) return {};
  return heal(action, around, listed) ?? { isGone: true };
}

function heal({ role, name, frames }: Sought, recorded: Surroundings, listed: ListedElement[]): FoundAgain | undefined {
  const isPossible = ({ ref }: ListedElement) => (frames !== undefined) === isInFrame(ref);
  const found = (index: number, why: string): FoundAgain => {
    const element = listed[index] as ListedElement;
    return { ref: element.ref, healed: { element, around: surroundingsOf(listed, index), why } };
  };
  const named = listed.flatMap((each, index) => (name && each.name === name && isPossible(each) ? index : []));
  if (named.length === 1) return found(named[0] ?? 0, `the only element that is called ${JSON.stringify(name)}`);
  const scored = listed
    .map((each, index) => ({
      index,
      score: each.role === role && isPossible(each) ? likeness(recorded, surroundingsOf(listed, index)) : 0,
    }))
    .sort((one, other) => other.score - one.score);
  const [best, next] = scored;
  if (!best || best.score < MIN_NEIGHBOURS || best.score === next?.score) return undefined;
  return found(best.index, `a ${role} with the same neighbours`);
}

function likeness(recorded: Surroundings, now: Surroundings): number {
  const shared = (one: readonly string[], other: readonly string[]) =>
    one.filter((label) => other.includes(label)).length;
  return shared(recorded.before, now.before) + shared(recorded.after, now.after);
}

function isInFrame(ref: string): boolean {
  return parseRef(ref)?.prefix.startsWith('f') ?? false;
}

export function healedAction(
  action: RecordedAction,
  { element, around }: NonNullable<FoundAgain['healed']>,
): RecordedAction {
  return { ...action, element: labelOf(element), role: element.role, name: element.name, around };
}
