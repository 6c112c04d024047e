import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { BtcpError } from '@btcp/protocol';
import type { Secret, Secrets } from '@btcp/tools';
import { configDirectory } from '../system/directories.js';

const VARIABLE = /^BTCP_SECRET_(\w+?)(_ORIGIN)?$/;

const OTHERS = 0o077;

export function secretVariables(): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => VARIABLE.test(name)));
}

export function readSecrets(path: string | undefined): Secrets {
  return { ...fromFile(path), ...fromEnvironment() };
}

function fromFile(path: string | undefined): Secrets {
  const file = path ?? join(configDirectory(), 'secrets.json');
  if (path === undefined && !existsSync(file)) return {};
  try {
    // Windows protects user folders by other means.
    if (process.platform !== 'win32' && (statSync(file).mode & OTHERS) !== 0) {
      throw new BtcpError('denied', `The secrets in ${file} can be read by others on this machine.`, {
        hint: `Make the file yours alone: chmod 600 ${file}`,
      });
    }
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch (cause) {
    if (cause instanceof BtcpError) throw cause;
    // A parser's message may quote a secret.
    const why = cause instanceof SyntaxError ? 'it is not JSON' : (cause as Error).message;
    throw new BtcpError('invalid_input', `The secrets in ${file} cannot be used: ${why}.`, {
      hint: 'It is a JSON object such as {"github": {"value": "…", "origin": "https://github.com"}}.',
    });
  }
}

// `BTCP_SECRET_GITHUB` with `BTCP_SECRET_GITHUB_ORIGIN` is `secret:github`. Removed here, so that browsers do not inherit them.
function fromEnvironment(): Secrets {
  const secrets: Record<string, Secret> = {};
  for (const [variable, text = ''] of Object.entries(process.env)) {
    const [, name, isOrigin] = VARIABLE.exec(variable) ?? [];
    if (name === undefined) continue;
    const secret = secrets[name.toLowerCase()] ?? { value: '', origin: '' };
    secrets[name.toLowerCase()] = { ...secret, [isOrigin ? 'origin' : 'value']: text };
    delete process.env[variable];
  }
  return secrets;
}
