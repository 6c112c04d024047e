import { startChrome } from '@btcp/test-support';
import type { BrowserAgent } from 'btcp-browser-agent';
import type { Browser, Page } from 'puppeteer-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openBrowserAgent } from './support/open-browser-agent.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await startChrome();
});
afterAll(() => browser.close());

// Logs every event that a page can hear of, with what it carries.
const LOGGER = `<script>
  window.log = [];
  const types = ['pointerover', 'pointerenter', 'pointerdown', 'pointerup', 'mouseover', 'mouseenter', 'mousedown', 'mouseup', 'click', 'auxclick',
    'dblclick', 'contextmenu', 'focus', 'focusin', 'blur', 'focusout', 'keydown', 'keypress', 'keyup', 'beforeinput', 'input', 'change', 'submit', 'toggle'];
  for (const type of types) document.addEventListener(type, (event) => {
    const { target, key, code, keyCode, data, inputType, detail, button, buttons, shiftKey, ctrlKey } = event;
    if (target.id) log.push(JSON.stringify({ type, on: target.id, is: event.constructor.name, key, code, keyCode, data, inputType, detail, button, buttons, shiftKey, ctrlKey }));
  }, true);
</script>`;

interface Twin {
  html: string;
  /** With trusted input, as a person's hand gives it. */
  person(page: Page): Promise<unknown>;
  agent(agent: BrowserAgent): Promise<unknown>;
  /** Typing ends with the change that a person sends by leaving the field. */
  types?: boolean;
}

const isChange = (entry: string) => entry.includes('"type":"change"');

async function logsOf({ html, person, agent }: Twin): Promise<[person: string[], agent: string[]]> {
  const read = (page: Page) => page.evaluate(() => (window as unknown as { log: string[] }).log);
  await using real = await openBrowserAgent(browser, html + LOGGER);
  await real.page.bringToFront();
  await person(real.page);
  const wanted = await read(real.page);
  await using twin = await openBrowserAgent(browser, html + LOGGER);
  await twin.page.bringToFront();
  await twin.agent.evaluate(agent);
  return [wanted, await read(twin.page)];
}

const twins: Record<string, Twin> = {
  'a click on a button': {
    html: '<button id="b">Go</button>',
    person: (page) => page.click('#b'),
    agent: (agent) => agent.click('#b'),
  },
  'a click on a nested element in a focusable one': {
    html: '<div id="outer" tabindex="0"><p id="inner">Text</p></div>',
    person: (page) => page.click('#inner'),
    agent: (agent) => agent.click('#inner'),
  },
  'a click on a label': {
    html: '<label id="l" for="c">Agree</label><input type="checkbox" id="c">',
    person: (page) => page.click('#l'),
    agent: (agent) => agent.click('#l'),
  },
  'a click on a label while another field has the focus': {
    html: '<input id="a"><label id="l" for="c">Name</label><input id="c">',
    async person(page) {
      await page.focus('#a');
      await page.click('#l');
    },
    async agent(agent) {
      await agent.focus('#a');
      await agent.click('#l');
    },
  },
  'a double click': {
    html: '<button id="b">Go</button>',
    person: (page) => page.click('#b', { count: 2 }),
    agent: (agent) => agent.dblclick('#b'),
  },
  'a click away from a field that was typed into': {
    html: '<input id="a"><p id="p">Text</p>',
    async person(page) {
      await page.focus('#a');
      await page.keyboard.type('x');
      await page.click('#p');
    },
    async agent(agent) {
      await agent.type('#a', 'x');
      await agent.click('#p');
    },
    types: true,
  },
  'a click with the right button': {
    html: '<button id="b">Go</button>',
    person: (page) => page.click('#b', { button: 'right' }),
    agent: (agent) => agent.click('#b', { button: 'right' }),
  },
  'typing, and leaving the field': {
    html: '<input id="a"><button id="b">Go</button>',
    async person(page) {
      await page.focus('#a');
      await page.keyboard.type('aB; 1');
      await page.keyboard.press('Tab');
    },
    async agent(agent) {
      await agent.type('#a', 'aB; 1');
      await agent.press('Tab');
    },
    types: true,
  },
  'Enter in a form': {
    html: '<form id="f" onsubmit="return false"><input id="a"><button id="b">Go</button></form>',
    async person(page) {
      await page.focus('#a');
      await page.keyboard.type('x');
      await page.keyboard.press('Enter');
    },
    async agent(agent) {
      await agent.type('#a', 'x');
      await agent.press('Enter');
    },
    types: true,
  },
  'Space and Enter on a button': {
    html: '<button id="b">Go</button>',
    async person(page) {
      await page.focus('#b');
      await page.keyboard.press('Space');
      await page.keyboard.press('Enter');
    },
    async agent(agent) {
      await agent.press('Space', '#b');
      await agent.press('Enter');
    },
  },
  'Space on a checkbox, arrows on radios': {
    html: '<input type="checkbox" id="c"><input type="radio" name="r" id="r1" checked><input type="radio" name="r" id="r2">',
    async person(page) {
      await page.focus('#c');
      await page.keyboard.press('Space');
      await page.keyboard.press('Tab');
      await page.keyboard.press('ArrowDown');
    },
    async agent(agent) {
      await agent.press('Space', '#c');
      await agent.press('Tab');
      await agent.press('ArrowDown');
    },
  },
  'arrows on a slider and a number': {
    html: '<input type="range" id="s"><input type="number" id="n" value="1">',
    async person(page) {
      await page.focus('#s');
      await page.keyboard.press('ArrowRight');
      await page.keyboard.press('Tab');
      await page.keyboard.press('ArrowUp');
    },
    async agent(agent) {
      await agent.press('ArrowRight', '#s');
      await agent.press('Tab');
      await agent.press('ArrowUp');
    },
  },
  'editing a textarea': {
    html: '<textarea id="t">ab</textarea>',
    async person(page) {
      await page.focus('#t');
      await page.keyboard.press('End');
      for (const key of ['Backspace', 'Enter', 'x', 'ArrowLeft', 'Delete', 'Home'] as const)
        await page.keyboard.press(key);
    },
    async agent(agent) {
      await agent.type('#t', '');
      await agent.press('End');
      for (const key of ['Backspace', 'Enter', 'x', 'ArrowLeft', 'Delete', 'Home']) await agent.press(key);
    },
  },
  'choosing by keys in a closed list': {
    html: '<select id="s"><option>Ant<option disabled>Bee<option>Cat</select>',
    async person(page) {
      await page.focus('#s');
      for (const key of ['ArrowDown', 'ArrowUp', 'End'] as const) await page.keyboard.press(key);
    },
    async agent(agent) {
      await agent.focus('#s');
      for (const key of ['ArrowDown', 'ArrowUp', 'End']) await agent.press(key);
    },
  },
  'going back with Shift+Tab': {
    html: '<input id="a"><input id="b">',
    async person(page) {
      await page.focus('#b');
      await page.keyboard.down('Shift');
      await page.keyboard.press('Tab');
      await page.keyboard.up('Shift');
    },
    async agent(agent) {
      await agent.focus('#b');
      await agent.press('Shift+Tab');
    },
  },
  'editing rich text': {
    html: '<div id="t" contenteditable>ab</div>',
    async person(page) {
      await page.focus('#t');
      await page.keyboard.press('End');
      for (const key of ['Backspace', 'Enter', 'x'] as const) await page.keyboard.press(key);
    },
    async agent(agent) {
      await agent.type('#t', '');
      await agent.press('End');
      for (const key of ['Backspace', 'Enter', 'x']) await agent.press(key);
    },
  },
};

describe('a page hears the same from the agent as from a person', () => {
  for (const [what, twin] of Object.entries(twins)) {
    test(what, async () => {
      const [person, agent] = await logsOf(twin);
      expect(person.length).toBeGreaterThan(0);
      if (twin.types)
        expect(agent.filter((entry) => !isChange(entry))).toEqual(person.filter((entry) => !isChange(entry)));
      else expect(agent).toEqual(person);
      expect(agent.filter(isChange).length).toBe(twin.types ? 1 : person.filter(isChange).length);
    });
  }
});

test('Tab visits the same elements in the same order as for a person', async () => {
  const html = `<a id="no">x</a><a id="a" href="#">a</a><input id="b" tabindex="2"><input id="c" tabindex="1"><div id="d" tabindex="0">d</div>
    <div id="host1"><button id="e">e</button></div><input type="radio" name="r" id="f1"><input type="radio" name="r" id="f2" checked>
    <details id="g"><summary id="h">h</summary><button id="i">i</button></details><details open id="j"><summary id="k">k</summary><button id="l">l</button></details>
    <div id="m" contenteditable>m</div><fieldset disabled><input id="n"></fieldset><input id="o" type="hidden"><div inert><button id="p">p</button></div>
    <select id="q"><option>1</select><video id="r" controls></video><textarea id="s" style="visibility:hidden"></textarea><button id="t" style="opacity:0">t</button>
    <div id="host2" tabindex="0"></div><div id="host3" tabindex="-1"></div>
    <script>
      host1.attachShadow({ mode: 'open' }).innerHTML = '<input id="x1" tabindex="5"><slot></slot><input id="x2">';
      host2.attachShadow({ mode: 'open' }).innerHTML = '<input id="x3">';
      host3.attachShadow({ mode: 'open' }).innerHTML = '<input id="x4">';
      window.where = () => { let active = document.activeElement; while (active?.shadowRoot?.activeElement) active = active.shadowRoot.activeElement; return active?.id || active?.localName; };
    </script>`;
  const stops = 17;
  await using real = await openBrowserAgent(browser, html);
  await real.page.bringToFront();
  const wanted: unknown[] = [];
  for (let stop = 0; stop < stops; stop++) {
    await real.page.keyboard.press('Tab');
    wanted.push(await real.page.evaluate('where()'));
  }
  await using twin = await openBrowserAgent(browser, html);
  const found: unknown[] = [];
  for (let stop = 0; stop < stops; stop++) {
    await twin.agent.evaluate((agent) => agent.press('Tab'));
    found.push(await twin.page.evaluate('where()'));
  }
  expect(found).toEqual(wanted);
});
