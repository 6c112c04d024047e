import { type PageServer, servePages } from '@btcp/test-support';
import { callableTools } from '@btcp/tools';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { freshBrowser } from './fresh-browser.ts';

const { call } = freshBrowser();
let pages: PageServer;

beforeAll(async () => {
  pages = await servePages({
    '/': `<title>Plain</title><meta name="viewport" content="width=device-width, initial-scale=1"><style>@media print { h1 { display: none } }</style><h1>Head</h1>`,
    '/headers': (request, response) => {
      const { 'user-agent': agent, 'accept-language': language, 'sec-ch-ua-platform': platform } = request.headers;
      const mobile = request.headers['sec-ch-ua-mobile'];
      response
        .setHeader('content-type', 'text/html')
        .end(`<pre id="out">${JSON.stringify({ agent, language, platform, mobile })}</pre>`);
    },
    '/framed': (_, response) =>
      response
        .setHeader('content-type', 'text/html')
        .end(`<title>Framed</title><iframe src="${pages.origin.replace('127.0.0.1', 'localhost')}/inner"></iframe>`),
    '/inner':
      '<p id="zone"></p><script>zone.textContent = Intl.DateTimeFormat().resolvedOptions().timeZone + " " + navigator.language</script>',
    '/worker': `<title>Waiting</title><script>
      const worker = new Worker('data:text/javascript,postMessage(navigator.userAgent)');
      worker.onmessage = ({ data }) => { document.title = data };
    </script>`,
  });
});
afterAll(() => pages.close());

const open = (path = '/') => call('browser_navigate', { url: pages.origin + path });
const value = async (script: string) =>
  JSON.parse(((await call('browser_evaluate', { script })).data as { value: string }).value);
const headers = async () => {
  await open('/headers');
  return JSON.parse(await value('document.querySelector("#out").textContent'));
};

test('browser_emulate makes a phone of the browser, and the page line says so', async () => {
  const { text } = await call('browser_emulate', { device: 'Pixel 7' });
  expect(text).toContain('emulating Pixel 7');
  expect(await headers()).toMatchObject({
    agent: expect.stringContaining('Android'),
    platform: '"Android"',
    mobile: '?1',
  });
  await open();
  const { page } = await call('browser_snapshot');
  expect(page).toMatchObject({ emulated: ['Pixel 7'] });
  expect(
    await value(`({ width: innerWidth, height: innerHeight, ratio: devicePixelRatio, touch: navigator.maxTouchPoints,
      coarse: matchMedia('(pointer: coarse)').matches, model: navigator.userAgentData.mobile })`),
  ).toEqual({ width: 412, height: 839, ratio: 2.625, touch: 5, coarse: true, model: true });
  const turned = await call('browser_emulate', { device: 'pixel 7 landscape', pixelRatio: 1 });
  expect(turned.page).toMatchObject({ emulated: ['pixel 7 landscape', 'pixel ratio 1'] });
  expect(await value('[innerWidth, innerHeight, devicePixelRatio]')).toEqual([863, 360, 1]);
});

test('an iPhone sends no client hints, and reset brings everything back', async () => {
  const before = await headers();
  await open();
  const plain = await value('[innerWidth, innerHeight, devicePixelRatio, navigator.maxTouchPoints]');
  await call('browser_emulate', { device: 'iPhone 15', locale: 'fr-FR', colorScheme: 'dark', cpuSlowdown: 4 });
  expect(await headers()).toEqual({
    agent: expect.stringContaining('iPhone'),
    language: expect.stringMatching(/^fr-FR,fr/),
  });
  const { text, page } = await call('browser_emulate', { reset: true });
  expect(text).toContain('Nothing is emulated.');
  expect(page).not.toHaveProperty('emulated');
  expect(await headers()).toEqual(before);
  await open();
  expect(await value('[innerWidth, innerHeight, devicePixelRatio, navigator.maxTouchPoints]')).toEqual(plain);
});

test('place, language, time zone and tastes are what the page sees, also in frames and new tabs', async () => {
  await open();
  await call('browser_emulate', { locale: 'de-DE', timezone: 'Asia/Tokyo', latitude: 52.5, longitude: 13.4 });
  const { page } = await call('browser_emulate', {
    colorScheme: 'dark',
    reducedMotion: true,
    contrast: 'more',
    forcedColors: true,
    media: 'print',
  });
  expect(page?.emulated?.join('; ')).toBe(
    'de-DE; Asia/Tokyo; at 52.5, 13.4; dark colours; reduced motion; forced colours; more contrast; print media',
  );
  const seen = `({ number: (1.5).toLocaleString(), zone: Intl.DateTimeFormat().resolvedOptions().timeZone, language: navigator.language,
    dark: matchMedia('(prefers-color-scheme: dark)').matches, calm: matchMedia('(prefers-reduced-motion: reduce)').matches,
    contrast: matchMedia('(prefers-contrast: more)').matches, forced: matchMedia('(forced-colors: active)').matches, print: matchMedia('print').matches,
    place: await new Promise((done, fail) => navigator.geolocation.getCurrentPosition(({ coords }) => done(coords.latitude), fail)) })`;
  const expected = {
    number: '1,5',
    zone: 'Asia/Tokyo',
    language: 'de-DE',
    dark: true,
    calm: true,
    contrast: true,
    forced: true,
    print: true,
    place: 52.5,
  };
  await call('browser_reload');
  expect(await value(seen)).toEqual(expected);
  await call('browser_tabs', { action: 'new', url: pages.origin });
  expect(await value(seen)).toEqual(expected);
  await open('/framed');
  await vi.waitFor(async () => expect((await call('browser_snapshot')).text).toContain('Asia/Tokyo de-DE'));
});

test('permissions are granted, and taken back', async () => {
  await open();
  const state = `(await navigator.permissions.query({ name: 'notifications' })).state`;
  const before = await value(state);
  await call('browser_emulate', { permissions: ['notifications'] });
  expect(await value(state)).toBe('granted');
  await call('browser_emulate', { reset: true });
  expect(await value(state)).not.toBe('granted');
  expect(before).not.toBe('granted');
});

test('workers have the user agent too, and resizing keeps the rest', async () => {
  await call('browser_emulate', {
    userAgent: 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) Chrome/140.0.0.0 Safari/537.36',
    pixelRatio: 2,
  });
  await open('/worker');
  await call('browser_wait_for', { function: 'document.title.includes("Windows NT")' });
  expect(await headers()).toMatchObject({ platform: '"Windows"', mobile: '?0' });
  await call('browser_resize', { width: 500, height: 400 });
  expect(await value('[innerWidth, devicePixelRatio]')).toEqual([500, 2]);
});

test.each([
  [{ device: 'iPhone 1000' }, 'There is no device "iPhone 1000"'],
  [{ timezone: 'Mars/Olympus' }, 'Nothing was changed'],
  [{ latitude: 1 }, 'both latitude and longitude'],
  [{ width: 100 }, 'both width and height'],
])('%j is refused and changes nothing', async (input, message) => {
  await open();
  await call('browser_emulate', { locale: 'fr-FR' });
  await expect(call('browser_emulate', input)).rejects.toMatchObject({
    code: 'invalid_input',
    message: expect.stringContaining(message),
  });
  expect((await call('browser_snapshot')).page).toMatchObject({ emulated: ['fr-FR'] });
});

// For each setting of browser_emulate: what turns it on, and what the page line says then.
const ON_THE_PAGE_LINE: Record<string, [settings: Record<string, unknown>, says: string]> = {
  device: [{ device: 'Pixel 7' }, 'Pixel 7'],
  width: [{ width: 400, height: 300 }, '400 × 300'],
  height: [{ width: 400, height: 301 }, '400 × 301'],
  pixelRatio: [{ pixelRatio: 3 }, 'pixel ratio 3'],
  mobile: [{ mobile: true }, 'mobile'],
  touch: [{ touch: true }, 'touch'],
  userAgent: [{ userAgent: 'Mozilla/5.0 Test' }, 'another user agent'],
  locale: [{ locale: 'fr-FR' }, 'fr-FR'],
  timezone: [{ timezone: 'Asia/Tokyo' }, 'Asia/Tokyo'],
  latitude: [{ latitude: 52.5, longitude: 13.4 }, 'at 52.5, 13.4'],
  longitude: [{ latitude: 52.5, longitude: -13.4 }, 'at 52.5, -13.4'],
  accuracy: [{ latitude: 1, longitude: 2, accuracy: 5 }, 'at 1, 2'],
  permissions: [{ permissions: ['camera'] }, 'permissions camera'],
  colorScheme: [{ colorScheme: 'dark' }, 'dark colours'],
  reducedMotion: [{ reducedMotion: true }, 'reduced motion'],
  forcedColors: [{ forcedColors: true }, 'forced colours'],
  contrast: [{ contrast: 'more' }, 'more contrast'],
  media: [{ media: 'print' }, 'print media'],
  cpuSlowdown: [{ cpuSlowdown: 2 }, 'scripts 2 times slower'],
};

test('the page line of the next result names every setting of browser_emulate', async () => {
  await open();
  const { reset: _, ...settings } = callableTools({}).get('browser_emulate')?.input.shape ?? {};
  expect(Object.keys(ON_THE_PAGE_LINE)).toEqual(Object.keys(settings));
  for (const [settings, says] of Object.values(ON_THE_PAGE_LINE)) {
    await call('browser_emulate', { ...settings, reset: true });
    expect((await call('browser_get_text', { selector: 'h1' })).text).toContain(`(emulating ${says})`);
  }
  await call('browser_emulate', { reset: true });
  expect((await call('browser_get_text', { selector: 'h1' })).text).not.toContain('emulating');
});

test('the page line names what is changed about the network', async () => {
  await open();
  await call('browser_throttle', { preset: 'slow-3g' });
  await call('browser_set_headers', { origin: pages.origin, headers: { 'x-test': 'yes' } });
  await call('browser_set_offline', { offline: true });
  const { text } = await call('browser_get_text', { selector: 'h1' });
  expect(text).toMatch(/\(offline; network: .*, headers for http:\/\/127\.0\.0\.1:\d+\)/);
});
