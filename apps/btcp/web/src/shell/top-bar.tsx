import type { ReactNode } from 'react';
import { IconButton } from '../parts/icon-button.tsx';
import { layout } from '../state/layout.ts';

interface TopBarProps {
  title: string;
  // False where the view has a heading of its own: each view has exactly one of the first level.
  isHeading?: boolean;
  children?: ReactNode;
}

export function TopBar({ title, isHeading = true, children }: TopBarProps) {
  return (
    <header className="top-bar">
      <IconButton
        icon="menu"
        label="Show agents"
        className="menu-button"
        onClick={() => layout.update({ isSidebarOpen: true })}
      />
      {isHeading ? <h1>{title}</h1> : <strong>{title}</strong>}
      {children}
    </header>
  );
}
