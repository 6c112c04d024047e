// What is measured, each on one contender that is running; the caller chooses the next.
import { performance } from 'node:perf_hooks';

/**
 * @typedef {import('./contenders.mjs').Contender} Contender
 * @typedef {import('./mcp-process.mjs').Call} Call
 * @typedef {Awaited<ReturnType<typeof import('./mcp-process.mjs').startServer>>} Server
 * @typedef {{ contender: Contender, server: Server, call: Call, origin: string }} Runner
 * @typedef {{ page: string, ready?: (runner: Runner) => Promise<string>, run: (runner: Runner, ref: string) => Promise<import('./mcp-process.mjs').Answer> }} Operation
 */

/** @param {() => Promise<unknown>} run */
export async function timed(run) {
  const start = performance.now();
  await run();
  return performance.now() - start;
}

/**
 * The best says what the thing itself costs, the median what it cost with everything else on the machine.
 * @param {number[]} values
 */
export function summary(values) {
  const sorted = values.toSorted((one, other) => one - other);
  return { best: sorted[0] ?? Number.NaN, median: sorted[Math.floor(sorted.length / 2)] ?? Number.NaN };
}

/** Times of several contenders. */
export class Times {
  /** @type {Map<string, number[]>} */
  #taken = new Map();

  /**
   * @param {string} name
   * @param {number} time
   */
  add(name, time) {
    this.#taken.set(name, [...(this.#taken.get(name) ?? []), time]);
  }

  summary() {
    return Object.fromEntries([...this.#taken].map(([name, times]) => [name, summary(times)]));
  }
}

/**
 * What a model pays for a text: four characters are about a token.
 * @param {string} text
 */
export function tokensOf(text) {
  return Math.round(text.length / 4);
}

/**
 * The operations of the first table: a page to begin on, and what is timed there. `ready` runs once, before all rounds.
 * @type {Record<string, Operation>}
 */
export const OPERATIONS = {
  evaluate: { page: '/form', run: ({ contender, call }) => contender.evaluate(call) },
  'navigate, small page': {
    page: '/form',
    run: ({ contender, call, origin }) => contender.navigate(call, `${origin}/form`),
  },
  'navigate, 1.4k elements': {
    page: '/form',
    run: ({ contender, call, origin }) => contender.navigate(call, `${origin}/medium`),
  },
  'snapshot, small page': { page: '/form', run: ({ contender, call }) => contender.snapshot(call) },
  'snapshot, 1.4k elements': { page: '/medium', run: ({ contender, call }) => contender.snapshot(call) },
  'snapshot, 12k elements': { page: '/large', run: ({ contender, call }) => contender.snapshot(call) },
  'click by ref that changes the page': clickOn('/shop'),
  'click by ref that changes nothing': clickOn('/medium'),
  'fill by ref': {
    page: '/form',
    ready: (runner) => refOn(runner, 'textbox', 'Name'),
    run: ({ contender, call }, ref) => contender.fill(call, ref, 'Ada Lovelace'),
  },
  'screenshot 1280×720': { page: '/medium', run: ({ contender, call }) => contender.screenshot(call) },
};

/**
 * @param {string} page
 * @returns {Operation}
 */
function clickOn(page) {
  return {
    page,
    ready: (runner) => refOn(runner, 'button', 'Buy'),
    run: ({ contender, call }, ref) => contender.click(call, ref),
  };
}

/**
 * @param {Runner} runner
 * @param {string} role
 * @param {string} name
 */
async function refOn({ contender, call }, role, name) {
  const { text } = await contender.snapshot(call);
  const ref = contender.refOf(text, role, name);
  if (ref === undefined) throw new Error(`${contender.name} shows no ${role} "${name}":\n${text.slice(0, 500)}`);
  return ref;
}

/**
 * Whether the effect of a click is in a snapshot that is taken right after it, and how long the click took.
 * @param {Runner} runner
 * @param {string} effect
 */
export async function measureEffect(runner, effect) {
  const { contender, call, origin } = runner;
  await contender.navigate(call, `${origin}/effect?effect=${encodeURIComponent(effect)}`);
  const ref = await refOn(runner, 'button', 'Act');
  const time = await timed(() => contender.click(call, ref));
  const { text } = await contender.snapshot(call);
  return { seen: text.includes('it is done'), time };
}

/**
 * A small errand: find dark roasts, put one into the cart, read that it is there.
 * @param {Runner} runner
 */
export async function runErrand(runner) {
  const { contender, origin } = runner;
  let calls = 0;
  let read = '';
  /** @type {Call} */
  const call = async (name, input) => {
    const answer = await runner.call(name, input);
    calls++;
    read += answer.text;
    return answer;
  };
  const look = () => contender.snapshot(call);
  /** @param {string} text @param {string} role @param {string} name */
  const find = (text, role, name) => {
    const ref = contender.refOf(text, role, name);
    if (ref === undefined) throw new Error(`${contender.name} shows no ${role} "${name}":\n${text}`);
    return ref;
  };
  /** @param {string} ref @param {RegExp} wanted */
  const clickUntil = async (ref, wanted) => {
    let { text } = await (contender.clickAndLook ?? contender.click)(call, ref);
    // An agent that does not see what it waits for looks again.
    for (let looks = 0; !wanted.test(text) && looks < 20; looks++) ({ text } = await look());
    return text;
  };

  const time = await timed(async () => {
    await contender.navigate(call, `${origin}/coffee`);
    const first = (await look()).text;
    await contender.fill(call, find(first, 'textbox', 'Search'), 'Dark');
    const results = await clickUntil(find(first, 'button', 'Find'), /20 kinds of beans/);
    // An answer with what changed leaves out what stayed: an agent has that from its first look.
    const add = contender.refOf(results, 'button', 'Add Dark roast 7') ?? find(first, 'button', 'Add Dark roast 7');
    const cart = await clickUntil(add, /Dark roast 7 is in the cart/);
    if (!cart.includes('Dark roast 7 is in the cart')) throw new Error(`${contender.name} did not finish the errand.`);
  });
  return { calls, tokens: tokensOf(read), time };
}

/**
 * Whether an answer is true about what could not be done. Each gives true where it does.
 * @type {Record<string, (runner: Runner) => Promise<boolean>>}
 */
export const TRAPS = {
  'a click that a banner takes': (runner) => refuses(runner, 'button', 'Covered', 'click'),
  'a click on a disabled button': (runner) => refuses(runner, 'button', 'Disabled', 'click'),
  'text for a field that is read-only': (runner) => refuses(runner, 'textbox', 'Fixed', 'fill'),
  'a page that answers 404': async ({ contender, call, origin }) => {
    const { text, isError } = await contender.navigate(call, `${origin}/nowhere`);
    return isError || /\b404\b/.test(text);
  },
  'a ref whose element is gone': async (runner) => {
    const { contender, call, origin } = runner;
    await contender.navigate(call, `${origin}/traps`);
    const ref = await refOn(runner, 'button', 'Gone');
    await contender.click(call, await refOn(runner, 'button', 'Remove'));
    return (await contender.click(call, ref)).isError;
  },
};

/**
 * @param {Runner} runner
 * @param {string} role
 * @param {string} name
 * @param {'click' | 'fill'} action
 */
async function refuses(runner, role, name, action) {
  const { contender, call, origin } = runner;
  await contender.navigate(call, `${origin}/traps`);
  const ref = await refOn(runner, role, name);
  const { isError, text } =
    action === 'click' ? await contender.click(call, ref) : await contender.fill(call, ref, 'other words');
  return isError || /"success": false/.test(text);
}
