// `npm start -w examples/embed` builds, and runs this: it starts BTCP and the app, each with an origin of its own.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';
import { endWithParent } from '../../scripts/end-with-parent.mjs';
import { createApp } from './server.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
const here = fileURLToPath(new URL('.', import.meta.url));
const session = 'demo';

await build({ root: here, logLevel: 'warn' });
let btcp = { url: '', token: '' };
const app = createApp(() => ({ ...btcp, session, folder: `${here}dist` }));
app.listen(Number(process.env.PORT ?? 0), '127.0.0.1');
await once(app, 'listening');
const origin = `http://127.0.0.1:${/** @type {import('node:net').AddressInfo} */ (app.address()).port}`;

const server = spawn(process.execPath, ['scripts/serve.mjs', '--port', '0', '--json', '--allow-origin', origin], {
  cwd: root,
  stdio: ['ignore', 'pipe', 'inherit'],
});
server.once('exit', (code) => process.exit(code ?? 1));
btcp = JSON.parse(await new Promise((resolve) => createInterface(server.stdout).once('line', resolve)));
await fetch(`${btcp.url}/sessions/${session}/tools/browser_navigate`, {
  method: 'POST',
  headers: { authorization: `Bearer ${btcp.token}` },
  body: JSON.stringify({ url: 'https://example.com' }),
});
console.log(`
Open    ${origin}

BTCP is at ${btcp.url}, another origin. Ctrl-C ends both.
`);

endWithParent();
for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM'])) process.on(signal, () => server.kill('SIGTERM'));
