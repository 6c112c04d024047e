import type { PointerEvent } from 'react';
import { layout } from '../state/layout.ts';
import { useStore } from '../state/store.ts';

const LEAST = 0.15;
const MOST = 0.75;
const STEP = 0.05;
const FIRST = 0.45;

export function Splitter() {
  const share = useStore(layout, (value) => value.panelShare) ?? FIRST;
  const move = (wanted: number) => layout.update({ panelShare: Math.min(MOST, Math.max(LEAST, wanted)) });
  const drag = (event: PointerEvent<HTMLElement>) => {
    const bounds = event.currentTarget.parentElement?.getBoundingClientRect();
    if (bounds && event.currentTarget.hasPointerCapture(event.pointerId)) {
      move((bounds.bottom - event.clientY) / bounds.height);
    }
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a rule cannot be moved.
    <div
      className="splitter"
      role="separator"
      aria-label="Height of the panel"
      aria-orientation="horizontal"
      aria-valuemin={LEAST * 100}
      aria-valuemax={MOST * 100}
      aria-valuenow={Math.round(share * 100)}
      tabIndex={0}
      onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
      onPointerMove={drag}
      onKeyDown={({ key }) => {
        if (key === 'ArrowUp') move(share + STEP);
        if (key === 'ArrowDown') move(share - STEP);
      }}
    />
  );
}
