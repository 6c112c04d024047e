// The least that an MCP client can be, the same for every contender: one message in a line, one answer in a line.
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';

/**
 * @typedef {{ isError: boolean, text: string, hasImage: boolean }} Answer
 * @typedef {(name: string, input?: object) => Promise<Answer>} Call
 * @typedef {{ command: string, parameters: string[], environment?: Record<string, string>, folder: string }} Start
 */

/**
 * Starts an MCP server and says hello.
 * @param {Start} start
 */
export async function startServer({ command, parameters, environment = {}, folder }) {
  const child = spawn(command, parameters, {
    cwd: folder,
    env: { ...process.env, ...environment },
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  const ended = new Promise((resolve) => child.once('exit', resolve));
  /** @type {Map<number, (message: any) => void>} */
  const pending = new Map();
  let lastId = 0;
  createInterface({ input: child.stdout }).on('line', (line) => {
    const message = JSON.parse(line);
    pending.get(message.id)?.(message);
    pending.delete(message.id);
  });

  /**
   * @param {string} method
   * @param {object} params
   */
  async function request(method, params) {
    const id = ++lastId;
    const answered = new Promise((resolve) => pending.set(id, resolve));
    child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`);
    const message = await Promise.race([answered, ended.then(() => ({ error: { message: 'The server has ended.' } }))]);
    return message;
  }

  const clientInfo = { name: 'btcp-compare', version: '1.0.0' };
  await request('initialize', { protocolVersion: '2025-06-18', capabilities: {}, clientInfo });
  child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', method: 'notifications/initialized' })}\n`);

  return {
    /** @type {Call} */
    async call(name, input = {}) {
      const { result, error } = await request('tools/call', { name, arguments: input });
      if (error) return { isError: true, text: error.message, hasImage: false };
      /** @type {{ type: string, text?: string }[]} */
      const content = result.content;
      return {
        isError: result.isError === true,
        text: content.map(({ text = '' }) => text).join('\n'),
        hasImage: content.some(({ type }) => type === 'image'),
      };
    },
    /** @returns {Promise<{ name: string, description: string, inputSchema: object }[]>} */
    async tools() {
      return (await request('tools/list', {})).result.tools;
    },
    async stop() {
      child.stdin.end();
      const timer = setTimeout(() => child.kill(), 3_000);
      await ended;
      clearTimeout(timer);
    },
  };
}
