import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { browserTools, createBrowser } from '@btcp/ai';
import type { generateText, stepCountIs } from 'ai';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { scriptedModel } from './scripted-model.ts';

// Not a dependency of the repository: it asks for Node 22, and `npm ci` would warn on Node 20.
const NEXT_MAJOR = 'ai@7.0.169';

const run = promisify(execFile);
const root = fileURLToPath(new URL('../../..', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'btcp-ai-7-'));

beforeAll(() => run('npm', ['install', '--prefix', folder, '--ignore-scripts', '--no-audit', '--no-fund', NEXT_MAJOR]));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('the next major of the AI SDK takes the same tools, pictures included', async () => {
  const address = pathToFileURL(join(folder, 'node_modules/ai/dist/index.js')).href;
  const next: { generateText: typeof generateText; stepCountIs: typeof stepCountIs } = await import(address);
  const browser = createBrowser();
  let seen: unknown;
  const model = scriptedModel([['browser_screenshot', {}]], (prompt) => {
    seen = prompt.at(-1);
    return 'seen';
  });
  const { text } = await next.generateText({
    model,
    prompt: 'Look.',
    tools: browserTools({ agent: browser }),
    stopWhen: next.stepCountIs(3),
  });
  await browser.close();
  expect(text).toBe('seen');
  expect(seen).toMatchObject({
    role: 'tool',
    content: [
      {
        output: {
          type: 'content',
          value: [{ type: 'text', text: expect.stringContaining('Screenshot taken') }, { mediaType: 'image/png' }],
        },
      },
    ],
  });
});

test('its types take the same tools', async () => {
  const config = join(folder, 'tsconfig.json');
  const settings = {
    extends: join(root, 'tsconfig.tests.json'),
    compilerOptions: {
      paths: { ai: [join(folder, 'node_modules/ai/dist/index.d.ts')] },
      typeRoots: [join(root, 'node_modules/@types')],
    },
    exclude: [],
    include: [join(root, 'packages/ai/test/types/browser-tools.ts')],
  };
  writeFileSync(config, JSON.stringify(settings));
  const compiled = await run(process.execPath, [join(root, 'node_modules/typescript/bin/tsc'), '-p', config]).catch(
    (failed: { stdout: string }) => failed,
  );
  expect(compiled.stdout).toBe('');
});
