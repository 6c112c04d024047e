import type { AnswerTo, FindAnswer, PageCommand, Snapshot, SnapshotOptions } from '@btcp/protocol';
import type { FindInput, Found } from '@btcp/tools';
import { type DocumentSnapshot, insertFrames } from 'btcp-browser-agent';
import type { Reply } from './frame-link.js';

export interface FrameReader<Link> {
  snapshot(link: Link, options: SnapshotOptions): Promise<Reply<DocumentSnapshot>>;
  find(link: Link, wanted: FindInput): Promise<Reply<FindAnswer>>;
  text(link: Link, command: PageCommand<'getText'>): Promise<Reply<AnswerTo<'getText'>>>;
  inside(parent: Link, owner: string): Promise<Link | undefined>;
}

export async function readSnapshot<Link>(
  reader: FrameReader<Link>,
  link: Link,
  options: SnapshotOptions,
): Promise<Reply<Snapshot>> {
  const { value, state } = await reader.snapshot(link, options);
  const { slots, ...snapshot } = value;
  if (slots.length === 0) return { value: snapshot, state };
  const inside = new Map<string, Snapshot>();
  let budget = (options.maxSize ?? Number.POSITIVE_INFINITY) - snapshot.tree.length;
  for (const { ref } of slots) {
    const inner = budget > 0 ? await readInside(reader, link, ref, { ...options, maxSize: budget }) : undefined;
    if (!inner) continue;
    inside.set(ref, inner);
    budget -= inner.tree.length;
  }
  const frames = snapshot.frames.flatMap((ref) => inside.get(`@${ref}`)?.frames ?? [ref]);
  const truncated = snapshot.truncated || [...inside.values()].some((inner) => inner.truncated);
  return { value: { ...snapshot, ...insertFrames(value, inside), frames, truncated }, state };
}

export function readInside<Link>(
  reader: FrameReader<Link>,
  parent: Link,
  owner: string,
  options: SnapshotOptions,
): Promise<Snapshot | undefined> {
  const whole = { ...options, selector: undefined, cursor: undefined, header: false };
  return inFrame(reader, parent, owner, (link) => readSnapshot(reader, link, whole));
}

export async function findInFrames<Link>(
  reader: FrameReader<Link>,
  link: Link,
  wanted: FindInput & { limit: number },
): Promise<Reply<Found>> {
  const { value, state } = await reader.find(link, wanted);
  const found: Found['matches'] = [];
  let total = value.matches.length + value.more;
  let next = 0;
  for (const { ref, at } of value.frames) {
    found.push(...value.matches.slice(next, at));
    next = at;
    const inside = await inFrame(reader, link, ref, (frame) => findInFrames(reader, frame, wanted));
    found.push(...(inside?.matches ?? []));
    total += inside ? inside.matches.length + inside.more : 0;
  }
  const matches = [...found, ...value.matches.slice(next)].slice(0, wanted.limit);
  return { value: { matches, more: total - matches.length }, state };
}

/** With the text of the frames of other origins in it, which a page cannot read. */
export async function textInFrames<Link>(
  reader: FrameReader<Link>,
  link: Link,
  command: PageCommand<'getText'>,
): Promise<Reply<AnswerTo<'getText'>>> {
  const { value, state } = await reader.text(link, command);
  const { text, unread = [] } = value;
  const whole = { ...command, selector: 'body' };
  const inside = await Promise.all(
    unread.map((ref) => inFrame(reader, link, ref, (frame) => textInFrames(reader, frame, whole))),
  );
  const texts = [text, ...inside.map((answer) => answer?.text)];
  return { value: { text: texts.filter(Boolean).join('\n\n') }, state };
}

async function inFrame<Link, T>(
  reader: FrameReader<Link>,
  parent: Link,
  owner: string,
  read: (link: Link) => Promise<Reply<T>>,
): Promise<T | undefined> {
  try {
    const link = await reader.inside(parent, owner);
    return link && (await read(link)).value;
  } catch {
    return undefined;
  }
}
