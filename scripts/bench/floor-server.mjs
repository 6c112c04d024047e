// The least that an MCP server with a browser can be: direct CDP on a pipe, without waiting, checks or masking.
import { createInterface } from 'node:readline';
import { startFloor } from '../../packages/chrome/bench/floor.mjs';

const [, , chrome = '', environment = '{}'] = process.argv;
/** @type {ReturnType<typeof startFloor> | undefined} */
let starting;

/** @type {Record<string, (floor: Awaited<ReturnType<typeof startFloor>>, input: any) => Promise<unknown>>} */
const TOOLS = {
  browser_navigate: (floor, { url }) => floor.navigate(url),
  browser_snapshot: (floor) => floor.read(),
  browser_evaluate: (floor) => floor.evaluateAndTell(),
  browser_click: (floor, { selector }) => floor.click(selector),
  browser_fill: (floor, { selector, value }) => floor.fill(selector, value),
  browser_screenshot: (floor) => floor.screenshot(),
};

/** @param {{ method: string, params: any }} request */
async function answer({ method, params }) {
  if (method === 'initialize') {
    return { protocolVersion: params.protocolVersion, capabilities: { tools: {} }, serverInfo: { name: 'floor' } };
  }
  starting ??= startFloor(chrome, JSON.parse(environment));
  const value = await TOOLS[params.name]?.(await starting, params.arguments);
  if (params.name === 'browser_screenshot') return { content: [{ type: 'image', data: value, mimeType: 'image/png' }] };
  return { content: [{ type: 'text', text: String(value ?? 'Done.') }] };
}

const lines = createInterface({ input: process.stdin });
lines.on('line', async (line) => {
  const request = JSON.parse(line);
  if (request.id === undefined) return;
  const result = await answer(request);
  process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', id: request.id, result })}\n`);
});
lines.on('close', async () => {
  await (await starting)?.close();
  process.exit();
});
