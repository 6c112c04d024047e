import { servePages } from '@btcp/test-support';
import { expect, vi } from 'vitest';
import { serve, TestHome } from '../../../apps/btcp/test/run-btcp.ts';
import type { BrowserWithExtension } from './browser-with-extension.ts';
import { answer, connectAgent, isMarked, LATER, look, setUp, share, textOf, untilShared } from './person-and-agent.ts';

// A site with a login. The square comes from another origin: a page cannot draw it, a photograph shows it.
function serveSite(square: string) {
  return servePages({
    '/login': (_request, response) =>
      response.writeHead(302, { 'set-cookie': 'user=Ada; HttpOnly; Path=/', location: '/' }).end(),
    '/': (request, response) => {
      const user = /user=(\w+)/.exec(request.headers.cookie ?? '')?.[1] ?? 'stranger';
      response.writeHead(200, { 'content-type': 'text/html' }).end(`<!doctype html><title>Bank</title>
        <style>iframe { position: fixed; top: 100px; left: 100px; width: 200px; height: 200px; border: 0 }</style>
        <h1>Hello ${user}</h1>
        <button onclick="document.querySelector('output').textContent = 'Paid.'">Pay</button> <output></output>
        <a href="/statement">Statement</a><iframe src="${square}"></iframe>`);
    },
    '/statement': '<title>Statement</title><h1>Your statement</h1>',
  });
}

/** What the extension promises, as the story of one tab. */
export async function shareTab(browser: BrowserWithExtension): Promise<void> {
  using home = new TestHome();
  await using elsewhere = await servePages({ '/': '<body style="background: rgb(0, 128, 0)">' });
  await using site = await serveSite(`${elsewhere.origin.replace('127.0.0.1', 'localhost')}/`);
  const server = await serve(home, ['--allow-origin', browser.origin]);
  try {
    await using agent = await connectAgent(server);
    const { call } = agent;
    await setUp(browser, server);
    const tab = await browser.openTab(`${site.origin}/login`);
    expect(await call('browser_snapshot')).toMatchObject({ isError: true });

    // Nothing is shared before the person has said what.
    await browser.press(tab);
    const ask = await browser.ownPage('ask.html');
    expect(await textOf(ask)).toContain(site.origin);
    expect(await isMarked(tab)).toBe(false);
    await answer(ask, 'read');
    await untilShared(browser, tab, 'read');

    // The person's login is the agent's, and the mark is for the person alone.
    const { text } = await call('browser_snapshot');
    expect(text).toContain('heading "Hello Ada"');
    expect(text).not.toContain('An agent can');
    await tab.bringToFront();
    const { image } = await call('browser_screenshot');
    expect((await look(tab, image, [[200, 200]])).colours).toEqual(['0 128 0']);

    // To act needs more, and a no is a no.
    const refused = call('browser_click', { selector: 'button' });
    const second = await browser.ownPage('action=click');
    expect(await textOf(second)).toContain('An agent wants to act');
    await answer(second, 'no');
    expect(await refused).toMatchObject({ isError: true, text: expect.stringContaining('did not allow click') });
    const allowed = call('browser_click', { selector: 'button' });
    await answer(await browser.ownPage('action=click'), 'act');
    expect((await allowed).text).toContain('Clicked button "Pay"');
    expect(await tab.$eval('output', ({ textContent }) => textContent)).toBe('Paid.');
    await untilShared(browser, tab, 'act');

    // The next page of the same site goes on being shared.
    expect((await call('browser_click', { selector: 'a' })).text).toContain(`Navigated to ${site.origin}/statement`);
    expect((await call('browser_snapshot')).text).toContain('heading "Your statement"');
    await untilShared(browser, tab, 'act');

    await browser.press(tab);
    await vi.waitFor(async () => expect(await isMarked(tab)).toBe(false), LATER);
    await vi.waitFor(async () => expect(await browser.badge(tab)).toBe(''), LATER);
    expect(await call('browser_snapshot')).toMatchObject({ isError: true });

    // Leave for one site is none for the next.
    await share(browser, tab, 'act');
    await tab.goto(elsewhere.origin);
    await vi.waitFor(async () => expect(await browser.badge(tab)).toBe(''), LATER);
    expect(await isMarked(tab)).toBe(false);
    expect(await call('browser_snapshot')).toMatchObject({ isError: true });
  } finally {
    await server.stop();
  }
}
