import { readFileSync } from 'node:fs';
import { createElement } from 'react';
import { renderToString } from 'react-dom/server';
import { expect, test } from 'vitest';
import { App } from './readme.tsx';

const read = (path: string) => readFileSync(new URL(path, import.meta.url), 'utf8');

test('the sample of the README is this one, and runs', () => {
  expect(read('../README.md')).toContain(read('readme.tsx'));
  expect(renderToString(createElement(App)).replaceAll('<!-- -->', '')).toContain('<h1>Todos (disconnected)</h1>');
});
