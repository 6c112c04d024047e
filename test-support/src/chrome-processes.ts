import { readdirSync, readFileSync } from 'node:fs';

/** The pids of the Chromes that this process started. */
export function chromesOf(parent: number): number[] {
  return processes()
    .filter(({ parentPid, command }) => parentPid === parent && command.includes('--remote-debugging-pipe'))
    .map(({ pid }) => pid);
}

/** The pids of the renderers of those Chromes: killing one crashes its pages. */
export function renderersOf(parent: number): number[] {
  const all = chromeTreeOf(parent);
  return all.filter(({ command }) => command.includes('--type=renderer')).map(({ pid }) => pid);
}

/** Those Chromes with all processes that they have started. */
export function chromeTreeOf(parent: number): { pid: number; command: string }[] {
  const all = processes();
  const descendants = new Set(chromesOf(parent));
  // A process comes after its parent, but for pids that were used before; two rounds are enough for those.
  for (let round = 0; round < 2; round++) {
    for (const { pid, parentPid } of all) if (descendants.has(parentPid)) descendants.add(pid);
  }
  return all.filter(({ pid }) => descendants.has(pid));
}

/** The pids of all processes with this text on their command line. */
export function processesWith(text: string): number[] {
  return processes()
    .filter(({ pid, command }) => pid !== process.pid && command.includes(text))
    .map(({ pid }) => pid);
}

function processes() {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((name) => ({
      pid: Number(name),
      command: read(`/proc/${name}/cmdline`).replaceAll('\0', ' '),
      // After the command in brackets come the state and the parent.
      parentPid: Number(read(`/proc/${name}/stat`).split(') ').at(-1)?.split(' ')[1]),
    }));
}

function read(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
