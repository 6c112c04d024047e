import { servePages, startChrome } from '@btcp/test-support';
import type { BrowserAgent as Agent, BrowserAgentConfig, Command } from 'btcp-browser-agent';
import type { Browser, JSHandle, Page } from 'puppeteer-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { agentIn, bundlePackage, openBrowserAgent } from './support/open-browser-agent.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await startChrome();
});
afterAll(() => browser.close());

interface Exports {
  BrowserAgent: new (config?: BrowserAgentConfig) => Agent;
}

async function exportsIn(page: Page): Promise<JSHandle<Exports>> {
  return (await page.evaluateHandle(await bundlePackage())) as JSHandle<Exports>;
}

describe('launch and close', () => {
  test('the first call launches by itself, unless that is switched off', async () => {
    await using opened = await openBrowserAgent(browser, '<title>T</title>');
    const exports = await exportsIn(opened.page);
    const outcome = await exports.evaluate(async ({ BrowserAgent }) => {
      const codeOf = (error: { code: string }) => error.code;
      const eager = new BrowserAgent({ targetWindow: window, autoLaunch: true });
      const manual = new BrowserAgent({ autoLaunch: false });
      const before = await manual.getTitle().catch(codeOf);
      await manual.launch();
      const after = await manual.getTitle();
      await manual.close();
      const closed = await Promise.all([manual.getTitle().catch(codeOf), manual.click('p').catch(codeOf)]);
      await manual.launch();
      return [await eager.getTitle(), before, after, closed, await manual.getTitle()];
    });
    expect(outcome).toEqual(['T', 'browser_unavailable', 'T', ['browser_unavailable', 'browser_unavailable'], 'T']);
  });

  test('close waits for the action under way', async () => {
    await using opened = await openBrowserAgent(browser, '<input>');
    const value = await opened.agent.evaluate(async (agent) => {
      void agent.type('input', 'abc', { delay: 20 });
      await agent.getTitle();
      await agent.close();
      return document.querySelector('input')?.value;
    });
    expect(value).toBe('abc');
  });

  test('a document that no window shows is refused', async () => {
    await using opened = await openBrowserAgent(browser, '');
    const exports = await exportsIn(opened.page);
    const code = await exports.evaluate(({ BrowserAgent }) => {
      try {
        new BrowserAgent({ targetDocument: document.implementation.createHTMLDocument() });
        return 'none';
      } catch (error) {
        return (error as { code: string }).code;
      }
    });
    expect(code).toBe('unsupported');
  });
});

test('actions of one agent run one after the other, in the order of their calls', async () => {
  await using opened = await openBrowserAgent(
    browser,
    '<input><button onclick="document.title = document.querySelector(\'input\').value">Go</button>',
  );
  await opened.agent.evaluate((agent) =>
    Promise.all([
      agent.type('input', 'ab', { delay: 30 }),
      agent.click('#missing').catch(() => undefined),
      agent.type('input', 'cd'),
      agent.click('button'),
    ]),
  );
  expect(await opened.page.title()).toBe('abcd');
});

test('it leaves no trace: no attribute, no global, no changed prototype', async () => {
  await using opened = await openBrowserAgent(
    browser,
    '<form onsubmit="return false"><input id="a"><input type="checkbox"><select><option>A<option>B</select><button>Go</button></form><div contenteditable>x</div>',
  );
  const look = () => ({
    html: document.documentElement.outerHTML,
    globals: Object.getOwnPropertyNames(window).sort(),
    prototypes: [Element, HTMLElement, HTMLInputElement, Event, EventTarget, Node, Document, Window].map((each) =>
      Object.entries(Object.getOwnPropertyDescriptors(each.prototype)).map(
        ([name, { value, get, set }]) => `${name} ${value} ${get} ${set}`,
      ),
    ),
  });
  const before = await opened.page.evaluate(look);
  await opened.agent.evaluate(async (agent) => {
    await agent.snapshot();
    await agent.type('#a', 'x');
    await agent.fill('#a', '');
    await agent.click('button');
    await agent.check('[type=checkbox]');
    await agent.select('select', 'B');
    await agent.press('Tab');
    await agent.hover('button');
    await agent.evaluate('1');
    await agent.screenshot();
    await agent.waitFor({ selector: '#a' });
  });
  expect(await opened.page.evaluate(look)).toEqual(before);
});

test('a document without body can be read, and actions on it fail with codes', async () => {
  await using opened = await openBrowserAgent(browser, '');
  await opened.page.evaluate(() => document.body.remove());
  const results = await opened.agent.evaluate(async (agent) => {
    const codeOf = (error: { code: string }) => error.code;
    return [
      (await agent.snapshot()).truncated,
      await agent.isVisible('p'),
      (await agent.press('Tab')).note,
      (await agent.scroll({ direction: 'down' })).moved,
      await agent.click('p').catch(codeOf),
      await agent.waitFor({ text: 'x', timeout: 30 }).catch(codeOf),
      await agent.evaluate('document.body'),
    ];
  });
  expect(results).toEqual([false, false, expect.any(String), { x: 0, y: 0 }, 'not_found', 'timeout', null]);
});

describe('reading', () => {
  test('handlers that frameworks and scripts put on an element make it clickable', async () => {
    await using opened = await openBrowserAgent(
      browser,
      '<p id="a">React</p><p id="b">Vue</p><p id="c">Svelte</p><p id="d">Script</p><p id="e">Text</p>',
    );
    const { tree } = await opened.agent.evaluate((agent) => {
      const put = (id: string, key: string | symbol, value: unknown) =>
        Reflect.set(document.getElementById(id) ?? {}, key, value);
      put('a', '__reactProps$x1', { onClick: () => {} });
      put('b', Symbol('_vei'), { onClick: () => {} });
      put('c', '__click', () => {});
      put('d', 'onclick', () => {});
      put('e', '__reactProps$x1', { children: 'Text' });
      return agent.snapshot({ header: false });
    });
    expect(tree).toBe(
      '- clickable "React" @e1\n- clickable "Vue" @e2\n- clickable "Svelte" @e3\n- clickable "Script" @e4\n- Text',
    );
  });

  test('getText gives what a person reads', async () => {
    await using opened = await openBrowserAgent(
      browser,
      `<p id="a">One <b>two</b><span hidden>three</span></p><input id="b" value="held"><input id="c" type="password" value="secret">
       <select id="d"><option>Red<option selected>Blue</select><div id="e"></div><svg id="f"><text>Chart</text></svg>
       <script>e.attachShadow({ mode: 'open' }).innerHTML = '<style>b { color: red }</style><b>Shadow</b>'</script>`,
    );
    const texts = await opened.agent.evaluate((agent) =>
      Promise.all(['#a', '#b', '#c', '#d', '#e', '#f'].map((each) => agent.getText(each))),
    );
    expect(texts).toEqual(['One two', 'held', expect.stringMatching(/^•+$/), 'Blue', 'Shadow', 'Chart']);
  });

  test('getAttribute, getUrl and getTitle', async () => {
    await using opened = await openBrowserAgent(browser, '<title>T</title><a href="/x" data-n="">L</a>');
    const values = await opened.agent.evaluate(async (agent) => [
      await agent.getAttribute('a', 'href'),
      await agent.getAttribute('a', 'data-n'),
      await agent.getAttribute('a', 'title'),
      await agent.getUrl(),
      await agent.getTitle(),
    ]);
    expect(values).toEqual(['/x', '', null, 'about:blank', 'T']);
  });

  test('isVisible knows every way of hiding', async () => {
    await using opened = await openBrowserAgent(
      browser,
      `<style>.gone { display: none } .clear { visibility: hidden }</style><p id="yes">x</p><p class="gone" id="n1">x</p><p class="clear" id="n2">x</p>
       <div hidden><p id="n3">x</p></div><p id="n4"></p><details><p id="n5">x</p></details><p style="content-visibility:hidden"><b id="n6">x</b></p><i class="m gone">x</i><i class="m">x</i>`,
    );
    const visible = await opened.agent.evaluate((agent) =>
      Promise.all(
        ['#yes', '#n1', '#n2', '#n3', '#n4', '#n5', '#n6', '#none', '.m'].map((each) => agent.isVisible(each)),
      ),
    );
    expect(visible).toEqual([true, false, false, false, false, false, false, false, true]);
  });

  test('box scrolls there and reports where it is in the viewport, also of what is in a frame', async () => {
    await using opened = await openBrowserAgent(
      browser,
      `<body style="margin: 0; height: 5000px">
       <p id="far" style="position: absolute; top: 3000px; left: 20px; margin: 0; width: 50px; height: 40px">x</p>
       <iframe srcdoc="<body style='margin: 0'><b style='display: block; width: 30px; height: 10px'>y</b>"
         style="position: absolute; top: 3100px; left: 200px; border: 0; width: 90px; height: 60px"></iframe>
       <p id="gone" hidden>z</p>`,
    );
    const { far, scrolled, framed, hidden } = await opened.agent.evaluate(async (agent) => ({
      far: await agent.box('#far'),
      scrolled: scrollY,
      framed: await agent.box('b'),
      hidden: await agent.execute({ action: 'box', selector: '#gone' }),
    }));
    expect(far).toEqual({ x: 20, y: 3000 - scrolled, width: 50, height: 40 });
    expect(scrolled).toBeGreaterThan(0);
    expect(framed).toMatchObject({ x: 200, width: 30, height: 10 });
    expect(hidden).toMatchObject({ success: false, errorCode: 'not_actionable' });
  });
});

describe('execute and describe', () => {
  test('every action is described with its parameters, and its examples fit them', async () => {
    await using opened = await openBrowserAgent(browser, '');
    const { overview, actions } = await opened.agent.evaluate((agent) => {
      const overview = agent.describe();
      return { overview, actions: overview.actions.map((name) => agent.describe(name).action) };
    });
    expect(overview.actions).toEqual(
      expect.arrayContaining(['snapshot', 'click', 'type', 'fill', 'press', 'waitFor', 'navigate', 'evaluate']),
    );
    expect(overview).not.toHaveProperty('action');
    expect(overview.methods).toContainEqual('fill(selector, value): Replace the value of a field');
    expect(overview.selectors.join()).toContain('@e3');
    expect(overview.workflow[0]).toContain('snapshot');
    expect(overview.quickRef).toContain('click(selector, button?, count?, modifiers?)');
    for (const action of actions) {
      expect(action?.description).toBeTruthy();
      const known = Object.keys(action?.parameters ?? {});
      for (const example of action?.examples ?? []) {
        const { action: name, ...given } = example as Command;
        expect(name).toBe(action?.name);
        expect(known).toEqual(expect.arrayContaining(Object.keys(given)));
      }
    }
    expect((await opened.failureOf(async (agent) => agent.describe('fly'))).code).toBe('unknown_tool');
  });

  test('runs by name, echoes the id, and takes ref for selector', async () => {
    await using opened = await openBrowserAgent(
      browser,
      '<title>T</title><button onclick="document.title += \'!\'">Go</button>',
    );
    const [first, second, third] = await opened.agent.evaluate(async (agent) => {
      const first = await agent.execute({ id: 7, action: 'getTitle' });
      const { refs } = await agent.snapshot();
      const [ref] = Object.keys(refs);
      return [
        first,
        await agent.execute({ action: 'click', ref }),
        await agent.executeJSON('{"id":"x","action":"getTitle"}'),
      ] as const;
    });
    const url = 'about:blank';
    expect(first).toEqual({ id: 7, success: true, data: { title: 'T' }, page: { url, title: 'T' } });
    expect(second).toMatchObject({
      id: expect.any(String),
      success: true,
      data: { element: 'button "Go"', role: 'button', name: 'Go' },
      page: { url, title: 'T!' },
      changes: [],
    });
    expect(JSON.parse(third)).toEqual({ id: 'x', success: true, data: { title: 'T!' }, page: { url, title: 'T!' } });
  });

  const bad: [command: unknown, code: string, text: RegExp][] = [
    [{ action: 'fly' }, 'unknown_tool', /"fly".*The actions are: snapshot/],
    [{ action: 'click' }, 'invalid_input', /"selector" of click is missing/],
    [{ action: 'click', selector: 5 }, 'invalid_input', /must be string, not 5/],
    [
      { action: 'click', selector: '#a', speed: 1 },
      'invalid_input',
      /no argument "speed".*selector, button, count, modifiers/,
    ],
    [{ action: 'click', selector: '#a', button: 'top' }, 'invalid_input', /"left" \| "middle" \| "right"/],
    [{ action: 'click', selector: '#none' }, 'not_found', /Take a snapshot/],
    [{ action: 'constructor' }, 'unknown_tool', /constructor/],
    [null, 'invalid_input', /Send an object such as/],
  ];
  for (const [command, code, text] of bad) {
    test(`${JSON.stringify(command)} is ${code}`, async () => {
      await using opened = await openBrowserAgent(browser, '<p id="a">A</p>');
      const response = await opened.agent.evaluate((agent, command) => agent.execute(command as Command), command);
      expect(response).toMatchObject({ success: false, errorCode: code });
      expect(response.success || [response.error, ...response.suggestions].join(' ')).toMatch(text);
    });
  }

  test('JSON that is none is answered in JSON', async () => {
    await using opened = await openBrowserAgent(browser, '');
    const answer = await opened.agent.evaluate((agent) => agent.executeJSON('{'));
    expect(JSON.parse(answer)).toMatchObject({ success: false, errorCode: 'invalid_input' });
  });

  test('every declared argument reaches its action', async () => {
    await using opened = await openBrowserAgent(
      browser,
      `<div style="height:3000px"><p>Text</p><input id="t" value="a"><button id="b">B</button><select multiple><option>x<option>y</select><input type="file"></div>
       <script>
         for (const type of ['click', 'auxclick', 'dblclick']) b.addEventListener(type, (event) => { document.title += [type, event.button, event.shiftKey].join() + ';' });
       </script>`,
    );
    const run = (command: Command) =>
      opened.agent.evaluate((agent, command) => agent.execute(command as Command), command);
    const dataOf = async (command: Command) => {
      const response = await run(command);
      if (!response.success) throw new Error(response.error);
      return response.data;
    };
    await dataOf({ action: 'click', selector: '#b', button: 'middle', count: 1, modifiers: ['Shift'] });
    await dataOf({ action: 'dblclick', selector: '#b' });
    expect(await opened.page.title()).toBe('auxclick,1,true;click,0,false;click,0,false;dblclick,0,false;');
    expect(await dataOf({ action: 'type', selector: '#t', text: 'z', clear: true, delay: 1 })).toMatchObject({
      value: 'z',
    });
    expect(await dataOf({ action: 'select', selector: 'select', values: ['x', 'y'] })).toMatchObject({
      selected: ['x', 'y'],
    });
    expect(await dataOf({ action: 'press', key: 'q', selector: '#t' })).toMatchObject({
      value: expect.stringContaining('q'),
    });
    expect(await dataOf({ action: 'scroll', direction: 'down', amount: 120 })).toMatchObject({
      moved: { x: 0, y: 120 },
    });
    expect(await dataOf({ action: 'scroll', x: 0, y: -20 })).toMatchObject({ moved: { x: 0, y: -20 } });
    expect(await dataOf({ action: 'scroll', selector: '#t' })).toHaveProperty('remaining');
    expect(
      await dataOf({ action: 'upload', selector: '[type=file]', files: [{ name: 'a', text: 'b' }] }),
    ).toMatchObject({ files: [{ name: 'a', size: 1 }] });
    expect(
      await dataOf({
        action: 'waitFor',
        text: 'Text',
        textGone: 'Gone',
        url: 'about:',
        function: 'true',
        timeout: 1000,
      }),
    ).toHaveProperty('elapsed');
    expect(await run({ action: 'waitFor', selector: '#t', state: 'hidden', timeout: 20 })).toMatchObject({
      errorCode: 'timeout',
    });
    expect(await dataOf({ action: 'evaluate', script: '[1]', timeout: 100 })).toEqual({ result: [1] });
    expect(await dataOf({ action: 'getAttribute', selector: '#t', attribute: 'id' })).toEqual({ value: 't' });
    expect(await dataOf({ action: 'isVisible', selector: '#t' })).toEqual({ visible: true });
    expect(
      await dataOf({
        action: 'snapshot',
        selector: '#b',
        maxSize: 5000,
        maxDepth: 9,
        interactive: true,
        compact: true,
      }),
    ).toHaveProperty('tree');
  });
});

describe('screenshot', () => {
  test('draws the screen, the whole page or one element, in each format', async () => {
    await using opened = await openBrowserAgent(
      browser,
      '<style>body { margin: 0; background: rgb(255, 0, 0); height: 2000px } div { width: 100px; height: 50px; background: rgb(0, 0, 255) }</style><div></div>',
    );
    const shots = await opened.agent.evaluate(async (agent) => {
      const load = async (url: string) => {
        const image = new Image();
        image.src = url;
        await image.decode();
        const canvas = new OffscreenCanvas(image.width, image.height);
        const context = canvas.getContext('2d');
        context?.drawImage(image, 0, 0);
        const pixel = (x: number, y: number) =>
          [...(context?.getImageData(x, y, 1, 1).data ?? [])].slice(0, 3).map((each) => Math.round(each / 16));
        return {
          width: image.width,
          height: image.height,
          corner: pixel(5, 5),
          below: pixel(5, Math.min(60, image.height - 1)),
        };
      };
      const results: unknown[] = [];
      for (const options of [
        {},
        { fullPage: true },
        { selector: 'div' },
        { format: 'jpeg', quality: 80 },
        { format: 'webp', quality: 10 },
      ] as const) {
        const { screenshot, format } = await agent.screenshot(options);
        results.push({ format, ...(await load(`data:image/${format};base64,${screenshot}`)) });
      }
      return results;
    });
    const blue = [0, 0, 16];
    const red = [16, 0, 0];
    expect(shots).toEqual([
      { format: 'png', width: 1280, height: 720, corner: blue, below: red },
      { format: 'png', width: 1280, height: 2000, corner: blue, below: red },
      { format: 'png', width: 100, height: 50, corner: blue, below: blue },
      { format: 'jpeg', width: 1280, height: 720, corner: blue, below: red },
      { format: 'webp', width: 1280, height: 720, corner: blue, below: red },
    ]);
    expect((await opened.failureOf((agent) => agent.screenshot({ format: 'gif' as 'png' }))).code).toBe(
      'invalid_input',
    );
  });
});

describe('a same-origin frame driven from its parent', () => {
  let finishEmpty = () => {};
  const pages = {
    '/': '<iframe id="frame" src="/one" style="width:400px;height:300px"></iframe>',
    '/one':
      '<title>One</title><button>First</button><input id="in"><a id="next" href="/two">Next</a><a id="slow" href="/slow">Slow</a>',
    '/two': '<title>Two</title><h1 id="there">Second</h1><input id="in">',
    '/slow': ((_, response) => {
      setTimeout(() => response.end('<title>Slow</title>'), 400);
    }) satisfies Parameters<typeof servePages>[0][string],
    '/form': '<title>Form</title><form action="/empty"><input id="in" name="q"><button>Go</button></form>',
    '/empty': ((_, response) => {
      response.writeHead(200, { 'content-type': 'text/html', 'x-content-type-options': 'nosniff' }).flushHeaders();
      finishEmpty = () => response.end('<title>Answer</title><h1>Here</h1>');
    }) satisfies Parameters<typeof servePages>[0][string],
    '/finish': ((_, response) => {
      finishEmpty();
      response.end();
    }) satisfies Parameters<typeof servePages>[0][string],
  };

  async function openFrame(): Promise<{ page: Page; agent: JSHandle<Agent>; origin: string } & AsyncDisposable> {
    const server = await servePages(pages);
    const page = await browser.newPage();
    await page.goto(`${server.origin}/`);
    const exports = await exportsIn(page);
    const agent = await exports.evaluateHandle(({ BrowserAgent }) => {
      const frame = document.querySelector('iframe');
      return new BrowserAgent({ targetWindow: frame?.contentWindow ?? window });
    });
    const dispose = async () => {
      await page.close();
      await server.close();
    };
    return { page, agent, origin: server.origin, [Symbol.asyncDispose]: dispose };
  }

  test('acts with the constructors of the frame', async () => {
    await using opened = await openFrame();
    const seen = await opened.agent.evaluate(async (agent) => {
      const inner = document.querySelector('iframe')?.contentWindow;
      const seen: unknown[] = [];
      inner?.document.querySelector('button')?.addEventListener('click', (event) => {
        seen.push(event instanceof (inner as unknown as typeof globalThis).MouseEvent, event.view === inner);
      });
      await agent.click('button');
      seen.push(
        (await agent.fill('#in', 'x')).value,
        (await agent.type('#in', 'y')).value,
        (await agent.press('Backspace', '#in')).value,
      );
      return seen;
    });
    expect(seen).toEqual([true, true, 'x', 'xy', 'x']);
  });

  test('targetDocument names the frame as well, and wins over targetWindow', async () => {
    await using opened = await openFrame();
    const exports = await exportsIn(opened.page);
    const titles = await exports.evaluate(async ({ BrowserAgent }) => {
      const inner = document.querySelector('iframe')?.contentDocument ?? document;
      const agent = new BrowserAgent({ targetDocument: inner, targetWindow: window });
      const first = await agent.getTitle();
      await agent.navigate('/two');
      return [first, await agent.getTitle()];
    });
    expect(titles).toEqual(['One', 'Two']);
  });

  test('navigate, back, forward and reload wait for the new document, and refs of the old are stale', async () => {
    await using opened = await openFrame();
    const log = await opened.agent.evaluate(async (agent) => {
      const [ref = ''] = Object.keys((await agent.snapshot()).refs);
      const result = await agent.navigate('/two');
      const stale = await agent.click(ref).catch((error: { code: string }) => error.code);
      const fresh = Object.keys((await agent.snapshot()).refs);
      return {
        result,
        stale,
        reused: fresh.includes(ref),
        text: await agent.getText('#there'),
        back: (await agent.back()).title,
        forward: (await agent.forward()).title,
        reload: (await agent.reload({ waitUntil: 'domcontentloaded' })).title,
        idle: (await agent.navigate('/one', { waitUntil: 'networkidle' })).title,
      };
    });
    expect(log).toEqual({
      result: { url: `${opened.origin}/two`, title: 'Two', status: 200 },
      stale: 'stale_ref',
      reused: false,
      text: 'Second',
      back: 'One',
      forward: 'Two',
      reload: 'Two',
      idle: 'One',
    });
  });

  test('a click that leads to another page waits for it, even a slow one', async () => {
    await using opened = await openFrame();
    const titles = await opened.agent.evaluate(async (agent) => {
      await agent.click('#next');
      const first = await agent.getTitle();
      await agent.navigate('/one');
      await agent.click('#slow');
      return [first, await agent.getTitle()];
    });
    expect(titles).toEqual(['Two', 'Slow']);
  });

  test('within the document, and through its history', async () => {
    await using opened = await openFrame();
    const urls = await opened.agent.evaluate(async (agent) => {
      const [ref = ''] = Object.keys((await agent.snapshot()).refs);
      const hash = (await agent.navigate('#part')).url;
      const kept = await agent.isVisible(ref);
      return [hash, kept, (await agent.back()).url, (await agent.forward()).url];
    });
    expect(urls).toEqual([`${opened.origin}/one#part`, true, `${opened.origin}/one`, `${opened.origin}/one#part`]);
  });

  test('what cannot be opened is reported: no history, other schemes, no URL, another origin, a frame that is gone', async () => {
    await using opened = await openFrame();
    await using other = await servePages({ '/': '<title>Other</title>' });
    const codes = await opened.agent.evaluate(async (agent, elsewhere) => {
      const codeOf = (error: { code: string }) => error.code;
      const codes = [
        await agent.forward().catch(codeOf),
        await agent.navigate('javascript:alert(1)').catch(codeOf),
        await agent.navigate('file:///etc/passwd').catch(codeOf),
        await agent.navigate('http://').catch(codeOf),
        await agent.navigate(elsewhere).catch(codeOf),
        await agent.getTitle().catch(codeOf),
      ];
      document.querySelector('iframe')?.remove();
      return [...codes, await agent.getTitle().catch(codeOf)];
    }, other.origin);
    expect(codes).toEqual([
      'navigation_failed',
      'denied',
      'denied',
      'invalid_input',
      'unsupported',
      'unsupported',
      'browser_lost',
    ]);
  });

  test('Enter in a form waits for the answer, also when the new document has no element yet', async () => {
    await using opened = await openFrame();
    const outcome = await opened.agent.evaluate(async (agent) => {
      await agent.navigate('/form');
      const frame = document.querySelector('iframe');
      const before = frame?.contentDocument;
      // Timers of the page stand still until the new document is there, as on a busy machine.
      const { requestAnimationFrame, setTimeout } = window;
      const isReplaced = () => frame?.contentDocument !== before;
      let onNextTimer = () => {};
      const nextTimer = new Promise<void>((resolve) => {
        onNextTimer = resolve;
      });
      window.requestAnimationFrame = () => 0;
      window.setTimeout = ((run: () => void, time?: number) => {
        if (isReplaced()) onNextTimer();
        const wait = () => setTimeout(() => (isReplaced() ? run() : wait()), time);
        return wait();
      }) as typeof window.setTimeout;
      const pressing = agent.press('Enter', '#in');
      // By then the key is pressed, and its answer is read.
      await Promise.race([nextTimer, pressing]);
      const root = frame?.contentDocument?.documentElement ?? null;
      await fetch('/finish');
      const { note, focused } = await pressing;
      Object.assign(window, { requestAnimationFrame, setTimeout });
      return { root, note, focused, title: await agent.getTitle() };
    });
    expect(outcome).toEqual({ root: null, note: 'The page has been left.', focused: '', title: 'Answer' });
  });

  test('a wait goes on across the navigation of the frame', async () => {
    await using opened = await openFrame();
    const text = await opened.agent.evaluate(async (agent) => {
      const waiting = agent.waitFor('#there', { timeout: 30_000 });
      await agent.click('#next');
      await waiting;
      return agent.getText('#there');
    });
    expect(text).toBe('Second');
  });
});

describe('the window that the agent runs in', () => {
  // Kept out of the cache of whole pages, from which a step comes back before the test hears of it.
  const titled =
    (title: string): Parameters<typeof servePages>[0][string] =>
    (_, response) => {
      response.writeHead(200, { 'content-type': 'text/html', 'cache-control': 'no-store' });
      response.end(`<title>${title}</title>`);
    };

  test('navigate, back, reload and forward answer as the page is being left, and the new page comes', async () => {
    await using server = await servePages({ '/': titled('One'), '/two': titled('Two') });
    await using opened = await openBrowserAgent(browser, new URL(server.origin));
    for (const [verb, title] of [
      ['navigate', 'Two'],
      ['back', 'One'],
      ['reload', 'One'],
      ['forward', 'Two'],
    ] as const) {
      const { agent } = await agentIn(opened.page);
      const arrived = opened.page.waitForNavigation();
      await agent.evaluate((agent, verb) => {
        const going = verb === 'navigate' ? agent.navigate('/two') : agent[verb]();
        void going.then((result) => sessionStorage.setItem('said', JSON.stringify(result)));
      }, verb);
      await arrived;
      expect(await opened.page.title()).toBe(title);
      const said = await opened.page.evaluate(() => sessionStorage.getItem('said'));
      expect(JSON.parse(said ?? '{}')).toMatchObject({ leaving: true, url: opened.page.url() });
    }
  });

  test('a step within the document resolves when it is done', async () => {
    await using server = await servePages({ '/': '<title>One</title>' });
    await using opened = await openBrowserAgent(browser, new URL(server.origin));
    const urls = await opened.agent.evaluate(async (agent) => {
      const hash = (await agent.navigate('#a')).url;
      history.pushState(null, '', '/pushed');
      return [hash, (await agent.back()).url, (await agent.forward()).url];
    });
    expect(urls).toEqual([`${server.origin}/#a`, `${server.origin}/#a`, `${server.origin}/pushed`]);
  });
});
