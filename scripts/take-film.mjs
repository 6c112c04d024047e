// Films the demonstration of the workspace for the README: an agent works, a person signs in for it, and it goes on.
// `node scripts/take-film.mjs [file]` after a build; everything in it is on loopback.
import { writeFileSync } from 'node:fs';
import { writeGif } from './pictures/gif.mjs';
import { openWorkspace, ROOT } from './pictures/workspace.mjs';

const file = process.argv[2] ?? `${ROOT}docs/images/demo.gif`;
const SIZE = { width: 1100, height: 688 };
const SCALE = 0.76;
const FRAME_MS = 650;
const LAST_FRAME_MS = 4_000;

const { url, token, chrome, close } = await openWorkspace('--demo-pace', '900ms');

try {
  const page = await chrome.newPage();
  page.setDefaultTimeout(60_000);
  await page.setViewport(SIZE);
  await page.emulateMediaFeatures([{ name: 'prefers-reduced-motion', value: 'reduce' }]);
  await page.goto(`${url}/#token=${token}`);
  await page.waitForSelector('::-p-aria([name="Watch a demo"][role="button"])');
  await page.$$eval(
    'pre',
    // The configuration on the first screen has paths of this machine.
    (shown, place) => {
      for (const each of shown) each.textContent = (each.textContent ?? '').replaceAll(place, '/home/ann/btcp/');
    },
    ROOT,
  );
  const film = await record(page, () => play(page));
  const { width, height, frames } = await decode(film);
  const gif = writeGif(frames, width, height);
  writeFileSync(file, gif);
  console.log(`${file}: ${frames.length} frames of ${width} × ${height}, ${Math.round(gif.length / 1_000)} kB`);
} finally {
  await close();
}

/** @param {import('puppeteer-core').Page} page */
async function play(page) {
  /** @param {string} name */
  const button = (name) => page.locator(`::-p-aria([name="${name}"][role="button"])`).click();
  /** @param {string} words */
  const see = (words) => page.waitForFunction((text) => document.body.textContent?.includes(text), {}, words);
  const pause = (/** @type {number} */ ms) => new Promise((resolve) => setTimeout(resolve, ms));
  await pause(1_000);
  await button('Watch a demo');
  await see('Please sign in to Harbour Coffee.');
  await pause(1_500);
  await page.locator('::-p-aria([name="Take over"][role="button"])').click();
  await page.waitForSelector('::-p-aria([name="Done"][role="button"])');
  const canvas = await page.waitForSelector('>>> canvas');
  await canvas?.focus();
  await page.keyboard.press('Enter');
  await page.keyboard.type('Ada', { delay: 150 });
  await page.keyboard.press('Tab');
  await page.keyboard.type('orange-tractor', { delay: 80 });
  await page.keyboard.press('Enter');
  await page.waitForFunction(() => {
    const address = document.querySelector('.window')?.shadowRoot?.querySelector('.address input');
    return address instanceof HTMLInputElement && address.value.endsWith('/checkout');
  });
  await pause(1_000);
  await button('Done');
  await see('is placed, and you are signed out');
  await pause(1_000);
}

/**
 * Pictures at an even pace while something happens; equal ones in a row are one.
 * @param {import('puppeteer-core').Page} page
 * @param {() => Promise<void>} happens
 */
async function record(page, happens) {
  /** @type {{ picture: string, delay: number }[]} */
  const film = [];
  let isOver = false;
  const played = happens().finally(() => {
    isOver = true;
  });
  while (!isOver) {
    const pace = new Promise((resolve) => setTimeout(resolve, FRAME_MS));
    const picture = await page.screenshot({ encoding: 'base64', optimizeForSpeed: true });
    const last = film.at(-1);
    if (last?.picture === picture) last.delay += FRAME_MS;
    else film.push({ picture, delay: FRAME_MS });
    await pace;
  }
  await played;
  // Waiting is not worth watching.
  return film.map((each, index) => ({
    ...each,
    delay: index === film.length - 1 ? LAST_FRAME_MS : Math.min(each.delay, FRAME_MS * 3),
  }));
}

/**
 * Scaled here and not by Chrome, whose scaled screenshots resize the page under the live view.
 * @param {{ picture: string, delay: number }[]} film
 */
async function decode(film) {
  const page = await chrome.newPage();
  const frames = [];
  let [width, height] = [0, 0];
  for (const { picture, delay } of film) {
    const shown = await page.evaluate(
      async (source, scale) => {
        const image = await createImageBitmap(await (await fetch(`data:image/png;base64,${source}`)).blob());
        const [width, height] = [Math.round(image.width * scale), Math.round(image.height * scale)];
        const context = new OffscreenCanvas(width, height).getContext('2d');
        if (!context) throw new Error('There is no canvas to draw on.');
        context.imageSmoothingQuality = 'high';
        context.drawImage(image, 0, 0, width, height);
        const { data } = context.getImageData(0, 0, width, height);
        let text = '';
        for (let at = 0; at < data.length; at += 32_768) text += String.fromCharCode(...data.subarray(at, at + 32_768));
        return { width, height, data: btoa(text) };
      },
      picture,
      SCALE,
    );
    [width, height] = [shown.width, shown.height];
    frames.push({ delay, pixels: Uint8Array.from(Buffer.from(shown.data, 'base64')) });
  }
  await page.close();
  return { width, height, frames };
}
