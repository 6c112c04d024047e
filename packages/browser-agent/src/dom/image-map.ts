import { isTag } from './tags.js';

export function imageOf(area: Element): HTMLImageElement | undefined {
  const map = isTag(area, 'area') ? area.closest('map') : null;
  if (!map?.name) return undefined;
  const images = [...map.ownerDocument.querySelectorAll('img[usemap]')];
  return images.find(
    (image): image is HTMLImageElement =>
      isTag(image, 'img') && image.useMap === `#${map.name}` && image.checkVisibility(),
  );
}

/** The box around an area, which has no box of its own. */
export function areaBox(area: HTMLAreaElement, image: HTMLImageElement): DOMRect {
  const { left, top, width, height } = image.getBoundingClientRect();
  const coordinates = area.coords.split(/[\s,;]+/).map(Number);
  const corners = area.shape === 'circle' ? circleCorners(coordinates) : coordinates;
  const across = corners.filter((_, index) => index % 2 === 0);
  const down = corners.filter((_, index) => index % 2 === 1);
  if (area.shape === 'default' || down.length === 0 || corners.some(Number.isNaN)) {
    return new DOMRect(left, top, width, height);
  }
  const x = Math.min(...across);
  const y = Math.min(...down);
  return new DOMRect(left + x, top + y, Math.max(...across) - x, Math.max(...down) - y);
}

function circleCorners([x = Number.NaN, y = Number.NaN, radius = Number.NaN]: number[]): number[] {
  return [x - radius, y - radius, x + radius, y + radius];
}
