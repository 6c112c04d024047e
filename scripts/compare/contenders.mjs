// How each server is started and asked for the same things, in its own words. All of them run the same Chrome,
// headless, with a profile of its own, and send nothing to anybody.
import { join } from 'node:path';

/**
 * @typedef {import('./mcp-process.mjs').Call} Call
 * @typedef {import('./mcp-process.mjs').Answer} Answer
 *
 * @typedef {object} Contender
 * @property {string} name
 * @property {string} [install] what npm installs, with its version
 * @property {(places: Places) => Omit<import('./mcp-process.mjs').Start, 'folder'>} start
 * @property {(call: Call, url: string) => Promise<Answer>} navigate
 * @property {(call: Call) => Promise<Answer>} snapshot the whole page, however long
 * @property {(call: Call, ref: string) => Promise<Answer>} click
 * @property {(call: Call, ref: string, text: string) => Promise<Answer>} fill
 * @property {(call: Call) => Promise<Answer>} evaluate `1 + 1`
 * @property {(call: Call) => Promise<Answer>} screenshot
 * @property {(text: string, role: string, name: string) => string | undefined} refOf an element of a snapshot
 * @property {(call: Call, ref: string) => Promise<Answer>} [clickAndLook] where one call can do both
 * @property {(places: Places) => Omit<import('./mcp-process.mjs').Start, 'folder'>} [command] evaluates `1 + 1` from a shell
 * @property {Contender['command']} [shell] the command itself, to which a script adds its words
 * @property {Contender['command']} [endCommand] ends the browser of that shell
 * @property {(call: Call) => Promise<unknown>} [begin] before the first page
 * @property {(call: Call) => Promise<unknown>} [end]
 *
 * @typedef {{ root: string, peers: string, home: string, chrome: string, session: string }} Places
 */

/**
 * `button "Buy" [ref=e3]`, as two of the four write it, or `button "Buy" @e3`.
 * @param {string} text
 * @param {string} role
 * @param {string} name
 */
function refOnLine(text, role, name) {
  const line = text.split('\n').find((each) => each.includes(`${role} "${name}"`));
  return /(?:\bref=|@)(\w+)/.exec(line ?? '')?.[1];
}

/**
 * @param {Places} places
 * @param {string[]} parameters
 */
function btcp({ root, home }, parameters) {
  return {
    command: process.execPath,
    parameters: [join(root, 'apps/btcp/bin/btcp.js'), ...parameters],
    environment: { BTCP_STATE: home, BTCP_DATA: home },
  };
}

/**
 * @param {Places} places
 * @param {string[]} parameters
 */
function agentBrowser({ peers, chrome, session }, parameters) {
  return {
    command: join(peers, `node_modules/agent-browser/bin/agent-browser-${process.platform}-${process.arch}`),
    parameters,
    environment: {
      AGENT_BROWSER_EXECUTABLE_PATH: chrome,
      AGENT_BROWSER_ARGS: '--no-sandbox',
      AGENT_BROWSER_SESSION: session,
    },
  };
}

const PAGE = { pageId: 1 };

/** @type {Contender[]} */
export const CONTENDERS = [
  {
    name: 'BTCP',
    start: (places) => btcp(places, ['mcp', '--standalone', '--chrome', places.chrome]),
    navigate: (call, url) => call('browser_navigate', { url }),
    snapshot: (call) => call('browser_snapshot', { maxSize: 10_000_000 }),
    click: (call, ref) => call('browser_click', { selector: `@${ref}` }),
    fill: (call, ref, value) => call('browser_fill', { selector: `@${ref}`, value }),
    evaluate: (call) => call('browser_evaluate', { script: '1 + 1' }),
    screenshot: (call) => call('browser_screenshot'),
    refOf: refOnLine,
    command: (places) => btcp(places, ['call', 'browser_evaluate', '{"script":"1 + 1"}']),
    shell: (places) => btcp(places, []),
    endCommand: (places) => btcp(places, ['call', 'browser_close']),
  },
  {
    name: 'playwright-mcp',
    install: '@playwright/mcp@0.0.83',
    start: ({ peers, chrome }) => ({
      command: process.execPath,
      parameters: [
        join(peers, 'node_modules/@playwright/mcp/cli.js'),
        ...['--headless', '--isolated', '--no-sandbox', '--viewport-size', '1280x720', '--executable-path', chrome],
      ],
    }),
    navigate: (call, url) => call('browser_navigate', { url }),
    snapshot: (call) => call('browser_snapshot'),
    click: (call, target) => call('browser_click', { target }),
    fill: (call, target, text) => call('browser_type', { target, text }),
    evaluate: (call) => call('browser_evaluate', { function: '() => 1 + 1' }),
    screenshot: (call) => call('browser_take_screenshot'),
    refOf: refOnLine,
  },
  {
    name: 'chrome-devtools-mcp',
    install: 'chrome-devtools-mcp@1.11.0',
    start: ({ peers, chrome }) => ({
      command: process.execPath,
      parameters: [
        join(peers, 'node_modules/chrome-devtools-mcp/build/src/bin/chrome-devtools-mcp.js'),
        ...['--headless', '--isolated', '--viewport', '1280x720', '--executablePath', chrome],
        ...['--chromeArg=--no-sandbox', '--no-usage-statistics', '--no-performance-crux'],
      ],
    }),
    begin: (call) => call('list_pages'),
    navigate: (call, url) => call('navigate_page', { ...PAGE, type: 'url', url }),
    snapshot: (call) => call('take_snapshot', PAGE),
    click: (call, uid) => call('click', { ...PAGE, uid }),
    clickAndLook: (call, uid) => call('click', { ...PAGE, uid, includeSnapshot: true }),
    fill: (call, uid, value) => call('fill', { ...PAGE, uid, value }),
    evaluate: (call) => call('evaluate_script', { ...PAGE, function: '() => 1 + 1' }),
    screenshot: (call) => call('take_screenshot', PAGE),
    refOf: (text, role, name) => new RegExp(`uid=(\\w+) ${role} "${name}"`).exec(text)?.[1],
  },
  {
    name: 'agent-browser',
    install: 'agent-browser@0.41.0',
    start: (places) => agentBrowser(places, ['mcp']),
    command: (places) => agentBrowser(places, ['eval', '1 + 1']),
    shell: (places) => agentBrowser(places, []),
    navigate: (call, url) => call('agent_browser_open', { url }),
    // Left to itself it shows controls and headings alone.
    snapshot: (call) => call('agent_browser_snapshot', { interactive: false }),
    click: (call, ref) => call('agent_browser_click', { selector: `@${ref}` }),
    fill: (call, ref, text) => call('agent_browser_fill', { selector: `@${ref}`, text }),
    evaluate: (call) => call('agent_browser_eval', { script: '1 + 1' }),
    screenshot: (call) => call('agent_browser_screenshot'),
    refOf: refOnLine,
    end: (call) => call('agent_browser_close'),
  },
];
