// How long one snapshot takes inside the page, compared with the least that any reader must do,
// for pages of one, two and four times the size. Run `npm run build` first, then
// `node packages/browser-agent/bench/snapshot.mjs PATH_OF_CHROME` (or set BTCP_CHROME).
import { readFileSync } from 'node:fs';
import puppeteer from 'puppeteer-core';

const ROUNDS = 15;
const source = readFileSync(new URL('../dist/injected.bundle.js', import.meta.url), 'utf8');

/** 12 elements and 2 controls a card: 1,000 cards are 12,000 elements with 2,000 controls. */
function pageOf(cards) {
  const card = (
    index,
  ) => `<article class="card"><div class="head"><h3>Item ${index}</h3><span class="tag">new</span></div>
    <div class="body"><p>Some words about <b>item ${index}</b> that a reader may want.</p><div><span>Price</span><span>$${index}</span></div></div>
    <div class="foot"><a href="#${index}">Details ${index}</a><button>Buy</button></div></article>`;
  const group = (first) =>
    `<section aria-label="Group ${first}">${times(20, (index) => card(first + index))}</section>`;
  const part = (first) =>
    `<section aria-label="Part ${first}">${times(25, (index) => group(first + index * 20))}</section>`;
  return `<!doctype html><title>Bench</title><style>.tag::after { content: "!" } .card { padding: 4px } .tag { cursor: help }</style>
    <main>${times(cards / 500, (index) => part(index * 500))}</main>`;
}

function times(count, make) {
  return Array.from({ length: count }, (_, index) => make(index)).join('');
}

const executablePath = process.argv[2] ?? process.env.BTCP_CHROME;
if (!executablePath) throw new Error('Name the Chrome to use: as the argument, or in BTCP_CHROME.');
const browser = await puppeteer.launch({ executablePath, pipe: true, args: ['--no-sandbox'] });
console.log(
  'elements  controls  characters   snapshot ms: best, median, first   querySelectorAll + getComputedStyle ms: best',
);
for (const cards of [1000, 2000, 4000]) {
  const page = await browser.newPage();
  await page.setContent(pageOf(cards));
  const agent = await page.evaluateHandle(source);
  await page.evaluate(() => document.body.offsetHeight);
  const result = await page.evaluate(
    (reader, rounds) => {
      const timed = (run) => {
        const start = performance.now();
        run();
        return performance.now() - start;
      };
      const floor = () => {
        let sum = 0;
        for (const element of document.querySelectorAll('*')) sum += getComputedStyle(element).display.length;
        return sum;
      };
      let size = 0;
      const snapshot = () => {
        size = reader.run({ action: 'snapshot', maxSize: 1e9 }).tree.length;
      };
      const first = timed(snapshot);
      return {
        elements: document.querySelectorAll('*').length,
        controls: document.querySelectorAll('a, button').length,
        first,
        snapshots: Array.from({ length: rounds }, () => timed(snapshot)).sort((one, other) => one - other),
        floor: Math.min(...Array.from({ length: rounds }, () => timed(floor))),
        size,
      };
    },
    agent,
    ROUNDS,
  );
  const { elements, controls, size, snapshots, first, floor } = result;
  const [best = 0] = snapshots;
  const median = snapshots[Math.floor(snapshots.length / 2)] ?? 0;
  console.log(
    `${String(elements).padStart(8)}  ${String(controls).padStart(8)}  ${String(size).padStart(10)}   ` +
      `${[best, median, first].map((time) => time.toFixed(1).padStart(8)).join(' ')}   ${floor.toFixed(1).padStart(16)}`,
  );
  await page.close();
}
await browser.close();
