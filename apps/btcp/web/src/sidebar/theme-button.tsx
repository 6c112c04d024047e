import type { IconName } from '../parts/icon.tsx';
import { IconButton } from '../parts/icon-button.tsx';
import { useStore } from '../state/store.ts';
import { chooseTheme, type ThemeChoice, theme } from '../state/theme.ts';

const NEXT: Record<ThemeChoice, ThemeChoice> = { system: 'light', light: 'dark', dark: 'system' };
const ICONS: Record<ThemeChoice, IconName> = { system: 'display', light: 'sun', dark: 'moon' };

export function ThemeButton() {
  const choice = useStore(theme, (value) => value.choice);
  return (
    <IconButton
      icon={ICONS[choice]}
      label={`Theme: ${choice}. Change to ${NEXT[choice]}`}
      onClick={() => chooseTheme(NEXT[choice])}
    />
  );
}
