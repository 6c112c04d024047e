import { useLayoutEffect, useState } from 'react';
import { highlight } from '../state/highlight.ts';
import { useStore } from '../state/store.ts';
import { browserWindow } from '../state/window.ts';

export function Highlight() {
  const box = useStore(highlight, (value) => value.box);
  const viewer = useStore(browserWindow, (value) => value.viewer);
  const [style, setStyle] = useState<{ left: number; top: number; width: number; height: number } | null>(null);
  useLayoutEffect(() => {
    const place = box && viewer?.placeOf(box);
    if (!place || !viewer) return setStyle(null);
    const canvas = viewer.canvas.getBoundingClientRect();
    setStyle({
      left: canvas.left + place.x * canvas.width,
      top: canvas.top + place.y * canvas.height,
      width: place.width * canvas.width,
      height: place.height * canvas.height,
    });
  }, [box, viewer]);
  return style && <div className="highlight" style={style} />;
}
