import { createStore } from './store.ts';

interface Notice {
  id: number;
  text: string;
  hint?: string | undefined;
}

const SHOWN_FOR = 8000;
let count = 0;

export const notices = createStore<{ list: readonly Notice[] }>({ list: [] });

export function report(thrown: unknown): void {
  const id = ++count;
  const text = thrown instanceof Error ? thrown.message : String(thrown);
  const hint = thrown instanceof Error && 'hint' in thrown ? String(thrown.hint ?? '') : undefined;
  notices.update({ list: [...notices.get().list, { id, text, hint }] });
  setTimeout(() => dismiss(id), SHOWN_FOR);
}

export function dismiss(id: number): void {
  notices.update({ list: notices.get().list.filter((notice) => notice.id !== id) });
}

export function attempt(work: () => Promise<unknown>): void {
  work().catch(report);
}
