// The tables of docs/comparisons.md and of the README, from what `npm run compare` and `npm run bench -- --json` have measured.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const MARKER = /(<!-- measured: (\w+) -->\n)[\s\S]*?(<!-- \/measured -->)/g;

/** Above this load, times say less than their order. */
const BUSY = 4;

/**
 * @param {string} root of the repository
 * @param {string} page with a marked place for each table
 */
export function withTables(root, page) {
  const compared = read(join(root, 'docs/data/compared.json'));
  const bench = read(join(root, 'docs/data/bench.json'));
  /** @type {Record<string, () => string>} */
  const tables = {
    short: () => shortTable(compared),
    setting: () => settingText(compared.setting),
    times: () => timesTable(compared),
    tools: () => toolsTable(compared),
    snapshots: () => snapshotsTable(compared),
    errand: () => errandTable(compared.errand, Object.keys(compared.setting.versions)),
    shell: () => errandTable(compared.shellTask, Object.keys(compared.shellTask)),
    effects: () => effectsTable(compared),
    traps: () => trapsTable(compared),
    floor: () => floorTable(bench),
    live: () => liveTable(bench),
  };
  return page.replaceAll(MARKER, (_, start, name, end) => {
    const make = tables[name];
    if (!make) throw new Error(`Nothing makes the table ${name}.`);
    return `${start}\n${make()}\n\n${end}`;
  });
}

/**
 * What an agent notices most.
 * @param {Compared} compared
 */
function shortTable({ setting, toolList, errand, effects, traps }) {
  const names = Object.keys(setting.versions);
  /** @param {(name: string) => string} cell */
  const row = (cell) => names.map(cell);
  const late = Object.values(effects);
  const failures = Object.values(traps);
  const short = table(
    ['', ...names],
    [
      ['tokens of the tool list', ...row((name) => count(toolList[name]?.tokens))],
      ['calls to order in a shop', ...row((name) => count(errand[name]?.calls))],
      ['tokens of their results', ...row((name) => count(errand[name]?.tokens))],
      [
        'effect visible when a click returns',
        ...row((name) => `${late.filter((each) => each[name]?.seen === each[name]?.of).length} of ${late.length}`),
      ],
      [
        'failures reported as failures',
        ...row((name) => `${failures.filter((each) => each[name]).length} of ${failures.length}`),
      ],
    ],
  );
  return aligned(short);
}

/** @param {Compared['setting']} setting */
function settingText({ date, machine, node, chrome, rounds, load, versions }) {
  const named = Object.entries(versions).map(([name, version]) => `${name} ${version}`);
  return (
    `${date}: ${named.join(', ')}; ${chrome.replace('/', ' ')}, Node ${node.slice(1)}, ${machine}, a load of ${load.toFixed(1)}. ` +
    `Times are the best of ${rounds}, with all contenders taking turns${load > BUSY ? ': the machine had much else to do, and a quiet one is faster' : ''}.`
  );
}

/** @param {Compared} compared */
function timesTable({ setting, times }) {
  const names = Object.keys(setting.versions);
  const rows = Object.entries(times).map(([operation, values]) => {
    const best = Math.min(...Object.values(values).map((value) => value.best));
    return [operation, ...names.map((name) => strong(values[name]?.best, best, milliseconds))];
  });
  return table(['milliseconds', ...names], rows);
}

/** @param {Compared} compared */
function toolsTable({ setting, toolList }) {
  const names = Object.keys(setting.versions);
  return table(
    ['', ...names],
    [
      ['tools listed', ...names.map((name) => `${toolList[name]?.tools}`)],
      ['tokens for a model', ...names.map((name) => count(toolList[name]?.tokens))],
      ['tokens of the whole answer', ...names.map((name) => count(toolList[name]?.whole))],
    ],
  );
}

/** @param {Compared} compared */
function snapshotsTable({ setting, snapshots }) {
  const names = ['visible text', ...Object.keys(setting.versions)];
  const rows = Object.entries(snapshots).map(([page, values]) => [
    page,
    ...names.map((name) => {
      const { tokens, recall } = values[name] ?? {};
      return `${count(tokens)}${recall !== undefined && recall < 0.995 ? ` (${Math.round(recall * 100)} %)` : ''}`;
    }),
  ]);
  return table(['tokens', ...names], rows);
}

/**
 * @param {Compared['errand']} errand
 * @param {string[]} names
 */
function errandTable(errand, names) {
  return table(
    ['', ...names],
    [
      ['calls', ...names.map((name) => `${errand[name]?.calls}`)],
      ['tokens read', ...names.map((name) => count(errand[name]?.tokens))],
      ['seconds', ...names.map((name) => ((errand[name]?.time ?? 0) / 1000).toFixed(2))],
    ],
  );
}

/** @param {Compared} compared */
function effectsTable({ setting, effects }) {
  const names = Object.keys(setting.versions);
  const rows = Object.entries(effects).map(([effect, values]) => [
    effect,
    ...names.map((name) => {
      const { seen = 0, of = 0, time = 0 } = values[name] ?? {};
      const answer = seen === of ? 'yes' : seen === 0 ? '**no**' : `**${seen} of ${of}**`;
      return `${answer}, ${milliseconds(time)} ms`;
    }),
  ]);
  return table(['the effect comes', ...names], rows);
}

/** @param {Compared} compared */
function trapsTable({ setting, traps }) {
  const names = Object.keys(setting.versions);
  const rows = Object.entries(traps).map(([trap, values]) => [
    trap,
    ...names.map((name) => (values[name] ? 'says so' : '**reports success**')),
  ]);
  return table(['', ...names], rows);
}

/** @param {Bench} bench */
function floorTable({ setting, tables }) {
  const rows = Object.entries(tables['packages/chrome/bench/operations.mjs'] ?? {}).map(
    ([operation, [ours = 0, floor = 0, ratio = 0]]) => [
      // The second table of the benchmark has these, under a title of its own.
      operation.replace(/^with/, 'cold start, with'),
      milliseconds(ours),
      milliseconds(floor),
      `${ratio.toFixed(2)}×`,
    ],
  );
  return `${benchSetting(setting)}\n\n${table(['milliseconds', 'BTCP', 'floor', 'ratio'], rows)}`;
}

/** @param {Bench} bench */
function liveTable({ setting, tables }) {
  const rows = Object.entries(tables['packages/host/bench/live.mjs'] ?? {})
    // The second table of the benchmark is about many viewers.
    .filter(([, figures]) => figures.length === 4)
    .map(([name, [frames = 0, bytes = 0, median = 0, late = 0]]) => [
      name,
      frames.toFixed(1),
      `${(bytes / 1000).toFixed(1)} kB`,
      `${median.toFixed(0)} ms`,
      `${late.toFixed(0)} ms`,
    ]);
  const titles = ['1280×720', 'frames a second', 'a frame', 'input to picture, median', '95 of 100'];
  return `${benchSetting(setting)}\n\n${table(titles, rows)}`;
}

/** @param {Bench['setting']} setting */
function benchSetting({ date, machine, node, load }) {
  const remark = load > BUSY ? ' The machine had much else to do: the ratios say more than the numbers.' : '';
  return `${date}: Node ${node.slice(1)}, ${machine}, a load of ${load}; medians.${remark}`;
}

/**
 * @param {string[]} titles
 * @param {string[][]} rows
 */
function table([first = '', ...titles], rows) {
  const head = [`| ${[first, ...titles].join(' | ')} |`, `| --- |${titles.map(() => ' ---: |').join('')}`];
  return [...head, ...rows.map((cells) => `| ${cells.join(' | ')} |`)].join('\n');
}

/**
 * As the formatter wants it in the README.
 * @param {string} text of a table
 */
function aligned(text) {
  const rows = text.split('\n').map((line) => line.slice(2, -2).split(' | '));
  const widths = rows[0]?.map((_, at) => Math.max(...rows.map((cells) => cells[at]?.length ?? 0))) ?? [];
  return rows
    .map((cells, row) =>
      cells.map((cell, at) => {
        const width = widths[at] ?? 0;
        if (row === 1) return at === 0 ? '-'.repeat(width) : `${'-'.repeat(width - 1)}:`;
        return at === 0 ? cell.padEnd(width) : cell.padStart(width);
      }),
    )
    .map((cells) => `| ${cells.join(' | ')} |`)
    .join('\n');
}

/**
 * @param {number | undefined} value
 * @param {number} best
 * @param {(value: number) => string} format
 */
function strong(value, best, format) {
  if (value === undefined) return '–';
  // What is within a twentieth of the best is as good.
  return value <= best * 1.05 ? `**${format(value)}**` : format(value);
}

/** @param {number} value */
function milliseconds(value) {
  return value < 100 ? value.toFixed(1) : count(Math.round(value));
}

/** @param {number | undefined} value */
function count(value) {
  return value === undefined ? '–' : value.toLocaleString('en-US');
}

/** @param {string} path */
function read(path) {
  if (!existsSync(path)) throw new Error(`There is no ${path}: npm run compare and npm run bench -- --json make them.`);
  return JSON.parse(readFileSync(path, 'utf8'));
}

/**
 * @typedef {object} Compared
 * @property {{ date: string, machine: string, node: string, chrome: string, rounds: number, load: number, versions: Record<string, string> }} setting
 * @property {Record<string, { tools: number, tokens: number, whole: number }>} toolList
 * @property {Record<string, Record<string, { best: number, median: number }>>} times
 * @property {Record<string, Record<string, { seen: number, of: number, time: number }>>} effects
 * @property {Record<string, Record<string, boolean>>} traps
 * @property {Record<string, { calls: number, tokens: number, time: number }>} errand
 * @property {Compared['errand']} shellTask
 * @property {Record<string, Record<string, { tokens: number, recall: number }>>} snapshots
 *
 * @typedef {object} Bench
 * @property {{ date: string, machine: string, node: string, load: number }} setting
 * @property {Record<string, Record<string, number[]>>} tables
 */
