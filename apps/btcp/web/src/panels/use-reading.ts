import { useCallback, useEffect, useRef, useState } from 'react';
import type { ToolAnswer } from '../state/api.ts';
import { useStore } from '../state/store.ts';
import type { ToolTarget } from '../state/tool-target.ts';

interface Reading<Data> {
  data: Data | null;
  refLines: Readonly<Record<string, number>>;
  page: { url: string; title: string } | null;
  problem: string | null;
  isActive: boolean;
  refresh(): void;
}

const SETTLE = 250;
const LOOK_AGAIN_AFTER = 3000;

/** Without a browser nothing is called: a call would start one. */
export function useReading<Data>(session: ToolTarget, tool: string, input: object): Reading<Data> {
  const [answer, setAnswer] = useState<ToolAnswer<Data> | null>(null);
  const isActive = useStore(session.store, (value) => value.browserActive);
  const changes = useStore(session.store, (value) => value.changes);
  const isMoving = useStore(
    session.store,
    (value) => value.session?.run.state === 'running' || value.control?.holder.kind === 'viewer',
  );
  const isReading = useRef(false);
  const given = JSON.stringify(input);

  const refresh = useCallback(async () => {
    if (isReading.current) return;
    isReading.current = true;
    try {
      setAnswer(await session.call<Data>(tool, JSON.parse(given)));
    } catch {
      // The event stream reports a lost server.
    } finally {
      isReading.current = false;
    }
  }, [session, tool, given]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: every change is a reason to read again.
  useEffect(() => {
    if (!isActive) return;
    const timer = setTimeout(refresh, SETTLE);
    return () => clearTimeout(timer);
  }, [isActive, changes, refresh]);

  useEffect(() => {
    if (!isActive || !isMoving) return;
    const timer = setInterval(() => document.visibilityState === 'visible' && void refresh(), LOOK_AGAIN_AFTER);
    return () => clearInterval(timer);
  }, [isActive, isMoving, refresh]);

  return {
    page: answer?.page ?? null,
    data: answer?.success ? (answer.data ?? null) : null,
    refLines: answer?.refLines ?? {},
    problem: answer && !answer.success ? [answer.error?.message, answer.error?.hint].filter(Boolean).join(' ') : null,
    isActive,
    refresh: () => void refresh(),
  };
}
