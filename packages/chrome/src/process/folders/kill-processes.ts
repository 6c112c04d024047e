import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';

export function killProcessesOf(folder: string): void {
  const flag = `--user-data-dir=${folder}`;
  for (const { pid, command } of processes()) {
    const at = command.indexOf(flag);
    const isOfFolder = at !== -1 && /^[\s/]?$/.test(command.charAt(at + flag.length));
    if (pid === process.pid || !isOfFolder) continue;
    try {
      process.kill(pid, 'SIGKILL');
    } catch {
      // It has ended already.
    }
  }
}

function processes(): { pid: number; command: string }[] {
  switch (process.platform) {
    case 'linux':
      return readdirSync('/proc')
        .filter((name) => /^\d+$/.test(name))
        .map((name) => ({ pid: Number(name), command: commandLine(name) }));
    case 'darwin':
      return execFileSync('ps', ['-axo', 'pid=,command='], { encoding: 'utf8' })
        .split('\n')
        .map((line) => ({ pid: Number.parseInt(line, 10), command: line }))
        .filter(({ pid }) => pid > 0);
    default:
      // On Windows Chrome ends with its pipe.
      return [];
  }
}

function commandLine(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
  } catch {
    return '';
  }
}
