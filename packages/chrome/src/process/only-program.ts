import { mkdirSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';

const HANDLER_QUERY = 'xdg-settings';

/** Chrome would otherwise ask about a handler in a hidden window that holds back all input. */
export function asOnlyProgram(profile: string, environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  if (process.platform !== 'linux') return environment;
  const folder = join(profile, 'programs');
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, HANDLER_QUERY), '#!/bin/sh\necho yes\n', { mode: 0o755 });
  return { ...environment, PATH: [folder, environment.PATH].filter(Boolean).join(delimiter) };
}
