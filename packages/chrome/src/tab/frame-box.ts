import type { Protocol } from 'puppeteer-core';
import type { Point } from '../input/mouse.js';

export function insideBox(model: Protocol.DOM.BoxModel, point: Point): Point {
  const [left = 0, top = 0] = model.content;
  const scale = scaleOf(model);
  return { x: left + point.x * scale.x, y: top + point.y * scale.y };
}

export function scaleOf({ border, width, height }: Protocol.DOM.BoxModel): Point {
  const [left = 0, top = 0, right = 0, , , bottom = 0] = border;
  return { x: width > 0 ? (right - left) / width : 1, y: height > 0 ? (bottom - top) / height : 1 };
}
