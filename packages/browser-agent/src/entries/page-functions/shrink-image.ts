/** A picture that fits the limits. */
export interface ShrunkImage {
  data: string;
  mimeType: string;
  width: number;
  height: number;
}

/** Scales a picture down to a longest side and a base64 length; undefined if no quality is small enough. */
export async function shrinkImage(
  data: string,
  mimeType: string,
  maxSide: number,
  maxLength: number,
): Promise<ShrunkImage | undefined> {
  const bytes = Uint8Array.from(atob(data), (character) => character.charCodeAt(0));
  const bitmap = await createImageBitmap(new Blob([bytes], { type: mimeType }));
  const scale = Math.min(1, maxSide / Math.max(bitmap.width, bitmap.height));
  // Models do not read bitmaps.
  const isReadable = mimeType !== 'image/bmp' && data.length <= maxLength;
  if (scale === 1 && isReadable) return { data, mimeType, width: bitmap.width, height: bitmap.height };
  const width = Math.max(1, Math.round(bitmap.width * scale));
  const height = Math.max(1, Math.round(bitmap.height * scale));
  const canvas = new OffscreenCanvas(width, height);
  const context = canvas.getContext('2d');
  if (!context) return undefined;
  context.imageSmoothingQuality = 'high';
  context.drawImage(bitmap, 0, 0, width, height);
  const base64Of = (blob: Blob) =>
    new Promise<string>((resolve) => {
      const reader = new FileReader();
      reader.onload = () => {
        const url = String(reader.result);
        resolve(url.slice(url.indexOf(',') + 1));
      };
      reader.readAsDataURL(blob);
    });
  const attempts = [{ type: 'image/png' }, { type: 'image/jpeg', quality: 0.9 }, { type: 'image/jpeg', quality: 0.5 }];
  for (const attempt of attempts) {
    const shrunk = await base64Of(await canvas.convertToBlob(attempt));
    if (shrunk.length <= maxLength) return { data: shrunk, mimeType: attempt.type, width, height };
  }
  return undefined;
}
