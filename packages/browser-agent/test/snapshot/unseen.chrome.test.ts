import { expect, test } from 'vitest';
import { snapshotOf, useChrome } from '../shared-chrome.ts';

const chrome = useChrome();

// Each hides the words CANARY from people, in another way.
const WAYS: Record<string, string> = {
  'opacity 0': 'opacity: 0',
  'nearly no opacity': 'opacity: 0.01',
  'a filter': 'filter: opacity(0)',
  'font size 0': 'font-size: 0',
  'a font of one pixel': 'font: 1px serif',
  'left of the page': 'position: absolute; left: -9999px',
  'above the page': 'position: fixed; top: -200%',
  'an indent': 'text-indent: -9999px; white-space: nowrap; overflow: hidden',
  'a translation': 'transform: translateX(-5000px)',
  'a margin': 'margin-left: -3000px; width: 100px',
  'a scale': 'transform: scale(0)',
  clip: 'position: absolute; clip: rect(0, 0, 0, 0)',
  'clip-path inset': 'clip-path: inset(50%)',
  'clip-path circle': 'clip-path: circle(0)',
  'clip-path polygon': 'clip-path: polygon(0 0, 0 0, 0 0)',
  'a box of one pixel': 'position: absolute; width: 1px; height: 1px; overflow: hidden',
  'a box without height': 'height: 0; overflow: hidden',
  'no colour': 'color: transparent',
};

const sheet = `${Object.values(WAYS)
  .map((style, index) => `.w${index} { ${style} }`)
  .join('\n')} .outer { opacity: 0 }`;
const lineWith = (tree: string) => tree.split('\n').find((line) => line.includes('CANARY')) ?? '';

test.each(Object.entries(WAYS))('text that is hidden by %s is marked in snapshots and get_text', async (_, style) => {
  const index = Object.values(WAYS).indexOf(style);
  for (const [head, attribute] of [
    ['', `style="${style}"`],
    [`<style>${sheet}</style>`, `class="w${index}"`],
  ]) {
    await using page = await chrome.open(
      `${head}<main><p>Before</p><div ${attribute}>CANARY <i>CANARY</i></div><p>After</p></main>`,
    );
    const { tree } = await snapshotOf(page);
    expect(tree.replace(/\(hidden: [^)]*\)/g, ''), tree).not.toContain('CANARY');
    expect(lineWith(tree)).toContain('(hidden: CANARY');
    const { text } = await page.script.evaluate((reader) => reader.run({ action: 'getText', selector: 'main' }));
    expect(text.replace(/\(hidden: [^)]*\)/g, ''), text).not.toContain('CANARY');
    expect(text).toMatch(/Before[\s\S]*\(hidden: CANARY[\s\S]*After/);
  }
});

test('a control, a name and what is far down the page', async () => {
  const tree = await chrome.read(`<style>.sr { position: absolute; width: 1px; height: 1px; overflow: hidden }</style>
    <button style="opacity: 0">Pay</button><a href="/">More<span class="sr"> about lamps</span></a>
    <label><input type="checkbox" style="opacity: 0">Accept</label>
    <ul style="font-size: 0"><li style="font-size: 16px">Shown</li></ul>
    <div style="position: absolute; top: 9000px">Far below</div>`);
  expect(tree.split('\n')).toEqual([
    '- button "Pay" [hidden] @e1',
    '- link "More about lamps" [hidden="about lamps"] @e2',
    '- checkbox "Accept" @e3',
    '- listitem: Shown',
    '- Far below',
  ]);
});
