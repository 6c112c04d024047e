// `npm run compare`: BTCP and its peers, over MCP, on the same pages with the same Chrome, one call after the other.
// The peers are installed into a temporary folder. What is measured goes into docs/data/compared.json, from which
// `npm run docs:tools` makes the tables of docs/comparisons.md. It takes some minutes, and wants a quiet machine; on a
// busy one, `--again` keeps the better times of this run and the one before. `--shell-task` measures the task in a shell
// alone, and keeps everything else.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import puppeteer from 'puppeteer-core';
import { betterOf } from './compare/better-of.mjs';
import { CONTENDERS } from './compare/contenders.mjs';
import { Field } from './compare/field.mjs';
import { measureEffect, OPERATIONS, runErrand, summary, Times, TRAPS, timed, tokensOf } from './compare/measures.mjs';
import { EFFECTS } from './compare/pages.mjs';
import { measureShellTask } from './compare/shell-task.mjs';

const ROUNDS = Number(process.env.BTCP_BENCH_ROUNDS ?? 9);
/** Pages whose snapshots are weighed: made ones, and pages of these docs as they are built. */
const WEIGHED = {
  'a form': '/form',
  'a shop with 40 products': '/coffee',
  'cards, 1.4k elements': '/medium',
  'cards, 12k elements': '/large',
  'these docs: quick start': '/quick-start.html',
  'these docs: protocol': '/protocol.html',
  'these docs: tools': '/tools.html',
};

const root = fileURLToPath(new URL('..', import.meta.url));
const { resolveChrome } = await import(pathToFileURL(join(root, 'packages/chrome/dist/index.js')).href);
const chrome = (await resolveChrome({})).path;
const field = new Field(root, chrome);
try {
  say('installing');
  await field.install();
  const file = join(root, 'docs/data/compared.json');
  const before = () => JSON.parse(readFileSync(file, 'utf8'));
  const measured = process.argv.includes('--shell-task')
    ? { ...before(), shellTask: await measureTask() }
    : await measureEverything();
  const kept = process.argv.includes('--again') ? betterOf(before(), measured) : measured;
  mkdirSync(join(root, 'docs/data'), { recursive: true });
  writeFileSync(file, `${JSON.stringify(kept, rounded, 2)}\n`);
  say('docs/data/compared.json is written; npm run docs:tools puts it into the page');
} finally {
  await field.close();
}

async function measureEverything() {
  const coldStart = await measureColdStarts();
  await field.startAll();
  return {
    setting: await describeSetting(),
    toolList: await field.each(weighToolList),
    times: { 'cold start to the first page': coldStart, ...(await measureOperations()), ...(await measureCommands()) },
    effects: await measureAll('late effects', EFFECTS, watchEffect),
    traps: await measureAll('traps', Object.keys(TRAPS), (name, runner) => TRAPS[name]?.(runner)),
    errand: await field.each(bestErrand),
    shellTask: await measureTask(),
    snapshots: await weighSnapshots(),
  };
}

function measureTask() {
  say('a task in a shell');
  return measureShellTask(field.places, field.origin);
}

async function measureColdStarts() {
  say('cold starts');
  const times = new Times();
  for (let round = 0; round < 5; round++) {
    for (const contender of CONTENDERS) {
      const start = performance.now();
      const runner = await field.start(contender);
      await contender.navigate(runner.call, `${field.origin}/form`);
      times.add(contender.name, performance.now() - start);
      await contender.end?.(runner.call);
      await runner.server.stop();
    }
  }
  return times.summary();
}

async function measureOperations() {
  /** @type {Record<string, ReturnType<Times['summary']>>} */
  const table = {};
  for (const [name, { page, ready, run }] of Object.entries(OPERATIONS)) {
    say(name);
    const refs = await field.each(async (runner) => {
      await runner.contender.navigate(runner.call, field.origin + page);
      return (await ready?.(runner)) ?? '';
    });
    const times = new Times();
    // The first round warms up.
    for (let round = 0; round <= ROUNDS; round++) {
      await field.each(async (runner) => {
        const start = performance.now();
        const { isError, text } = await run(runner, refs[runner.contender.name] ?? '');
        if (round > 0) times.add(runner.contender.name, performance.now() - start);
        if (isError) throw new Error(`${runner.contender.name}, ${name}: ${text}`);
      });
    }
    table[name] = times.summary();
  }
  return table;
}

/** What each command takes that can be given in a shell, with its browser running. */
async function measureCommands() {
  say('commands in a shell');
  const times = new Times();
  for (let round = 0; round <= ROUNDS; round++) {
    for (const contender of CONTENDERS.filter(({ command }) => command)) {
      const time = await timed(() => field.shell(contender));
      if (round > 0) times.add(contender.name, time);
    }
  }
  for (const contender of CONTENDERS) await field.shell(contender, contender.endCommand);
  return { 'evaluate, by a command in a shell': times.summary() };
}

/**
 * @template Value
 * @param {string} title
 * @param {string[]} names
 * @param {(name: string, runner: import('./compare/measures.mjs').Runner) => Promise<Value> | undefined} measure
 */
async function measureAll(title, names, measure) {
  say(title);
  /** @type {Record<string, Record<string, Value | undefined>>} */
  const table = {};
  for (const name of names) table[name] = await field.each(async (runner) => measure(name, runner));
  return table;
}

/**
 * @param {string} effect
 * @param {import('./compare/measures.mjs').Runner} runner
 */
async function watchEffect(effect, runner) {
  const tries = [];
  for (let round = 0; round < 3; round++) tries.push(await measureEffect(runner, effect));
  const { best } = summary(tries.map(({ time }) => time));
  return { seen: tries.filter(({ seen }) => seen).length, of: tries.length, time: best };
}

/** @param {import('./compare/measures.mjs').Runner} runner */
async function bestErrand(runner) {
  const errands = [];
  for (let round = 0; round < 3; round++) errands.push(await runErrand(runner));
  return errands.toSorted((one, other) => one.time - other.time)[0];
}

/** @param {import('./compare/measures.mjs').Runner} runner */
async function weighToolList({ server }) {
  const list = await server.tools();
  const shown = list.map(({ name, description, inputSchema }) => ({ name, description, inputSchema }));
  return { tools: list.length, tokens: tokensOf(JSON.stringify(shown)), whole: tokensOf(JSON.stringify(list)) };
}

/** Compared with the text that a person sees, and how many of its words each snapshot has. */
async function weighSnapshots() {
  say('snapshots');
  /** @type {Record<string, Record<string, { tokens: number, recall: number }>>} */
  const table = {};
  const reader = await puppeteer.launch({ executablePath: chrome, pipe: true, args: ['--no-sandbox'] });
  const tab = await reader.newPage();
  for (const [name, path] of Object.entries(WEIGHED)) {
    await tab.goto(field.origin + path);
    const visible = await tab.evaluate(readVisibleText);
    const words = wordsOf(visible);
    const weighed = await field.each(async ({ contender, call }) => {
      await contender.navigate(call, field.origin + path);
      const { text } = await contender.snapshot(call);
      const seen = wordsOf(text);
      return { tokens: tokensOf(text), recall: [...words].filter((word) => seen.has(word)).length / words.size };
    });
    table[name] = { 'visible text': { tokens: tokensOf(visible), recall: 1 }, ...weighed };
  }
  await reader.close();
  return table;
}

/** Runs in the page. Not `innerText`, which puts words together that stand next to each other. */
function readVisibleText() {
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  let text = '';
  while (walker.nextNode()) {
    const { parentElement, nodeValue } = walker.currentNode;
    if (nodeValue?.trim() && parentElement?.checkVisibility()) text += `${nodeValue.trim()} `;
  }
  return text;
}

/** @param {string} text */
function wordsOf(text) {
  return new Set(text.match(/[\p{L}\p{N}]+/gu) ?? []);
}

async function describeSetting() {
  const browser = await puppeteer.launch({ executablePath: chrome, pipe: true, args: ['--no-sandbox'] });
  const version = await browser.version();
  await browser.close();
  const own = JSON.parse(readFileSync(join(root, 'apps/btcp/package.json'), 'utf8')).version;
  return {
    date: new Date().toISOString().slice(0, 10),
    machine: `${cpus().length} cores, ${process.platform} ${process.arch}`,
    node: process.version,
    chrome: version.replace('Headless', ''),
    rounds: ROUNDS,
    load: loadavg()[2] ?? 0,
    versions: Object.fromEntries(CONTENDERS.map(({ name, install }) => [name, install?.split('@').at(-1) ?? own])),
  };
}

/** @param {string} words */
function say(words) {
  console.log(`${new Date().toISOString().slice(11, 19)} ${words}`);
}

/**
 * @param {string} _key
 * @param {unknown} value
 */
function rounded(_key, value) {
  return typeof value === 'number' ? Number(value.toPrecision(4)) : value;
}
