// Fits into one message to the server.
const MAX_BYTES = 6_000_000;

export async function encode(canvas: OffscreenCanvas, format: string, quality: number): Promise<object> {
  const wanted = await canvas.convertToBlob({ type: `image/${format}`, quality: quality / 100 });
  const blob = wanted.size > MAX_BYTES ? await canvas.convertToBlob({ type: 'image/jpeg', quality: 0.8 }) : wanted;
  const url = await dataUrlOf(blob);
  return {
    screenshot: url.slice(url.indexOf(',') + 1),
    format: blob.type.slice('image/'.length),
    width: canvas.width,
    height: canvas.height,
  };
}

function dataUrlOf(blob: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(blob);
  });
}
