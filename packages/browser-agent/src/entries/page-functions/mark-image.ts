/** A box in an image, and what to write next to it. */
export interface ImageMark {
  label: string;
  x: number;
  y: number;
  width: number;
  height: number;
}

/** Draws numbered boxes on an image, and returns it in base64. */
export async function markImage(
  base64: string,
  mimeType: string,
  marks: readonly ImageMark[],
  quality: number,
): Promise<string> {
  const COLOURS = ['#d6336c', '#1971c2', '#2f9e44', '#e8590c', '#7048e8', '#0c8599'];
  const FONT = 12;
  const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  const image = await createImageBitmap(new Blob([bytes], { type: mimeType }));
  const canvas = new OffscreenCanvas(image.width, image.height);
  const context = canvas.getContext('2d');
  if (!context) throw new Error('There is no canvas to draw on.');
  context.drawImage(image, 0, 0);
  context.font = `bold ${FONT}px sans-serif`;
  context.textBaseline = 'top';
  context.lineWidth = 2;
  for (const [index, { label, x, y, width, height }] of marks.entries()) {
    const colour = COLOURS[index % COLOURS.length] ?? '#d6336c';
    const wide = context.measureText(label).width + 4;
    // Above the box where there is room, so that it hides nothing of it.
    const top = y >= FONT + 4 ? y - FONT - 3 : y;
    const left = Math.max(0, Math.min(x, canvas.width - wide));
    context.strokeStyle = colour;
    context.strokeRect(x, y, width, height);
    context.fillStyle = colour;
    context.fillRect(left, top, wide, FONT + 3);
    context.fillStyle = '#fff';
    context.fillText(label, left + 2, top + 2);
  }
  const blob = await canvas.convertToBlob({ type: mimeType, quality });
  const marked = new Uint8Array(await blob.arrayBuffer());
  let binary = '';
  for (let at = 0; at < marked.length; at += 32_768) binary += String.fromCharCode(...marked.subarray(at, at + 32_768));
  return btoa(binary);
}
