// Writes the secrets of the fleet into /secrets, those that are not there yet: for compose.yaml.
import { randomBytes } from 'node:crypto';
import { chmodSync, chownSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const FOLDER = process.env.SECRETS_FOLDER ?? '/secrets';
/** Servers run as this user; NATS and PostgreSQL read as root at their start. */
const USER = Number(process.env.SECRETS_USER ?? 10_001);
const NAMES = ['fleet.key', 'token', 'nats', 'postgres'];

for (const name of NAMES) {
  const path = join(FOLDER, name);
  if (!existsSync(path)) writeFileSync(path, randomBytes(32).toString('base64url'), { mode: 0o600 });
  chownSync(path, USER, USER);
  chmodSync(path, 0o600);
}
const password = readFileSync(join(FOLDER, 'nats'), 'utf8');
writeFileSync(
  join(FOLDER, 'nats.conf'),
  `listen: 0.0.0.0:4222
jetstream { store_dir: /nats }
authorization { user: btcp, password: "${password}" }
`,
  { mode: 0o600 },
);
