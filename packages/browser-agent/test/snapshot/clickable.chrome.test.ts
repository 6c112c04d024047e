import { expect, test } from 'vitest';
import { snapshotOf, useChrome } from '../shared-chrome.ts';

const chrome = useChrome();

const CASES: readonly [rule: string, html: string, lines: string][] = [
  ['an onclick attribute', '<div onclick="go()">Open</div>', '- clickable "Open" @e1'],
  [
    'where the cursor becomes a pointer',
    '<div style="cursor:pointer"><span>Open</span></div>',
    '- clickable "Open" @e1',
  ],
  [
    'by a rule, also one with a variable',
    '<style>:root{--hand:pointer}.a{cursor:pointer}.b{cursor:var(--hand)}.c{cursor:help}</style><p class="a">One</p><p class="b">Two</p><p class="c">Text</p>',
    '- clickable "One" @e1\n- clickable "Two" @e2\n- Text',
  ],
  [
    'by declarations that stand after or inside of a nested rule, or in a scope',
    '<style>.a{&:hover{color:red}cursor:pointer}.b{@media all{cursor:pointer}}@scope(.c){:scope{cursor:pointer}}</style><p class="a">One</p><p class="b">Two</p><p class="c">Three</p>',
    '- clickable "One" @e1\n- clickable "Two" @e2\n- clickable "Three" @e3',
  ],
  [
    'by a rule of the shadow root inside',
    '<p><template shadowrootmode="open"><style>:host{cursor:pointer}</style>Open</template></p>',
    '- clickable "Open" @e1',
  ],
  ['an ondblclick attribute', '<span ondblclick="edit()">Milk</span>', '- clickable "Milk" @e1'],
  [
    'the words near a control without a name, and none of other controls, styles or scripts',
    '<li><style>li{}</style><input type="checkbox"><label>Buy</label><b>milk</b><button>×</button></li>',
    '- checkbox [near "Buy milk"] @e1\n- Buymilk\n- button "×" @e2',
  ],
  [
    'and none of a long text around it',
    `<div><p>${'Far away. '.repeat(30)}</p><button><i></i></button></div>`,
    `- ${'Far away. '.repeat(30).trim()}\n- button @e1`,
  ],
  ['tabindex', '<div tabindex="0">Open</div>', '- clickable "Open" @e1'],
  ['not tabindex -1', '<div tabindex="-1">Text</div>', '- Text'],
  [
    'a card with controls inside',
    '<div onclick="go()"><h3>Boat</h3><button>Buy</button></div>',
    '- clickable @e1\n  - heading "Boat" [level=3]\n  - button "Buy" @e2',
  ],
  ['nothing around a single link', '<div style="cursor:pointer"><a href="/">Boat</a></div>', '- link "Boat" @e1'],
  [
    'roles stay',
    '<table><tr onclick="go()"><td>Ann</td><td>7</td></tr><tr><td>Bob</td><td>8</td></tr></table>',
    '- table\n  - row @e1: Ann | 7\n  - row: Bob | 8',
  ],
  [
    'cells of a calendar',
    '<table role="grid"><tr><td tabindex="0" aria-selected="true">1</td><td tabindex="0">2</td></tr></table>',
    '- grid\n  - row: gridcell "1" [selected] @e1 | gridcell "2" @e2',
  ],
  ['the name of an icon', '<i onclick="go()" aria-label="Close"></i>', '- clickable "Close" @e1'],
  [
    'inside a dialog, which is no control',
    '<div role="dialog" aria-label="Date"><div style="cursor:pointer">24</div></div>',
    '- dialog "Date" @e1\n  - clickable "24" @e2',
  ],
  [
    'an icon, by the words of its class',
    '<button><i class="fa fa-trash"></i></button><span class="picker-prev-month" style="cursor:pointer"><svg class="w-4 chevron-left" width="9" height="9"></svg></span>',
    '- button [icon=trash] @e1\n- clickable [icon=prev] @e2',
  ],
  [
    'each thing that listens inside a hand',
    '<div style="cursor:pointer"><span onclick="a()">Reply</span> <span onclick="b()">Forward</span></div>',
    '- clickable "Reply" @e1\n- clickable "Forward" @e2',
  ],
  [
    'and the hand around them, where it has words of its own',
    '<div style="cursor:pointer">Mail <span onclick="a()">Reply</span></div>',
    '- clickable @e1\n  - Mail\n  - clickable "Reply" @e2',
  ],
  [
    'what listens around what listens',
    '<div onclick="a()"><span onclick="b()">Reply</span></div>',
    '- clickable @e1\n  - clickable "Reply" @e2',
  ],
  [
    'inside a part that takes the focus',
    '<div tabindex="0"><h2>Sign in</h2><div style="cursor:pointer">Later</div><div onclick="a()">Now</div></div>',
    '- clickable @e1\n  - heading "Sign in" [level=2]\n  - clickable "Later" @e2\n  - clickable "Now" @e3',
  ],
  [
    'inside a part that only keeps clicks to itself',
    '<div onclick="event.stopPropagation();"><p>Words</p><div tabindex="0">One</div></div>',
    '- Words\n- clickable "One" @e1',
  ],
  [
    'items of an opened list',
    '<div tabindex="0">Size<div style="cursor:pointer">S</div><div style="cursor:pointer">M</div></div>',
    '- clickable @e1\n  - Size\n  - clickable "S" @e2\n  - clickable "M" @e3',
  ],
  [
    'items of a list that listens for them',
    '<ul onclick="pick(event)"><li>S</li><li>M</li></ul>',
    '- list @e1\n  - listitem @e2: S\n  - listitem @e3: M',
  ],
  [
    'a part of a control that listens for itself',
    '<div role="tablist"><div role="tab">File <i onclick="close()">×</i></div></div>',
    '- tablist\n  - tab "File ×" @e1\n    - clickable "×" @e2',
  ],
  ['not all of a control', '<button><span onclick="a()">Save</span></button>', '- button "Save" @e1'],
  [
    'paragraphs that take the focus are read as paragraphs',
    '<div tabindex="0"><p>First.</p><p>Second.</p></div>',
    '- clickable @e1\n  - First.\n  - Second.',
  ],
  [
    'as are those that can be clicked',
    '<div onclick="a()"><p>First.</p><p>Second.</p></div>',
    '- clickable @e1\n  - First.\n  - Second.',
  ],
  [
    'a long text is no label',
    `<div onclick="a()">${'word '.repeat(60)}</div>`,
    `- clickable @e1: ${'word '.repeat(60).trim()}`,
  ],
  [
    'an icon, by another class and the words near it',
    '<p>Milk <button class="btn kebab"><svg></svg></button></p><p>Eggs <button id=":r1:"></button></p>',
    '- Milk\n- button [class=kebab] [near "Milk"] @e1\n- Eggs\n- button [near "Eggs"] @e2',
  ],
  [
    'what is hidden from assistive technology, and not from the pointer',
    '<div aria-hidden="true"><p>Words</p><button>Close</button><h2>All <a href="/all">news</a></h2><b style="cursor:pointer">Next</b></div>',
    '- button "Close" [aria-hidden] @e1\n- link "news" [aria-hidden] @e2\n- clickable "Next" [aria-hidden] @e3',
  ],
  [
    'not what a pointer cannot reach, icons, signs at headings, or a second link to the same place',
    `<div aria-hidden="true"><button>Below</button></div><div style="position:fixed;inset:0;background:#fff">
     <button><i aria-hidden="true" tabindex="0">x</i>Go</button><h2>Part <a href="#part" aria-hidden="true">#</a></h2>
     <a href="/boat" aria-hidden="true"><img alt="Boat" width="9" height="9"></a><a href="/boat">Boat</a>
     <input aria-hidden="true" style="position:absolute;left:-999px"></div>`,
    '- button "Go" @e1\n- heading "Part" [level=2]\n- link "Boat" @e2',
  ],
  ['what can be dragged', '<div draggable="true">Mail</div>', '- group [draggable] @e1: Mail'],
  ['not the page itself', '<style>body{cursor:pointer}</style><p>Text</p>', '- Text'],
  ['not inside a control', '<button><i style="cursor:pointer">x</i>Close</button>', '- button "xClose" @e1'],
];

test.each(CASES)('%s', async (_rule, html, lines) => {
  expect(await chrome.read(html)).toBe(lines);
});

test('an element that a debugger knows to listen is clickable', async () => {
  await using page = await chrome.open('<p>Listens</p>');
  await page.script.evaluate((script) => script.rememberClickable(...document.querySelectorAll('p')));
  expect((await snapshotOf(page, { header: false })).tree).toBe('- clickable "Listens" @e1');
});

test('clickable things in shadow roots and slots get refs', async () => {
  await using page = await chrome.open(`<x-a><span slot="label">Light</span></x-a><script>
    document.querySelector('x-a').attachShadow({ mode: 'open' }).innerHTML =
      '<style>div { cursor: pointer }</style><div>Dark</div><button><slot name="label"></slot></button><slot>Fallback</slot>'</script>`);
  expect((await snapshotOf(page, { header: false })).tree).toBe(
    '- clickable "Dark" @e1\n- button "Light" @e2\n- Fallback',
  );
});

test('a closed shadow root is read once it is handed over', async () => {
  await using page = await chrome.open('<x-a></x-a>');
  const root = await page.page.evaluateHandle(() => {
    const closed = document.querySelector('x-a')?.attachShadow({ mode: 'closed' });
    if (closed) closed.innerHTML = '<button>Inside</button>';
    return closed;
  });
  expect((await snapshotOf(page, { header: false })).tree).toBe('[Nothing to show.]');
  await page.script.evaluate((script, closed) => closed && script.adoptClosedRoots(closed), root);
  expect((await snapshotOf(page, { header: false })).tree).toBe('- button "Inside" @e1');
});
