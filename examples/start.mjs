// `npm start -w examples/react` builds, and runs this: it starts the BTCP server and the page, and says what to do next.
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { createServer } from 'vite';
import { endWithParent } from '../scripts/end-with-parent.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const [name] = process.argv.slice(2);

// A server of the user may be running, and refuses a second one on its data.
const data = mkdtempSync(join(tmpdir(), 'btcp-example-'));
const server = spawn(process.execPath, ['scripts/serve.mjs', '--port', '0', '--json'], {
  cwd: root,
  stdio: ['ignore', 'pipe', 'inherit'],
  env: { ...process.env, BTCP_DATA: data },
});
server.once('exit', (code) => {
  rmSync(data, { recursive: true, force: true });
  process.exit(code ?? 1);
});
const ready = await new Promise((resolve) => createInterface(server.stdout).once('line', resolve));
const { url, token } = JSON.parse(ready);
// Read by examples/shared/btcp-server.ts.
Object.assign(process.env, { BTCP_URL: url, BTCP_TOKEN: token });

const vite = await createServer({ root: `${root}examples/${name}`, server: { host: '127.0.0.1' }, logLevel: 'warn' });
await vite.listen();
// Another server may run, and would be taken for this one. A token may begin with a dash.
const flags = `--url ${url} --token=${token}`;
console.log(`
Open    ${vite.resolvedUrls?.local[0]}

Then let an agent work with the page. In another shell:

  npx @btcp/cli call page_tools_list ${flags}
  npx @btcp/cli call page_tool_call '{"name":"add_todo","arguments":{"text":"Call Ada"}}' ${flags}
  npx @btcp/cli call page_tool_call '{"name":"set_hours","arguments":{"day":"Fri","hours":7}}' ${flags}

Or connect an MCP client, which has the tools of the page as its own:

  ${url}/mcp/page   (Authorization: Bearer ${token})

Ctrl-C ends both.
`);

endWithParent();
for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM'])) process.on(signal, () => server.kill('SIGTERM'));
