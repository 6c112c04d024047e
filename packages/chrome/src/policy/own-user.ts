import { readFile } from 'node:fs/promises';
import type { Socket } from 'node:net';

const LOOPBACK = '0100007F';

/** True where the system has no answer. */
export async function isOwnUser({ remotePort = 0, localPort = 0 }: Socket): Promise<boolean> {
  if (process.platform !== 'linux') return true;
  const [from, to] = [remotePort, localPort].map(
    (port) => `${LOOPBACK}:${port.toString(16).toUpperCase().padStart(4, '0')}`,
  );
  const table = await readFile('/proc/self/net/tcp', 'utf8');
  const line = table.split('\n').find((each) => each.includes(`${from} ${to}`));
  const [, , , , , , , user] = line?.trim().split(/\s+/) ?? [];
  return user !== undefined && Number(user) === process.getuid?.();
}
