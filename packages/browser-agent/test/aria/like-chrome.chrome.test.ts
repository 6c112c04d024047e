import { openAgentPage, startChrome } from '@btcp/test-support';
import type { Browser } from 'puppeteer-core';
import { afterAll, beforeAll, expect, test } from 'vitest';

let browser: Browser;
beforeAll(async () => {
  browser = await startChrome();
});
afterAll(() => browser.close());

// Each stands around the content, and its element with an `@` gets a name from it.
const HOSTS = [
  '<button @>#</button>',
  '<a @ href="/">#</a>',
  '<h2 @>#</h2>',
  '<div role="checkbox" @>#</div>',
  '<ul role="menu"><li role="menuitem" @>#</li></ul>',
  '<div role="tree"><div role="treeitem" @>#</div></div>',
  '<details><summary @>#</summary>more</details>',
  '<div role="listbox"><div role="option" @>#</div></div>',
  '<table><tr><th @>#</th><th>y</th></tr><tr><td>1</td><td>2</td></tr></table>',
];

const CONTENTS = [
  'one<span> </span>label',
  'one<i><b> </b></i>label',
  'one<b>two</b>three',
  'one<div>two</div>three',
  'one<br>two',
  '<span>a</span> <span>b</span>',
  '<p>a</p><p>b</p>',
  '<b style="display:inline-block">a</b><b style="display:inline-block">b</b>',
  '<b style="display:flex"><i>a</i><i>b</i></b>',
  '<b style="display:contents"><i>a</i></b>b',
  '<b style="position:absolute">a</b>b',
  '<b style="float:left">a</b>b',
  'x<img alt="boat">y',
  'x<img alt="">y',
  '<svg><title>star</title></svg>x',
  '<svg aria-label="star"></svg>x',
  '<abbr title="World">W</abbr>',
  '<b aria-label="given">word</b>x',
  '<b role="none" aria-label="given">word</b>',
  'H<sub>2</sub>O, x<sup>2</sup>',
  '<del>old</del> <ins>new</ins>',
  '<code>a b</code>',
  'a&nbsp;b',
  '<input value="typed">x',
  '<select><option>a</option><option selected>b</option></select>x',
  '<meter value="0.5"></meter>x',
  '<progress value=".5"></progress>x',
  '<b role="slider" aria-valuenow="3" aria-valuetext="three"></b>x',
  '<b hidden>no</b>yes',
  '<b aria-hidden="true">no</b>yes',
  '<b inert>no</b>yes',
  '<b style="visibility:hidden">no <i style="visibility:visible">shown</i></b>yes',
  '<b style="opacity:0">see-through</b>yes',
  '<b style="text-transform:uppercase">up</b>',
  '<details><summary>sum</summary>rest</details>',
  '<ul><li>a</li><li>b</li></ul>',
  '<template>no</template>yes',
  '<x-part>custom</x-part> y',
  '<b role="heading">h</b>x',
];

// What names the element with an `@` that is not its content.
const OTHERS = [
  '<div role="cell" @ aria-label="given">x</div>',
  '<dl @ aria-label="given"><dt>a</dt><dd>b</dd></dl>',
  '<table><thead @ aria-label="given"><tr><th>a</th><th>b</th></tr></thead><tbody><tr><td>1</td><td>2</td></tr></tbody></table>',
  '<table><tr><th>a</th><th>b</th></tr><tr><td @ aria-label="given">1</td><td>2</td></tr></table>',
  '<table @><caption>Prices <b>now</b></caption><tr><th>a</th></tr><tr><td>1</td></tr></table>',
  '<figure @>x<figcaption>caption</figcaption></figure>',
  '<figure @ title="tip">x<figcaption>caption</figcaption></figure>',
  '<fieldset @><legend>Size <b>now</b></legend></fieldset>',
  '<svg width="9" height="9"><circle @ r="4"><title>point</title></circle></svg>',
  '<svg width="9" height="9"><g @><title>group</title><circle r="4"></circle></g></svg>',
  '<svg @ width="9" height="9"><title>drawing</title></svg>',
  '<label>before <input @> after</label>',
  '<label>a<div>b</div><input @></label>',
  '<label>Wait <input type="checkbox" @> <input value="3"> days</label>',
  '<input @ placeholder="hint">',
  '<input @ title="tip" placeholder="hint">',
  '<input @ type="date" placeholder="hint">',
  '<input @ type="submit">',
  '<input @ type="image" alt="find">',
  '<textarea @ placeholder="hint"></textarea>',
  '<progress @ aria-label="given"></progress>',
  '<output @ aria-label="given">5</output>',
  '<iframe @ title="tip"></iframe>',
  '<button @ title="tip"></button>',
  '<section @ aria-label="given">x</section>',
  '<dialog open @ aria-label="given">x</dialog>',
];

test('names of elements are those that Chrome computes', async () => {
  const cases = [...HOSTS.flatMap((host) => CONTENTS.map((content) => host.replace('#', content))), ...OTHERS];
  const html = cases.map((each, index) => `<section>${each.replace('@', `id="case${index}"`)}</section>`).join('');
  await using page = await openAgentPage(browser, html);
  const inChrome = await namesIn(page.page);
  const { call } = page;
  const differences: string[] = [];
  for (const [index, each] of cases.entries()) {
    const reply = await call({ action: 'inspect', selector: `#case${index}` });
    const ours = reply.ok ? reply.value.name : reply.error.message;
    const theirs = inChrome.get(`case${index}`);
    if (ours !== theirs) differences.push(`${each}: ${JSON.stringify(ours)}, in Chrome ${JSON.stringify(theirs)}`);
  }
  expect(differences).toEqual([]);
});

// Where a name says more than Chrome's, because a reader would miss it.
const DELIBERATE: readonly [why: string, html: string, name: string][] = [
  ['an icon may have only a title', '<a id="it" href="/"><i title="Star"></i></a>', 'Star'],
  ['groups and quotations are words, too', '<button id="it"><b role="group">all</b> of it</button>', 'all of it'],
  ['formulas as well', '<button id="it"><math><mi>x</mi></math></button>', 'x'],
  [
    'a label that is hidden still says what its field is',
    '<label for="it" hidden>Email</label><input id="it">',
    'Email',
  ],
  ['media that cannot play keep their names', '<video id="it" aria-label="Film"></video>', 'Film'],
];

test.each(DELIBERATE)('%s', async (_why, html, name) => {
  await using page = await openAgentPage(browser, html);
  expect(await page.call({ action: 'inspect', selector: '#it' })).toMatchObject({ ok: true, value: { name } });
});

// The names in Chrome's own accessibility tree, by the ids of the elements.
async function namesIn(page: Awaited<ReturnType<Browser['newPage']>>): Promise<Map<string, string>> {
  const cdp = await page.createCDPSession();
  const { nodes } = await cdp.send('Accessibility.getFullAXTree');
  const byNode = new Map(nodes.map(({ backendDOMNodeId, name }) => [backendDOMNodeId, String(name?.value ?? '')]));
  const { root } = await cdp.send('DOM.getDocument', { depth: -1 });
  const names = new Map<string, string>();
  const left = [root];
  for (let node = left.pop(); node; node = left.pop()) {
    left.push(...(node.children ?? []));
    const at = node.attributes?.indexOf('id') ?? -1;
    const id = at < 0 ? undefined : node.attributes?.[at + 1];
    if (id) names.set(id, (byNode.get(node.backendNodeId) ?? '').replace(/[ \t\n]+/g, ' ').trim());
  }
  return names;
}
