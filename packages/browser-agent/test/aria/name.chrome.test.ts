import { expect, test } from 'vitest';
import { inspectIn, snapshotOf, useChrome } from '../shared-chrome.ts';

const chrome = useChrome();

// The element with the id `it` has this name.
const CASES: readonly [rule: string, html: string, name: string][] = [
  ['aria-label', '<button id="it" aria-label=" Close ">×</button>', 'Close'],
  ['an empty aria-label does not count', '<button id="it" aria-label="  ">Close</button>', 'Close'],
  ['a no-break space is text', '<button id="it" aria-label="&nbsp;">Close</button>', '\u00a0'],
  [
    'aria-labelledby in its order',
    '<b id="a">One</b><b id="b">Two</b><p id="it" aria-labelledby="b a">x</p>',
    'Two One',
  ],
  [
    'aria-labelledby before aria-label',
    '<b id="a">One</b><button id="it" aria-labelledby="a" aria-label="Two"></button>',
    'One',
  ],
  ['missing referents do not count', '<button id="it" aria-labelledby="gone">Go</button>', 'Go'],
  [
    'a referent does not follow its own reference',
    '<i id="c">C</i><b id="a" aria-labelledby="c">A</b><p id="it" aria-labelledby="a"></p>',
    'A',
  ],
  [
    'an element may refer to itself',
    '<b id="a">file.txt</b><button id="it" aria-label="Delete" aria-labelledby="it a">x</button>',
    'Delete file.txt',
  ],
  [
    'a hidden referent counts with all that is hidden in it',
    '<div hidden id="a">One <i hidden>two</i></div><p id="it" aria-labelledby="a"></p>',
    'One two',
  ],
  [
    'a shown referent counts without what is hidden in it',
    '<div id="a">One <i hidden>two</i></div><p id="it" aria-labelledby="a"></p>',
    'One',
  ],
  ['label for', '<label for="it">Email</label><input id="it">', 'Email'],
  ['label around', '<label>Email <input id="it"></label>', 'Email'],
  ['several labels', '<label for="it">Your</label><label for="it">email</label><input id="it">', 'Your email'],
  ['a hidden label', '<label for="it" hidden>Email</label><input id="it">', 'Email'],
  [
    'a label before the value of a button',
    '<label for="it">Send all</label><input type="button" id="it" value="Go">',
    'Send all',
  ],
  ['title before placeholder', '<input id="it" title="Email" placeholder="you@host">', 'Email'],
  ['placeholder', '<input id="it" placeholder="you@host">', 'you@host'],
  ['submit without value', '<input id="it" type="submit">', 'Submit'],
  ['reset without value', '<input id="it" type="reset">', 'Reset'],
  ['image button', '<input id="it" type="image" alt="Find">', 'Find'],
  ['alt', '<img id="it" alt="Boat" title="Sea">', 'Boat'],
  ['title of an image', '<img id="it" title="Sea">', 'Sea'],
  ['legend', '<fieldset id="it"><legend>Size <b>now</b></legend></fieldset>', 'Size now'],
  ['caption', '<table id="it"><caption>Prices</caption></table>', 'Prices'],
  ['a figcaption is text, not a name', '<figure id="it"><img alt="x"><figcaption>A boat</figcaption></figure>', ''],
  ['summary', '<details><summary id="it">More <i>facts</i></summary></details>', 'More facts'],
  ['option label', '<select><option id="it" label="Red">#f00</option></select>', 'Red'],
  ['optgroup label', '<select><optgroup id="it" label="Warm"></optgroup></select>', 'Warm'],
  ['svg title', '<svg id="it"><title>Star</title></svg>', 'Star'],
  ['a part of an svg', '<svg><g id="it" role="img"><title>Point</title></g></svg>', 'Point'],
  ['iframe title', '<iframe id="it" title="Map"></iframe>', 'Map'],
  ['a wrapper has no name from its content', '<div id="it">Words</div>', ''],
  ['a list has no name from its content', '<ul id="it"><li>One</li></ul>', ''],

  ['content', '<a id="it" href="/">Read <b>all</b> news</a>', 'Read all news'],
  ['blocks stand apart', '<a id="it" href="/">One<div>two</div>three</a>', 'One two three'],
  ['inline parts do not', '<a id="it" href="/">One<span>two</span>three</a>', 'Onetwothree'],
  ['line breaks stand apart', '<a id="it" href="/">One<br>two</a>', 'One two'],
  ['images in content', '<a id="it" href="/"><img alt="Shop"> now</a>', 'Shop now'],
  ['icons in content', '<a id="it" href="/"><svg><title>Star</title></svg>red</a>', 'Star red'],
  [
    'hidden content',
    '<button id="it">Go <i hidden>no</i><i aria-hidden="true">no</i><i style="visibility:hidden">no</i></button>',
    'Go',
  ],
  [
    'shown inside invisible',
    '<button id="it">Go <i style="visibility:hidden">no <b style="visibility:visible">yes</b></i></button>',
    'Go yes',
  ],
  ['closed details in content', '<button id="it"><details><summary>Sum</summary>rest</details></button>', 'Sum'],
  ['skipped by content-visibility', '<button id="it">Go<div style="content-visibility:hidden">no</div></button>', 'Go'],
  ['scripts and styles', '<a id="it" href="/">Go<script>1</script><style>p{}</style></a>', 'Go'],
  ['text in another case', '<a id="it" href="/" style="text-transform:uppercase">Go</a>', 'GO'],
  ['capitals at word starts', '<a id="it" href="/" style="text-transform:capitalize">go on</a>', 'Go On'],
  ['aria-owns', '<button id="it" aria-owns="far">Go</button><p id="far">far</p>', 'Go far'],
  [
    'tree items without their subtrees',
    '<div role="tree"><div id="it" role="treeitem">One<div role="group"><div role="treeitem">Two</div></div></div></div>',
    'One',
  ],
  ['title of an empty part', '<a id="it" href="/"><i title="Star"></i></a>', 'Star'],

  [
    'embedded text field',
    '<label for="it">Wait <input value="3"> days</label><input type="checkbox" id="it">',
    'Wait 3 days',
  ],
  [
    'embedded field with its own label',
    '<label><input type="checkbox" id="it">Wait <input value="3" aria-label="Number"> days</label>',
    'Wait 3 days',
  ],
  [
    'embedded select',
    '<label><input type="checkbox" id="it">Wait <select><option>1<option selected>2</select> days</label>',
    'Wait 2 days',
  ],
  [
    'embedded slider',
    '<label><input type="checkbox" id="it">At <i role="slider" aria-valuenow="5" aria-valuetext="five"></i></label>',
    'At five',
  ],
  [
    'embedded textbox by role',
    '<label><input type="checkbox" id="it">At <i role="textbox">noon</i></label>',
    'At noon',
  ],
  [
    'embedded password',
    '<label><input type="checkbox" id="it">Keep <input type="password" value="s3cret"></label>',
    'Keep •••',
  ],

  ['text before by style', '<style>a::before{content:"→ "}</style><a id="it" href="/">Go</a>', '→ Go'],
  ['text after by style', '<style>a::after{content:" (new)"}</style><a id="it" href="/">Go</a>', 'Go (new)'],
  ['alternative text of style', '<style>a::before{content:"★" / "Star"}</style><a id="it" href="/">Go</a>', 'Star Go'],
  [
    'an attribute by style',
    '<style>a::after{content:attr(data-n)}</style><a id="it" href="/" data-n="5">Go</a>',
    'Go5',
  ],
  ['pictures by style are no text', '<style>a::after{content:url("data:,x")}</style><a id="it" href="/">Go</a>', 'Go'],
  ['icon fonts are no text', '<style>a::after{content:"\\e001"}</style><a id="it" href="/">Go</a>', 'Go'],
  [
    'nested style rules',
    '<style>nav{& a{&::before{content:"in "}}}</style><nav><a id="it" href="/">Go</a></nav>',
    'in Go',
  ],
  [
    'counters',
    '<style>a{counter-increment:n}a::before{content:counter(n) ". "}</style><a href="/">A</a><a id="it" href="/">B</a>',
    '2. B',
  ],
  [
    'nested counters',
    '<style>ol{counter-reset:n}li{counter-increment:n}a::before{content:counters(n,".") " "}</style><ol><li>x<li>y<ol><li><a id="it" href="/">Z</a></ol></ol>',
    '2.1 Z',
  ],
  [
    'counters in other numerals',
    '<style>body{counter-reset:n 3}a::before{content:counter(n,upper-roman) " "}</style><a id="it" href="/">B</a>',
    'III B',
  ],
];

test.each(CASES)('%s: %s', async (_rule, html, name) => {
  expect((await chrome.inspect(html)).name).toBe(name);
});

test('labels and references work inside a shadow tree, and content flows through slots', async () => {
  await using page = await chrome.open(`<div id="host"><b>Slotted</b></div><script>
    document.getElementById('host').attachShadow({ mode: 'open' }).innerHTML =
      '<button aria-label=""><slot></slot> words</button>'</script>`);
  expect((await snapshotOf(page, { header: false })).tree).toBe('- button "Slotted words" @e1');
});

test('a form whose fields shadow its properties is still read', async () => {
  await using page = await chrome.open(
    '<form aria-label="Odd"><input name="localName"><input name="firstChild"><input name="getAttribute"><input name="nextSibling" aria-label="Last"></form>',
  );
  expect((await inspectIn(page, 'form')).role).toBe('form');
  expect((await inspectIn(page, 'form')).name).toBe('Odd');
});
