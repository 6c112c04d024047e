import type { Rectangle } from '@btcp/protocol';
import { highlight } from '../state/highlight.ts';
import type { OpenSession } from '../state/open-session.ts';

let latest = '';

/** Frames an element in the picture, unless the person has gone on to another by the time its place is known. */
export async function pointAt(session: OpenSession, ref: string): Promise<void> {
  latest = ref;
  const answer = await session
    .call<{ box: Rectangle | null }>('browser_is_visible', { selector: ref })
    .catch(() => undefined);
  if (latest === ref) highlight.update({ box: answer?.data?.box ?? null });
}

export function pointAtNothing(): void {
  latest = '';
  highlight.update({ box: null });
}
