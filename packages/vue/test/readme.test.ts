import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { createSSRApp } from 'vue';
import { compileScript, parse } from 'vue/compiler-sfc';
import { renderToString } from 'vue/server-renderer';

test('the sample of the README runs', async () => {
  const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8');
  const sample = /```vue\n([\s\S]+?)```/.exec(readme)?.[1] ?? '';
  const { descriptor, errors } = parse(sample);
  expect(errors).toEqual([]);
  const { content } = compileScript(descriptor, { id: 'readme', inlineTemplate: true, templateOptions: { ssr: true } });
  // Next to the tests, where its imports are found.
  const file = fileURLToPath(new URL('readme-sample.ts', import.meta.url));
  writeFileSync(file, content);
  try {
    const { default: App } = await import(file);
    const html = await renderToString(createSSRApp(App));
    expect(html).toContain('<h1>Todos (disconnected)</h1><ul><!--[--><li>Buy milk</li><!--]--></ul>');
  } finally {
    rmSync(file);
  }
});
