// What a command costs in addition to its tool: `btcp close` without a browser, an empty Node, and agent-browser's binary if
// AGENT_BROWSER names it.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { performance } from 'node:perf_hooks';
import { createInterface } from 'node:readline';

/**
 * @param {{ main: string, home: string, rounds: number }} where
 * @returns {Promise<{ ours: number[], floor: number[], peer: number[] }>} milliseconds of each round
 */
export async function commandTimes({ main, home, rounds }) {
  const env = { ...process.env, BTCP_STATE: home, BTCP_DATA: home };
  const serve = [main, 'serve', '--port', '0', '--json', '--linger', '10m'];
  const server = spawn(process.execPath, serve, { env, stdio: ['ignore', 'pipe', 'inherit'] });
  try {
    await once(createInterface(server.stdout), 'line');
    /** @type {(command: string, parameters: string[]) => Promise<number>} */
    const time = async (command, parameters) => {
      const start = performance.now();
      await once(spawn(command, parameters, { env, stdio: 'ignore' }), 'close');
      return performance.now() - start;
    };
    /** @type {{ ours: number[], floor: number[], peer: number[] }} */
    const times = { ours: [], floor: [], peer: [] };
    const peer = process.env.AGENT_BROWSER;
    for (let round = 0; round < rounds; round++) {
      times.ours.push(await time(process.execPath, [main, 'close']));
      times.floor.push(await time(process.execPath, ['-e', '0']));
      if (peer) times.peer.push(await time(peer, ['session', 'list']));
    }
    return times;
  } finally {
    server.kill('SIGTERM');
    await once(server, 'close');
  }
}
