import { expect, test } from 'vitest';
import { TestHome } from './run-btcp.ts';
import { Workspace } from './workspace-client.ts';

test('what was answered is kept, whenever the server is killed', async () => {
  using home = new TestHome();
  const kept: string[] = [];
  for (let round = 0; round < 2; round++) {
    const workspace = await Workspace.start(home);
    const { body: before } = await workspace.ask('GET', '/agents');
    expect(before.map(({ slug }: { slug: string }) => slug)).toEqual(expect.arrayContaining(kept));
    let isKilled = false;
    const create = async (name: string) => {
      while (!isKilled) {
        const made = await workspace.ask('POST', '/agents', { name }).catch(() => undefined);
        if (made?.status === 201) kept.push(made.body.slug);
        // In the middle of what others write.
        if (kept.length >= (round + 1) * 15 && !isKilled) {
          isKilled = true;
          await workspace.kill();
        }
      }
    };
    await Promise.all(['One', 'Two', 'Three'].map(create));
  }
  const workspace = await Workspace.start(home);
  const { body: agents } = await workspace.ask('GET', '/agents');
  await workspace.stop();
  expect(agents.map(({ slug }: { slug: string }) => slug)).toEqual(expect.arrayContaining(kept));
  expect(kept.length).toBeGreaterThanOrEqual(30);
});
