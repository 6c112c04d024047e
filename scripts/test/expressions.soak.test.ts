import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseAst } from 'rolldown/parseAst';
import { describe, expect, test } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));
// What 32,000 characters take in a linear expression is less than a millisecond; in a quadratic one it is half a second.
const MAX_CPU_MS = 100;
const LENGTHS = [24, 1_000, 8_000, 32_000];
const COMMON = [
  ...['a', '0', 'A', ' ', '-', '.', '/', '_', '"', '\\', '<', '\n', '=', ',', 'é', '\u200b'],
  ...['a.', 'a-', '0-', 'a ', 'a=', '?a', '&a=', 'sk-', 'eyJ', '//'],
];

interface Expression {
  file: string;
  pattern: string;
  flags: string;
}

function* sourceFiles(folder: string): Generator<string> {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) yield* sourceFiles(path);
    else if (/\.tsx?$/.test(entry.name)) yield path;
  }
}

function* expressionsIn(node: unknown, file: string): Generator<Expression> {
  if (typeof node !== 'object' || node === null) return;
  const { type, regex } = node as { type?: string; regex?: Omit<Expression, 'file'> };
  if (type === 'Literal' && regex) yield { file, ...regex };
  for (const child of Object.values(node)) yield* expressionsIn(child, file);
}

function allExpressions(): Expression[] {
  const packages = readdirSync(join(root, 'packages')).map((name) => join(root, 'packages', name, 'src'));
  return [...packages, join(root, 'apps/btcp/src'), join(root, 'apps/btcp/web/src')].flatMap((folder) =>
    [...sourceFiles(folder)].flatMap((path) => {
      const program = parseAst(readFileSync(path, 'utf8'), { lang: path.endsWith('x') ? 'tsx' : 'ts' });
      return [...expressionsIn(program, path.slice(root.length))];
    }),
  );
}

function cpuTime(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
}

// The text that takes an expression longer than it may, made of what the expression itself looks for.
function slowText({ pattern, flags }: Omit<Expression, 'file'>): string | undefined {
  const words =
    pattern.replace(/\\(?:[pP]\{[^}]*\}|u\{?[\dA-Fa-f]+\}?|.)/g, '\n').match(/[\w\-./:=@#&"' ]{1,6}/g) ?? [];
  const characters = [...new Set(words.join(''))];
  const mixed = ['', 'a', '0', ' '].flatMap((end) => characters.map((character) => character + end));
  for (const part of new Set([...COMMON, ...words, ...mixed])) {
    for (const start of ['', ...words.slice(0, 3)]) {
      for (const length of LENGTHS) {
        const text = `${start}${part.repeat(Math.ceil(length / part.length))}\u0001`;
        const isSlow = () => {
          const before = cpuTime();
          text.replace(new RegExp(pattern, flags), '');
          return cpuTime() - before > MAX_CPU_MS;
        };
        // Garbage that is collected meanwhile counts too, but not each time.
        if (isSlow() && isSlow() && isSlow()) return `${start}, ${length} characters of ${JSON.stringify(part)}`;
      }
    }
  }
  return undefined;
}

describe('the check of expressions', () => {
  test.each(['[ \\t]+\\n', '(?:\\s|x)+$', 'sk-(?=[\\w-]*\\d)'])('finds %s slow', (pattern) => {
    expect(slowText({ pattern, flags: 'g' })).toBeDefined();
  });
});

test('no expression of the product takes longer than the length of its text (T19)', () => {
  const all = allExpressions();
  expect(all.length).toBeGreaterThan(300);
  const slow = all.flatMap((expression) => {
    const text = slowText(expression);
    return text === undefined ? [] : `${expression.file}: /${expression.pattern}/ with ${text}`;
  });
  expect(slow).toEqual([]);
});
