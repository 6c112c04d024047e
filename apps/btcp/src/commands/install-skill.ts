import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Settings } from '../settings.js';
import { skillText } from '../skill/skill-text.js';

const HOOK = fileURLToPath(new URL('../../skills/browser/hooks/browser.mjs', import.meta.url));

/** Writes the skill and its hook, and says what to put into the agent's settings. */
export async function run({ json }: Settings, [directory = '.claude/skills']: string[]): Promise<number> {
  const folder = resolve(directory, 'browser');
  const skill = join(folder, 'SKILL.md');
  const hook = join(folder, 'hooks', 'browser.mjs');
  mkdirSync(join(folder, 'hooks'), { recursive: true });
  writeFileSync(skill, skillText());
  copyFileSync(HOOK, hook);
  const command = `node ${JSON.stringify(relative(process.cwd(), hook) || hook)}`;
  const settings = {
    hooks: { PreToolUse: [{ matcher: '(mcp__.*__)?browser_.*', hooks: [{ type: 'command', command }] }] },
  };
  if (json) console.log(JSON.stringify({ skill, hook, settings }));
  else {
    console.log(`Wrote ${skill} and ${hook}.\n`);
    console.log(
      `To route browser_* calls to BTCP, add to .claude/settings.json:\n\n${JSON.stringify(settings, null, 2)}`,
    );
  }
  return 0;
}
