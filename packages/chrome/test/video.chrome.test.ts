import { mkdtempSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type PageServer, servePages } from '@btcp/test-support';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { freshBrowser } from './fresh-browser.ts';

const folder = mkdtempSync(join(tmpdir(), 'btcp-video-'));
const kept = mkdtempSync(join(tmpdir(), 'btcp-videos-'));
const { call, current } = freshBrowser({
  outputDirectory: folder,
  videoDirectory: kept,
  viewport: { width: 401, height: 300 },
});
let pages: PageServer;
let film = '';

// Its picture changes all the time.
const moving = (color: string) => `<title>${color}</title><body style="margin:0;background:${color}">
  <style>@keyframes move { to { left: 200px } } i { position: absolute; top: 200px; width: 40px; height: 40px; background: white; animation: move 1s infinite alternate }</style><i></i>`;

beforeAll(async () => {
  pages = await servePages({
    '/red': moving('rgb(255, 0, 0)'),
    '/blue': moving('rgb(0, 0, 255)'),
    '/film': '<title>Film</title>',
    '/film.webm': (_, response) => void response.end(readFileSync(film)),
  });
});
afterAll(async () => {
  await pages.close();
  await Promise.all([folder, kept].map((each) => rm(each, { recursive: true })));
});

const open = (path: string) => call('browser_navigate', { url: pages.origin + path });

// Waits until so many more frames are in the file.
async function grow(path: string, times: number): Promise<void> {
  for (let count = 0; count < times; count++) {
    const { size } = statSync(path);
    await vi.waitFor(() => expect(statSync(path).size).toBeGreaterThan(size), { timeout: 20_000 });
  }
}

const WATCH = `(async () => {
  const video = document.createElement('video');
  video.muted = true;
  video.src = URL.createObjectURL(await (await fetch('/film.webm')).blob());
  await new Promise((resolve, reject) => { video.onloadeddata = resolve; video.onerror = () => reject(video.error.message) });
  const canvas = new OffscreenCanvas(video.videoWidth, video.videoHeight).getContext('2d', { willReadFrequently: true });
  const colorAt = async (time) => {
    const sought = new Promise((resolve) => { video.onseeked = resolve });
    video.currentTime = time;
    await sought;
    let red, blue, alpha = 0;
    // A picture that is not decoded yet is drawn as nothing.
    while (alpha === 0) {
      await new Promise((resolve) => setTimeout(resolve, 50));
      canvas.clearRect(0, 0, 20, 20);
      canvas.drawImage(video, 0, 0);
      [red, , blue, alpha] = canvas.getImageData(10, 10, 1, 1).data;
    }
    return red > 150 && blue < 100 ? 'red' : blue > 150 && red < 100 ? 'blue' : red < 40 && blue < 40 ? 'blank' : [red, blue].join();
  };
  const { duration, videoWidth, videoHeight } = video;
  return { duration, videoWidth, videoHeight, first: await colorAt(0.001), last: await colorAt(duration - 0.001) };
})()`;

async function watch(path: string) {
  film = path;
  await open('/film');
  const { data } = await call('browser_evaluate', { script: WATCH });
  return JSON.parse((data as { value: string }).value);
}

describe('browser_video', () => {
  test('films the session as WebM that Chrome plays, over pages and tabs, and --save-video films all of it', async () => {
    const before = new Set(readdirSync(kept));
    await open('/red');
    const own = readdirSync(kept).filter((name) => !before.has(name));
    expect((await call('browser_video', { action: 'start', path: 'film.webm' })).text).toContain('Recording a video.');
    const [session] = readdirSync(folder).filter((name) => readdirSync(join(folder, name)).includes('film.webm'));
    const path = join(folder, session ?? '', 'film.webm');
    await grow(path, 1);
    await call('browser_tabs', { action: 'new', url: `${pages.origin}/blue` });
    await grow(path, 3);
    const { text, data, files } = await call('browser_video', { action: 'stop' });
    const { seconds, frames, size } = data as { seconds: number; frames: number; size: number };
    expect(text).toContain(`Video saved as ${path}`);
    expect(files).toEqual([{ path, name: 'film.webm', mimeType: 'video/webm', size: statSync(path).size }]);
    expect([frames > 4, size]).toEqual([true, statSync(path).size]);
    const seen = await watch(path);
    expect(seen).toEqual({
      duration: expect.closeTo(seconds, 1),
      videoWidth: 400,
      videoHeight: 300,
      first: 'red',
      last: 'blue',
    });
    await call('browser_close');
    expect(own).toHaveLength(1);
    expect(await watch(join(kept, own[0] ?? ''))).toMatchObject({ videoWidth: 400 });
  });

  test('is blank while a person drives', async () => {
    await open('/red');
    await call('browser_video', { action: 'start', path: 'driven.webm' });
    const [session] = readdirSync(folder).filter((name) => readdirSync(join(folder, name)).includes('driven.webm'));
    const path = join(folder, session ?? '', 'driven.webm');
    await grow(path, 2);
    const guard = await current().browser();
    const { live } = guard.session;
    await live?.setDriven(true, () => {});
    void live?.goPrivate();
    await grow(path, 1);
    await live?.setDriven(false, () => {});
    guard[Symbol.dispose]();
    // The page still shows what the person entered.
    await call('browser_evaluate', { script: 'new Promise((resolve) => setTimeout(resolve, 300))' });
    await call('browser_video', { action: 'stop' });
    expect(await watch(path)).toMatchObject({ first: 'red', last: 'blank' });
  });

  test('says what is wrong: stopped without a start, started twice, a file elsewhere', async () => {
    await expect(call('browser_video', { action: 'stop' })).rejects.toMatchObject({
      message: expect.stringContaining('No video is being recorded.'),
    });
    await expect(call('browser_video', { action: 'start', path: '/etc/film.webm' })).rejects.toMatchObject({
      code: 'denied',
    });
    await call('browser_video', { action: 'start' });
    await expect(call('browser_video', { action: 'start' })).rejects.toMatchObject({
      message: expect.stringContaining('A video is being recorded already.'),
    });
    // Even one that is stopped at once has a picture.
    const { data } = await call('browser_video', { action: 'stop' });
    expect(Object(data).frames).toBeGreaterThan(0);
  });
});
