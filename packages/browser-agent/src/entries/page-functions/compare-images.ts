/** How two images differ. */
export interface ImageDifference {
  /** Pixels that differ, of all pixels of the larger image. */
  different: number;
  total: number;
  /** Around everything that differs; null where nothing does. */
  box: { x: number; y: number; width: number; height: number } | null;
  /** The second image, faded, with the differences in red; a PNG in base64. */
  picture: string;
  width: number;
  height: number;
}

/** Compares two images pixel by pixel; pixels that differ by at most `tolerance` of 255 in each colour are the same. */
export async function compareImages(
  before: { data: string; mimeType: string },
  after: { data: string; mimeType: string },
  tolerance: number,
): Promise<ImageDifference> {
  const load = ({ data, mimeType }: { data: string; mimeType: string }) => {
    const bytes = Uint8Array.from(atob(data), (character) => character.charCodeAt(0));
    return createImageBitmap(new Blob([bytes], { type: mimeType }));
  };
  const [one, two] = await Promise.all([load(before), load(after)]);
  const width = Math.max(one.width, two.width);
  const height = Math.max(one.height, two.height);
  const contextOf = () => {
    const context = new OffscreenCanvas(width, height).getContext('2d', { willReadFrequently: true });
    if (!context) throw new Error('There is no canvas to draw on.');
    return context;
  };
  const pixels = (image: ImageBitmap) => {
    const context = contextOf();
    context.drawImage(image, 0, 0);
    return context.getImageData(0, 0, width, height);
  };
  const first = pixels(one).data;
  const result = pixels(two);
  const second = result.data;
  let different = 0;
  let [left, top, right, bottom] = [width, height, -1, -1];
  for (let at = 0; at < second.length; at += 4) {
    let isSame = true;
    for (let part = 0; part < 4; part++) {
      if (Math.abs((first[at + part] ?? 0) - (second[at + part] ?? 0)) > tolerance) isSame = false;
    }
    if (isSame) {
      for (let part = 0; part < 3; part++) second[at + part] = 255 - (255 - (second[at + part] ?? 0)) * 0.25;
      second[at + 3] = 255;
      continue;
    }
    different++;
    const x = (at / 4) % width;
    const y = Math.floor(at / 4 / width);
    left = Math.min(left, x);
    right = Math.max(right, x);
    top = Math.min(top, y);
    bottom = Math.max(bottom, y);
    second.set([255, 0, 0, 255], at);
  }
  const context = contextOf();
  context.putImageData(result, 0, 0);
  const blob = await context.canvas.convertToBlob({ type: 'image/png' });
  const drawn = new Uint8Array(await blob.arrayBuffer());
  let binary = '';
  for (let at = 0; at < drawn.length; at += 32_768) binary += String.fromCharCode(...drawn.subarray(at, at + 32_768));
  return {
    different,
    total: width * height,
    box: different === 0 ? null : { x: left, y: top, width: right - left + 1, height: bottom - top + 1 },
    picture: btoa(binary),
    width,
    height,
  };
}
