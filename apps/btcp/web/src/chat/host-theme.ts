import type { HostContext } from './host-link.ts';

// Our colours and theirs: without one of theirs, the window has its own.
const VARIABLES = {
  '--btcp-surface': '--color-background-primary',
  '--btcp-raised': '--color-background-secondary',
  '--btcp-stage': '--color-background-tertiary',
  '--btcp-text': '--color-text-primary',
  '--btcp-muted': '--color-text-secondary',
  '--btcp-border': '--color-border-primary',
  '--btcp-radius': '--border-radius-lg',
  '--btcp-font': '--font-sans',
};

// A button in these is readable only where both are known.
const BUTTON = { '--btcp-accent': '--color-background-inverse', '--btcp-on-accent': '--color-text-inverse' };

export function applyHost({ theme, styles, safeAreaInsets, displayMode, containerDimensions }: HostContext): void {
  const root = document.documentElement;
  const variables = styles?.variables ?? {};
  const set = (name: string, value: string | undefined) =>
    value === undefined ? root.style.removeProperty(name) : root.style.setProperty(name, value);
  for (const [ours, theirs] of Object.entries(VARIABLES)) set(ours, variables[theirs]);
  const hasButton = Object.values(BUTTON).every((name) => variables[name] !== undefined);
  for (const [ours, theirs] of Object.entries(BUTTON)) set(ours, hasButton ? variables[theirs] : undefined);
  set('--btcp-color-scheme', theme);
  set('color-scheme', theme);
  const { top, right, bottom, left } = safeAreaInsets ?? { top: 0, right: 0, bottom: 0, left: 0 };
  set('--btcp-inset', `${top}px ${right}px ${bottom}px ${left}px`);
  const isFilled = displayMode === 'fullscreen' || containerDimensions?.height !== undefined;
  root.classList.toggle('filled', isFilled);
  const { maxHeight } = containerDimensions ?? {};
  set('--max-height', maxHeight === undefined ? undefined : `${maxHeight}px`);
  applyFonts(styles?.css?.fonts);
}

function applyFonts(css: string | undefined): void {
  const id = 'host-fonts';
  const style = document.getElementById(id) ?? document.createElement('style');
  style.id = id;
  if (style.textContent !== (css ?? '')) style.textContent = css ?? '';
  if (css) document.head.append(style);
}
