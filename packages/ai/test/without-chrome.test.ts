import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

// As if the optional package had not been installed.
const HOOKS = `export async function resolve(name, context, next) {
  if (name === '@btcp/chrome') throw new Error('Cannot find package');
  return next(name, context);
}`;
const REGISTER = `import { register } from 'node:module'; register(${JSON.stringify(dataUrl(HOOKS))});`;

const PROGRAM = `import { browserTools, createBrowser } from '@btcp/ai';
  const { browser_snapshot } = browserTools({ agent: createBrowser() });
  await browser_snapshot.execute({}, { toolCallId: '1' }).catch((error) => console.log(error.code, error.message));`;

test('without a package that gives a browser, a call says what to install', async () => {
  const words = ['--import', dataUrl(REGISTER), '--input-type=module', '--eval', PROGRAM];
  const { stdout } = await promisify(execFile)(process.execPath, words, { cwd: import.meta.dirname });
  expect(stdout).toMatch(/^browser_unavailable .*@btcp\/chrome/);
  expect(stdout).toContain('npm install @btcp/chrome');
});

function dataUrl(module: string): string {
  return `data:text/javascript,${encodeURIComponent(module)}`;
}
