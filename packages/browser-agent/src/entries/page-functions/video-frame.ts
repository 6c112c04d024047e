/** Draws a picture onto a black frame of this size, as WebP in base64, which holds a VP8 key frame; without a picture the frame is blank. */
export async function videoFrame(
  data: string | null,
  width: number,
  height: number,
  quality: number,
): Promise<string | undefined> {
  const canvas = new OffscreenCanvas(width, height);
  const context = canvas.getContext('2d', { alpha: false });
  if (!context) return undefined;
  if (data !== null) {
    const bytes = Uint8Array.from(atob(data), (character) => character.charCodeAt(0));
    const bitmap = await createImageBitmap(new Blob([bytes], { type: 'image/jpeg' }));
    const scale = Math.min(width / bitmap.width, height / bitmap.height);
    const [shownWidth, shownHeight] = [bitmap.width * scale, bitmap.height * scale];
    context.drawImage(bitmap, (width - shownWidth) / 2, (height - shownHeight) / 2, shownWidth, shownHeight);
    bitmap.close();
  }
  const blob = await canvas.convertToBlob({ type: 'image/webp', quality });
  return new Promise((resolve) => {
    const reader = new FileReader();
    reader.onload = () => {
      const url = String(reader.result);
      resolve(url.slice(url.indexOf(',') + 1));
    };
    reader.readAsDataURL(blob);
  });
}
