import { type RefObject, useEffect, useRef, useState } from 'react';
import type { ListedSession } from '../../../src/contract/types.ts';
import { Icon } from '../parts/icon.tsx';
import { picturePath } from '../state/api.ts';
import { ownFetch } from '../state/sign-in.ts';

// A session that is busy is pictured this often at most.
const PAUSE_MS = 1_000;
// While a person drives, nothing else reports a change.
const DRIVEN_MS = 5_000;

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

function usePicture({ id, picture, isPrivate, driver }: ListedSession, isSeen: boolean): string | undefined {
  const [shown, setShown] = useState<string>();
  const [round, setRound] = useState(0);
  const last = useRef(0);
  const isDriven = driver.kind === 'person';
  // biome-ignore lint/correctness/useExhaustiveDependencies: the number of the picture is the reason to fetch it.
  useEffect(() => {
    if (!isSeen || isPrivate) return;
    const ending = new AbortController();
    const timer = setTimeout(
      () => {
        last.current = Date.now();
        void fetchPicture(id, ending.signal).then((address) => address && setShown(address));
      },
      Math.max(0, last.current + PAUSE_MS - Date.now()),
    );
    const again = isDriven ? setTimeout(() => setRound((count) => count + 1), DRIVEN_MS) : undefined;
    return () => {
      clearTimeout(timer);
      clearTimeout(again);
      ending.abort();
    };
  }, [id, picture, isSeen, isPrivate, isDriven, round]);
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
