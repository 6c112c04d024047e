import { createStore } from './store.ts';

export type ThemeChoice = 'system' | 'light' | 'dark';

const KEY = 'btcp-theme';
const system = matchMedia('(prefers-color-scheme: dark)');

export const theme = createStore<{ choice: ThemeChoice }>({ choice: remembered() });

export function followTheme(): void {
  system.addEventListener('change', apply);
  theme.subscribe(apply);
  apply();
}

export function chooseTheme(choice: ThemeChoice): void {
  localStorage.setItem(KEY, choice);
  theme.update({ choice });
}

function apply(): void {
  const { choice } = theme.get();
  const isDark = choice === 'system' ? system.matches : choice === 'dark';
  document.documentElement.dataset.theme = isDark ? 'dark' : 'light';
}

function remembered(): ThemeChoice {
  const kept = localStorage.getItem(KEY);
  return kept === 'light' || kept === 'dark' ? kept : 'system';
}
