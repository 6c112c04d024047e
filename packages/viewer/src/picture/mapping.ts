import type { FrameMetadata, Rectangle } from '@btcp/protocol';

export interface Spot {
  x: number;
  y: number;
  isInside: boolean;
}

export function spotAt(
  canvas: HTMLCanvasElement,
  { clientX, clientY }: { clientX: number; clientY: number },
  { deviceWidth, deviceHeight }: FrameMetadata,
): Spot {
  const bounds = canvas.getBoundingClientRect();
  const picture = pictureIn(canvas);
  const across = ((clientX - bounds.left) / bounds.width - picture.x) / picture.width;
  const down = ((clientY - bounds.top) / bounds.height - picture.y) / picture.height;
  return {
    x: across * deviceWidth,
    y: down * deviceHeight,
    isInside: across >= 0 && across < 1 && down >= 0 && down < 1,
  };
}

export function placeOf(
  canvas: HTMLCanvasElement,
  rectangle: Rectangle,
  { deviceWidth, deviceHeight }: FrameMetadata,
): Rectangle {
  const picture = pictureIn(canvas);
  return {
    x: picture.x + (rectangle.x / deviceWidth) * picture.width,
    y: picture.y + (rectangle.y / deviceHeight) * picture.height,
    width: (rectangle.width / deviceWidth) * picture.width,
    height: (rectangle.height / deviceHeight) * picture.height,
  };
}

// Where the picture lies on the canvas, in fractions: a zoom or transform scales screen measures, but not styles.
function pictureIn(canvas: HTMLCanvasElement): Rectangle {
  const style = getComputedStyle(canvas);
  const length = (property: string) => Number.parseFloat(style.getPropertyValue(property)) || 0;
  const edges = (start: string, end: string) => ({
    before: length(`border-${start}-width`) + length(`padding-${start}`),
    after: length(`border-${end}-width`) + length(`padding-${end}`),
  });
  const isBorderBox = style.boxSizing === 'border-box';
  const horizontal = edges('left', 'right');
  const vertical = edges('top', 'bottom');
  const across = horizontal.before + horizontal.after;
  const down = vertical.before + vertical.after;
  const width = length('width') - (isBorderBox ? across : 0);
  const height = length('height') - (isBorderBox ? down : 0);

  const scale = scaleOf(style.objectFit, width / canvas.width, height / canvas.height);
  const fitted = { width: canvas.width * scale.x, height: canvas.height * scale.y };
  const [left = '50%', top = '50%'] = style.objectPosition.split(' ');
  const fullWidth = width + across;
  const fullHeight = height + down;
  return {
    x: (horizontal.before + positioned(left, width - fitted.width)) / fullWidth,
    y: (vertical.before + positioned(top, height - fitted.height)) / fullHeight,
    width: fitted.width / fullWidth,
    height: fitted.height / fullHeight,
  };
}

function scaleOf(fit: string, x: number, y: number): { x: number; y: number } {
  const both = (scale: number) => ({ x: scale, y: scale });
  if (fit === 'contain') return both(Math.min(x, y));
  if (fit === 'cover') return both(Math.max(x, y));
  if (fit === 'none') return both(1);
  if (fit === 'scale-down') return both(Math.min(1, x, y));
  return { x, y };
}

function positioned(value: string, free: number): number {
  const number = Number.parseFloat(value) || 0;
  return value.endsWith('%') ? (number / 100) * free : number;
}
