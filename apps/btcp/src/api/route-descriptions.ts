export interface RouteDescription {
  route: string;
  summary: string;
  /** In Markdown: `{ name, host? }` is the body, `?format` the query. */
  takes?: string;
  /** In Markdown, with the status where it is not 200. */
  returns: string;
}

export const WORKSPACE_ROUTES: Record<string, RouteDescription[]> = {
  'Sign in and set up': [
    {
      route: 'POST /api/login',
      summary: 'Sign in',
      takes: '`{ token }` of the server or of somebody, or `{ code }` of a link',
      returns: '`{ token }` for this person; `{}` where the server runs with `--no-auth`',
    },
    {
      route: 'POST /api/login/renew',
      summary: 'Renew the token of a login',
      returns: '`{ token }`, which replaces the one of the request',
    },
    {
      route: 'POST /api/login/links',
      summary: 'Create a link that signs in once',
      returns: '`{ url }` that signs in once',
    },
    { route: 'POST /api/logout', summary: 'Sign out', returns: '204; the token of the request stops working' },
    {
      route: 'GET /api/config',
      summary: 'Read the version, the user and the model settings',
      returns: '`{ version, auth, user, model: ModelSettings, connected: ConnectedBrowser[] }`',
    },
    {
      route: 'PUT /api/settings',
      summary: 'Save the model settings',
      takes: '`{ provider, model, baseUrl, key?, stepLimit }`',
      returns: '`ModelSettings`',
    },
    {
      route: 'POST /api/demo',
      summary: 'Run the demo',
      returns: 'the session of the demo; the one in progress, if there is one',
    },
    {
      route: 'POST /api/settings/test',
      summary: 'Test model settings',
      takes: '`{ provider, model, baseUrl, key? }`',
      returns: '`{ ok: true, text, milliseconds }` or `{ ok: false, problem }`; saves nothing',
    },
    {
      route: 'POST /api/settings/models',
      summary: 'List the models of a provider',
      takes: '`{ provider, baseUrl, key? }`',
      returns: '`{ models, problem? }`: the models that the provider lists; saves nothing',
    },
    {
      route: 'GET /api/events',
      summary: 'Follow the workspace',
      returns: 'events of the workspace, see [Events](#events)',
    },
  ],
  Agents: [
    { route: 'GET /api/agents', summary: 'List agents', returns: '`Agent[]`' },
    {
      route: 'POST /api/agents',
      summary: 'Create an agent',
      takes: '`{ name, host? }`',
      returns: '`Agent`, 201. `host` is [where its browser runs](workspace.md): `local` by default',
    },
    {
      route: 'PATCH /api/agents/:slug',
      summary: 'Change an agent',
      takes:
        '`{ name?, settings? }`: of `model`, `instructions`, `tools` and `stepLimit` what changes; null is as in the workspace',
      returns: '`Agent`',
    },
    {
      route: 'DELETE /api/agents/:slug',
      summary: 'Delete an agent',
      returns: '204; its sessions, files and profile are removed',
    },
  ],
  Sessions: [
    {
      route: 'GET /api/agents/:slug/sessions',
      summary: 'List the sessions of an agent',
      returns: '`Session[]`, newest first',
    },
    {
      route: 'POST /api/agents/:slug/sessions',
      summary: 'Create a session',
      takes: '`{ title? }`',
      returns: '`Session`, 201',
    },
    {
      route: 'PATCH /api/agents/:slug/sessions/:id',
      summary: 'Rename a session',
      takes: '`{ title }`',
      returns: '`Session`',
    },
    { route: 'DELETE /api/agents/:slug/sessions/:id', summary: 'Delete a session', returns: '204' },
    {
      route: 'POST /api/agents/:slug/sessions/:id/messages',
      summary: 'Send a message to the agent',
      takes: '`{ text, files? }`: names of files that were attached',
      returns: "`{ message: Message }`, 202; the agent's model starts a run",
    },
    { route: 'POST /api/agents/:slug/sessions/:id/stop', summary: 'Stop the run', returns: '204; the run is stopped' },
    {
      route: 'POST /api/agents/:slug/sessions/:id/resume',
      summary: 'Resume the run',
      returns: '202; a run that stopped, failed or reached its limit continues',
    },
    {
      route: 'POST /api/agents/:slug/sessions/:id/tools/:name',
      summary: 'Call a tool in the session',
      takes: 'the arguments of the tool',
      returns: "the tool's result; takes the agent's browser over from another session",
    },
    {
      route: 'GET /api/agents/:slug/sessions/:id/events',
      summary: 'Follow a session',
      takes: '`?workspace`',
      returns: 'events of the session; with `workspace` those of the workspace as well',
    },
    {
      route: 'GET /api/agents/:slug/sessions/:id/recording',
      summary: 'Export the recording',
      takes: '`?format=json|btcp|puppeteer|playwright`',
      returns: 'the recording: `RecordedAction[]`, or a file',
    },
    {
      route: 'GET /api/agents/:slug/sessions/:id/files',
      summary: 'List files',
      returns: '`SessionFile[]`: screenshots, downloads, long outputs',
    },
    {
      route: 'POST /api/agents/:slug/sessions/:id/files',
      summary: 'Attach a file',
      takes: '`?name`, and the file as the body, of at most 25 MB',
      returns: '`SessionFile`, 201; a message that follows can name it',
    },
    { route: 'GET /api/agents/:slug/sessions/:id/files/:name', summary: 'Download a file', returns: 'the file' },
    {
      route: 'POST /api/agents/:slug/sessions/:id/links',
      summary: 'Create a link to the live view',
      takes: '`{ role?, expiresIn? }`: `view` or `control`, `30m`',
      returns: '`{ url, token, role }` of a link to the live view',
    },
    {
      route: 'POST /api/agents/:slug/sessions/:id/tickets',
      summary: 'Create a ticket for the live view',
      takes: '`{ role?, expiresIn? }`: `view` or `control`, `1m`',
      returns: '`{ ticket, role, expires, stream }` for one viewer in a page of another origin',
    },
  ],
  'Sessions that began elsewhere': [
    {
      route: 'GET /api/sessions',
      summary: 'List all sessions',
      returns: '`ListedSession[]`: all open sessions, those of agents too, and the last 20 that have ended',
    },
    { route: 'PATCH /api/sessions/:id', summary: 'Rename a session', takes: '`{ title }`', returns: '`ListedSession`' },
    { route: 'DELETE /api/sessions/:id', summary: 'Close a session', returns: '204; the browser is closed' },
    {
      route: 'POST /api/sessions/:id/tools/:name',
      summary: 'Call a tool in the session',
      takes: 'the arguments of the tool',
      returns: "the tool's result, in a browser that is open",
    },
    {
      route: 'GET /api/sessions/:id/events',
      summary: 'Follow a session',
      takes: '`?workspace`',
      returns: 'events of the session; with `workspace` those of the workspace as well',
    },
    {
      route: 'GET /api/sessions/:id/recording',
      summary: 'Export the recording',
      takes: '`?format=json|btcp|puppeteer|playwright`',
      returns: 'the recording: `RecordedAction[]`, or a file',
    },
    { route: 'GET /api/sessions/:id/files', summary: 'List files', returns: '`SessionFile[]`' },
    {
      route: 'GET /api/sessions/:id/files/:name',
      summary: 'Download a file',
      returns: 'the file; files go with the browser',
    },
  ],
  'What was done': [
    {
      route: 'GET /api/history',
      summary: 'List the sessions with a history',
      returns: '`{ sessions: HistorySession[] }`: those that began elsewhere, open or ended',
    },
    {
      route: 'GET /api/sessions/:id/history',
      summary: 'List the steps of a session',
      takes: '`?format=json|html|webm|har`',
      returns: '`History`: the session and its steps; or all of it as one file',
    },
    {
      route: 'GET /api/sessions/:id/history/:step',
      summary: 'Read a step of a session',
      returns: '`HistoryDetails`: the page before and after, requests, console',
    },
    {
      route: 'GET /api/sessions/:id/history/:step/picture',
      summary: 'Read the picture of a step of a session',
      returns: 'a WebP picture; no content where the step has none',
    },
    {
      route: 'DELETE /api/sessions/:id/history',
      summary: 'Delete the history of a session',
      returns: '`{ removed }`',
    },
    {
      route: 'GET /api/agents/:slug/sessions/:id/history',
      summary: 'List the steps of a session of an agent',
      takes: '`?format=json|html|webm|har`',
      returns: '`History`: the session and its steps, with what was said; or all of it as one file',
    },
    {
      route: 'GET /api/agents/:slug/sessions/:id/history/:step',
      summary: 'Read a step of a session of an agent',
      returns: '`HistoryDetails`: the page before and after, requests, console',
    },
    {
      route: 'GET /api/agents/:slug/sessions/:id/history/:step/picture',
      summary: 'Read the picture of a step of a session of an agent',
      returns: 'a WebP picture; no content where the step has none',
    },
    {
      route: 'DELETE /api/agents/:slug/sessions/:id/history',
      summary: 'Delete the history of a session of an agent',
      returns: '`{ removed }`',
    },
  ],
  'People and tokens': [
    {
      route: 'GET /api/tokens',
      summary: 'List tokens',
      returns: "`{ tokens }` with limits and last use: all for an admin, otherwise one's own",
    },
    {
      route: 'POST /api/tokens',
      summary: 'Create a token',
      takes: '`{ name, role?, tools?, hosts?, sessions?, days? }`',
      returns: 'the token, shown only once, 201',
    },
    { route: 'DELETE /api/tokens/:id', summary: 'Revoke a token', returns: '204; the token stops working' },
    {
      route: 'GET /api/audit',
      summary: 'Read the audit log',
      takes: '`?user`',
      returns: '`{ entries }`: the newest 200 acts, for admins',
    },
    {
      route: 'GET /api/agents/:slug/sessions/:id/shares',
      summary: 'List the people a session is shared with',
      returns: '`{ shares: Share[], people: string[] }`',
    },
    {
      route: 'PUT /api/agents/:slug/sessions/:id/shares/:person',
      summary: 'Share a session',
      takes: '`{ role? }`: `watch` or `drive`',
      returns: '`{ shares: Share[] }`',
    },
    {
      route: 'DELETE /api/agents/:slug/sessions/:id/shares/:person',
      summary: 'Stop sharing a session',
      returns: '`{ shares: Share[] }`',
    },
  ],
  "The agent's browser": [
    {
      route: 'GET /api/agents/:slug/browser/status',
      summary: "Read the state of the agent's browser",
      returns: '`{ active, sessionId, ownership, sessions, control }`',
    },
    {
      route: 'POST /api/agents/:slug/browser/:action',
      summary: "Call a tool in the agent's browser",
      takes: '`{ sessionId?, … }` and the arguments of the tool',
      returns:
        'the result of `browser_ACTION`: `open`, `snapshot`, `click`, `fill`, `scroll`, `wait`, `close` and every other',
    },
    {
      route: 'POST /api/agents/:slug/browser/ownership/transfer',
      summary: 'Hand the browser to another session',
      takes: '`{ sessionId, to }`: the owner, and the next one',
      returns: 'the status; the browser stays as it is',
    },
    {
      route: 'WS /api/agents/:slug/browser/stream',
      summary: 'Watch and drive the browser',
      takes: '`?sessionId=`',
      returns: 'the [live view](protocol.md#live-view): frames out, input in',
    },
  ],
  States: [
    { route: 'GET /api/agents/:slug/states', summary: 'List saved states', returns: '`SavedState[]`' },
    {
      route: 'POST /api/agents/:slug/states',
      summary: 'Save a state',
      takes: '`{ name, sessionId? }`',
      returns: '`{ name, leftOut: string[] }`, 201; `leftOut` could not be saved',
    },
    {
      route: 'POST /api/agents/:slug/states/:name/restore',
      summary: 'Restore a state',
      takes: '`{ sessionId? }`',
      returns: '204',
    },
    { route: 'DELETE /api/agents/:slug/states/:name', summary: 'Delete a state', returns: '204' },
  ],
  'Connected pages': [
    {
      route: 'POST /api/pages/:id/tools/:name',
      summary: 'Call a tool of a connected page',
      takes: 'the arguments of the tool',
      returns: "the tool's result, and the session of the page where the tab is after the call",
    },
  ],
};
