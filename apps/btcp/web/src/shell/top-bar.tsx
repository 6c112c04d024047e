import type { ReactNode } from 'react';
import { IconButton } from '../parts/icon-button.tsx';
import { layout } from '../state/layout.ts';

export function TopBar({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <header className="top-bar">
      <IconButton
        icon="menu"
        label="Show agents"
        className="menu-button"
        onClick={() => layout.update({ isSidebarOpen: true })}
      />
      <h1>{title}</h1>
      {children}
    </header>
  );
}
