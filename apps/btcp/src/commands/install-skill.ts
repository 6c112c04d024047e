import { isAbsolute, relative, resolve, sep } from 'node:path';
import type { Settings } from '../settings/settings.js';
import { removeSkill, skillFiles, writeSkill } from '../skill/skill-files.js';

const HOOK_TIMEOUT = 600;

export async function run(
  { json, force = false, remove = false }: Settings,
  [directory = '.claude/skills']: string[],
): Promise<number> {
  const files = skillFiles(resolve(directory));
  if (remove) {
    removeSkill(files, force);
    console.log(
      json
        ? JSON.stringify({ success: true, removed: files })
        : `Removed ${files.skill} and ${files.hook}.\nAlso remove their hook from .claude/settings.json.`,
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
  if (json) console.log(JSON.stringify({ success: true, ...files, settings }));
  else {
    console.log(`Wrote ${files.skill} and ${files.hook}.\n`);
    console.log(
      `To route browser_* calls to BTCP, add to .claude/settings.json:\n\n${JSON.stringify(settings, null, 2)}`,
    );
  }
  return 0;
}

// Hooks run in any folder, so the path starts at the project variable.
function pathForSettings(hook: string): string {
  const path = relative(process.cwd(), hook);
  const isInside = !isAbsolute(path) && path.split(sep)[0] !== '..';
  return isInside ? `$CLAUDE_PROJECT_DIR/${path.split(sep).join('/')}` : hook;
}
