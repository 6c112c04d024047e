import { type RefObject, useEffect, useRef, useState } from 'react';
import type { ListedSession } from '../../../src/contract/types.ts';
import { Icon } from '../parts/icon.tsx';
import { picturePath } from '../state/api.ts';
import { ownFetch } from '../state/sign-in.ts';

// A session that is busy is pictured this often at most.
const PAUSE_MS = 1_000;
// While a person drives, nothing else reports a change.
const DRIVEN_MS = 5_000;
// A busy machine may have no picture of a page yet, and an idle page reports no change.
const MISSING_MS = 2_000;

/** A small picture that is renewed while it is seen, and never of a private step. */
export function SessionThumbnail({ session }: { session: ListedSession }) {
  const host = useRef<HTMLDivElement>(null);
  const isSeen = useIsSeen(host);
  const shown = usePicture(session, isSeen);
  return (
    <div ref={host} className="thumbnail">
      {session.isPrivate ? (
        <span className="thumbnail-note">
          <Icon name="lock" />
          Private step
        </span>
      ) : shown ? (
        <img src={shown} alt="" />
      ) : (
        <Icon name="globe" />
      )}
    </div>
  );
}

function usePicture(session: ListedSession, isSeen: boolean): string | undefined {
  const { id, picture, isPrivate, driver, hasBrowser } = session;
  const [shown, setShown] = useState<string>();
  const [round, setRound] = useState(0);
  const last = useRef(0);
  const isDriven = driver.kind === 'person';
  // biome-ignore lint/correctness/useExhaustiveDependencies: the number of the picture is the reason to fetch it.
  useEffect(() => {
    if (!isSeen || isPrivate) return;
    const ending = new AbortController();
    const lookAgain = (delay: number) => setTimeout(() => setRound((count) => count + 1), delay);
    let again = isDriven ? lookAgain(DRIVEN_MS) : undefined;
    const look = async () => {
      last.current = Date.now();
      const address = await fetchPicture(id, ending.signal);
      if (address) setShown(address);
      else if (hasBrowser && !ending.signal.aborted) again ??= lookAgain(MISSING_MS);
    };
    const timer = setTimeout(() => void look(), Math.max(0, last.current + PAUSE_MS - Date.now()));
    return () => {
      clearTimeout(timer);
      clearTimeout(again);
      ending.abort();
    };
  }, [id, picture, isSeen, isPrivate, isDriven, hasBrowser, round]);
  useEffect(() => () => (shown === undefined ? undefined : URL.revokeObjectURL(shown)), [shown]);
  return shown;
}

async function fetchPicture(id: string, signal: AbortSignal): Promise<string | undefined> {
  try {
    const response = await ownFetch(picturePath(id), { signal });
    return response.status === 200 ? URL.createObjectURL(await response.blob()) : undefined;
  } catch {
    return undefined;
  }
}

function useIsSeen(host: RefObject<HTMLElement | null>): boolean {
  const [isSeen, setSeen] = useState(false);
  useEffect(() => {
    if (!host.current) return;
    let isNear = false;
    const note = () => setSeen(isNear && document.visibilityState === 'visible');
    const sight = new IntersectionObserver(([entry]) => {
      isNear = entry?.isIntersecting ?? false;
      note();
    });
    sight.observe(host.current);
    document.addEventListener('visibilitychange', note);
    return () => {
      sight.disconnect();
      document.removeEventListener('visibilitychange', note);
    };
  }, [host]);
  return isSeen;
}
