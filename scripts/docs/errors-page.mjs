// The reference of error codes: their numbers come from the protocol, and a code without an explanation fails here.
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

/** What each code means, and what to do. @type {Record<string, [meaning: string, next: string]>} */
const EXPLANATIONS = {
  invalid_input: [
    'An argument is missing, has the wrong type, or names something that does not exist.',
    'Correct the argument that the message names. `btcp call NAME --help` lists the arguments of a tool.',
  ],
  invalid_selector: [
    'The selector cannot be parsed.',
    'Use a ref from the last snapshot (`@e3`), a CSS selector, or `text=`, `role=` and the other prefixes.',
  ],
  unauthorized: [
    'The request has no token, or one that is wrong, revoked or expired.',
    'Send `Authorization: Bearer TOKEN`. `btcp token` prints the token of your server.',
  ],
  denied: [
    'A rule does not allow this: a host, a file, a tool, an origin, or the role of a token.',
    'The message names the rule and the flag that changes it. [Security](../guides/security.md) lists the rules.',
  ],
  unknown_tool: [
    'There is no tool with this name, or this server does not offer it.',
    'Choose one from [Tools](../tools.md).',
  ],
  not_found: [
    'No element, tab, session, file or state matches.',
    'Take a new snapshot, or list what exists: the message suggests near matches.',
  ],
  ambiguous: ['The selector matches several elements.', 'Use one of the refs that the message lists.'],
  stale_ref: [
    'The element that the ref named is no longer in the page.',
    'Take a new snapshot. A ref is never given to another element.',
  ],
  not_actionable: [
    'The element is hidden, disabled, read-only, covered by another element, or of the wrong kind.',
    'The message names what is in the way. Close or enable that first.',
  ],
  dialog_open: ['An alert, confirm or prompt blocks the page.', 'Answer it with `browser_dialog`.'],
  browser_owned: ['Another session owns this browser.', 'Wait until that session ends, or use your own session.'],
  script_failed: [
    'The script given to `browser_evaluate` threw an error.',
    'Correct the script. The message has the error and its line.',
  ],
  control_held_by_user: [
    'A person is driving. Calls that change the page fail until the person hands back.',
    'Wait, or call `browser_request_user`, which returns when the person is done. Reading tools still work.',
  ],
  busy: [
    'A limit is reached: browsers, calls in a queue, or requests of a token.',
    'Try again after the time in the message or in `Retry-After`.',
  ],
  cancelled: ['The caller cancelled, or the server is stopping.', 'Call again if needed.'],
  internal: ['A bug in BTCP.', 'Report it, with the message and what you called.'],
  unsupported: [
    'This browser or page cannot do it, for example a tab that a person shares.',
    'Use another tool, or a Chrome that BTCP starts.',
  ],
  navigation_failed: [
    'The address cannot be loaded: no such host, connection refused, certificate not trusted.',
    'Check the address. The message has the reason that Chrome reports.',
  ],
  http_error: [
    'The server answered with status 400 or higher. The page is open and can be read.',
    'Read the page, or open another address.',
  ],
  browser_unavailable: [
    'No browser can be started.',
    'Run `btcp doctor`. It finds a browser, starts it, and reports what is missing.',
  ],
  unavailable: [
    'The database of the workspace does not answer. Nothing was stored.',
    'Try again after the time in `Retry-After`. `GET /ready` reports when it is back.',
  ],
  browser_lost: [
    'The browser or its page ended during the call. Whether the action took effect is not known.',
    'Call again: the next call opens the last page in a new browser and reports that.',
  ],
  timeout: [
    'The page, the server or a condition did not finish within the time limit.',
    'Read the page to see its state, or pass a longer `timeout`.',
  ],
};

/** @param {string} root of the repository */
export async function errorsPage(root) {
  const { ERROR_CODES } = await import(pathToFileURL(join(root, 'packages/protocol/dist/modules/index.js')).href);
  const rows = Object.entries(/** @type {Record<string, { http: number, jsonRpc: number }>} */ (ERROR_CODES)).map(
    ([code, { http, jsonRpc }]) => {
      const explanation = EXPLANATIONS[code];
      if (!explanation) throw new Error(`scripts/docs/errors-page.mjs does not explain the error code ${code}.`);
      return `| \`${code}\` | ${explanation[0]} | ${explanation[1]} | ${http} | ${jsonRpc} |`;
    },
  );
  const unknown = Object.keys(EXPLANATIONS).filter((code) => !Object.hasOwn(ERROR_CODES, code));
  if (unknown.length > 0)
    throw new Error(`scripts/docs/errors-page.mjs explains ${unknown.join(', ')}, which is no error code.`);
  return `# Error codes

Generated from the protocol by \`npm run docs:tools\`; do not edit.

Every failure has a code, a message and, where something can be done, a hint. Programs decide by the code; messages may change. HTTP returns
\`{ "success": false, "error": { "code", "message", "hint" } }\`. MCP returns a result with \`isError\` and the same error as structured data.

| code | meaning | what to do | HTTP | JSON-RPC |
| --- | --- | --- | --- | --- |
${rows.join('\n')}
`;
}
