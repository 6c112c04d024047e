import { createHash } from 'node:crypto';
import { lstatSync, readFileSync, rmdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { makeFolder } from '@btcp/chrome/directories';
import { BtcpError } from '@btcp/protocol';
import { skillText } from './skill-text.js';

export interface SkillFiles {
  skill: string;
  hook: string;
}

const HOOK = fileURLToPath(new URL('../../skills/browser/hooks/browser.mjs', import.meta.url));
// The last line of our files; its hash shows whether somebody has edited them.
const STAMP = /^(?:<!-- |\/\/ )made by btcp install-skill, ([0-9a-f]{16})(?: -->)?$/;

export function skillFiles(folder: string): SkillFiles {
  return { skill: join(folder, 'browser', 'SKILL.md'), hook: join(folder, 'browser', 'hooks', 'browser.mjs') };
}

export function writeSkill({ skill, hook }: SkillFiles, force: boolean): void {
  for (const file of [skill, hook]) assertReplaceable(file, force);
  const script = readFileSync(HOOK, 'utf8');
  makeFolder(dirname(hook), 'btcp install-skill DIR');
  writeFileSync(
    skill,
    stamped(skillText(), (stamp) => `<!-- ${stamp} -->`),
  );
  writeFileSync(
    hook,
    stamped(script, (stamp) => `// ${stamp}`),
  );
}

export function removeSkill({ skill, hook }: SkillFiles, force: boolean): void {
  for (const file of [skill, hook]) assertReplaceable(file, force);
  for (const file of [hook, skill]) {
    rmSync(file, { force: true });
    try {
      rmdirSync(dirname(file));
    } catch {
      // Not empty, or missing.
    }
  }
}

function assertReplaceable(file: string, force: boolean): void {
  if (!lstatSync(file, { throwIfNoEntry: false }) || force || isOurs(readFileSync(file, 'utf8'))) return;
  throw new BtcpError('denied', `${file} was changed, or was not written by btcp.`, {
    hint: 'Move it away, or replace it with --force.',
  });
}

function isOurs(text: string): boolean {
  const lines = text.trimEnd().split('\n');
  const [, hash] = STAMP.exec(lines.pop() ?? '') ?? [];
  return hash !== undefined && hash === hashOf(`${lines.join('\n')}\n`);
}

function stamped(text: string, comment: (stamp: string) => string): string {
  return `${text}${comment(`made by btcp install-skill, ${hashOf(text)}`)}\n`;
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 16);
}
