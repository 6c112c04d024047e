import { isAbsolute, relative, resolve, sep } from 'node:path';
import type { Settings } from '../settings/settings.js';
import { removeSkill, skillFiles, writeSkill } from '../skill/skill-files.js';

/** Seconds: a person who is asked to sign in takes a while. */
const HOOK_TIMEOUT = 600;

/** Writes the skill and its hook, or removes them, and says what to put into the agent's settings. */
export async function run(
  { json, force = false, remove = false }: Settings,
  [directory = '.claude/skills']: string[],
): Promise<number> {
  const files = skillFiles(resolve(directory));
  if (remove) {
    removeSkill(files, force);
    console.log(
      json
        ? JSON.stringify({ removed: files })
        : `Removed ${files.skill} and ${files.hook}.\nTake their hook out of .claude/settings.json as well.`,
    );
    return 0;
  }
  writeSkill(files, force);
  const settings = {
    hooks: {
      PreToolUse: [
        {
          matcher: '(mcp__.*__)?browser_.*',
          hooks: [{ type: 'command', command: `node "${pathForSettings(files.hook)}"`, timeout: HOOK_TIMEOUT }],
        },
      ],
    },
  };
  if (json) console.log(JSON.stringify({ ...files, settings }));
  else {
    console.log(`Wrote ${files.skill} and ${files.hook}.\n`);
    console.log(
      `To route browser_* calls to BTCP, add to .claude/settings.json:\n\n${JSON.stringify(settings, null, 2)}`,
    );
  }
  return 0;
}

/** Hooks run wherever the agent is at work, so the project is named by the variable that they are given. */
function pathForSettings(hook: string): string {
  const path = relative(process.cwd(), hook);
  const isInside = !isAbsolute(path) && path.split(sep)[0] !== '..';
  return isInside ? `$CLAUDE_PROJECT_DIR/${path.split(sep).join('/')}` : hook;
}
