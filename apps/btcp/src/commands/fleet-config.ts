import { randomBytes } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeUser, natsConfig, workerKey } from '@btcp/fleet';
import { type Settings, usageError } from '../settings/settings.js';

const WORKER_NAME = /^[\w-]{1,64}$/;
const KEY_BYTES = 32;
const PRIVATE = 0o600;

export function writeFleetConfig(settings: Settings, folder: string | undefined, workers: string[]): number {
  if (folder === undefined || workers.length === 0)
    throw usageError('A folder and the names of workers are needed.', 'btcp fleet config FOLDER worker-1,worker-2');
  const wrong = workers.find((name) => !WORKER_NAME.test(name) || name === 'gateway');
  if (wrong !== undefined)
    throw usageError(`A worker cannot be called "${wrong}".`, 'Use letters, digits, - and _; not "gateway".');
  const key = randomBytes(KEY_BYTES).toString('base64url');
  const gateway = makeUser('gateway');
  const users = workers.map((name) => makeUser(name));
  const files: Record<string, string> = {
    'nats.conf': natsConfig(gateway, users),
    'gateway.key': key,
    'gateway.seed': gateway.seed,
    ...Object.fromEntries(
      users.flatMap(({ name, seed }) => [
        [`${name}.key`, workerKey(key, name)],
        [`${name}.seed`, seed],
      ]),
    ),
  };
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  for (const [name, content] of Object.entries(files)) write(join(folder, name), content);
  console.log(settings.json ? JSON.stringify({ folder, files: Object.keys(files) }) : nextSteps(folder, workers));
  return 0;
}

// Never over another: servers may be running with it.
function write(path: string, content: string): void {
  try {
    writeFileSync(path, content, { mode: PRIVATE, flag: 'wx' });
  } catch (cause) {
    throw usageError(`${path} cannot be written: ${(cause as Error).message}.`, 'Name a folder that is new.');
  }
}

function nextSteps(folder: string, [worker = '']: string[]): string {
  return `Written to ${folder}. Put the certificate of NATS there as server.pem and server-key.pem, then:
  nats-server -c nats.conf
  btcp serve --fleet tls://NATS:4222 --fleet-ca ca.pem --role gateway --fleet-key-file gateway.key --fleet-credentials gateway.seed
  btcp serve --fleet tls://NATS:4222 --fleet-ca ca.pem --role worker --fleet-key-file ${worker}.key --fleet-credentials ${worker}.seed`;
}
