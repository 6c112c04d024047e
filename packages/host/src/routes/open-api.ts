import { describeTool, type ToolSet } from '@btcp/tools';

const ERROR = {
  type: 'object',
  properties: {
    success: { const: false },
    error: {
      type: 'object',
      properties: { code: { type: 'string' }, message: { type: 'string' }, hint: { type: 'string' } },
      required: ['code', 'message'],
    },
  },
  required: ['success', 'error'],
};

const SESSION = { name: 'sessionId', in: 'path', required: true, schema: { type: 'string' } };

export function openApi(tools: ToolSet, version: string, address: string, paths: Record<string, object> = {}) {
  return {
    openapi: '3.1.0',
    info: { title: 'BTCP', version, description: 'A browser for agents, and a window onto it for people.' },
    servers: [{ url: address }],
    security: [{ bearer: [] }],
    components: {
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } },
      schemas: { Error: ERROR },
    },
    paths: {
      ...Object.fromEntries([...tools.values()].map(describeTool).flatMap(toolPaths)),
      ...FIXED_PATHS,
      ...paths,
    },
  };
}

function toolPaths({ name, title, description, inputSchema, outputSchema }: ReturnType<typeof describeTool>) {
  const reply = json('The result', {
    type: 'object',
    properties: {
      success: { const: true },
      text: { type: 'string' },
      data: outputSchema,
      page: { type: ['object', 'null'] },
    },
    required: ['success', 'text', 'data'],
  });
  const operation = (id: string, schema: unknown, parameters: unknown[]) => ({
    post: {
      operationId: id,
      summary: title,
      description,
      ...(parameters.length > 0 ? { parameters } : {}),
      requestBody: { content: { 'application/json': { schema } } },
      responses: {
        200: reply,
        default: json('What failed, and what to do next', { $ref: '#/components/schemas/Error' }),
      },
    },
  });
  const paths: [string, unknown][] = [[`/sessions/{sessionId}/tools/${name}`, operation(name, inputSchema, [SESSION])]];
  if (name.startsWith('browser_')) {
    const short = name.slice('browser_'.length);
    paths.unshift([`/browser/${short}`, operation(`${short}_in_browser`, withSession(inputSchema), [])]);
  }
  return paths;
}

function withSession(schema: unknown): unknown {
  const { properties, ...rest } = schema as { properties?: object };
  const sessionId = { type: 'string', description: 'Session whose browser to use; by default "default"' };
  return { ...rest, properties: { sessionId, ...properties } };
}

function json(description: string, schema: unknown) {
  return { description, content: { 'application/json': { schema } } };
}

const OBJECT = json('Done', { type: 'object' });
const DONE = { description: 'Done' };

function body(properties: Record<string, object>, ...required: string[]) {
  return { content: { 'application/json': { schema: { type: 'object', properties, required } } } };
}

const TEXT = { type: 'string' };
const INTEGER = { type: 'integer' };
const STEP = { name: 'step', in: 'path', required: true, schema: INTEGER };
const LINK = { name: 'id', in: 'path', required: true, schema: TEXT };

const FIXED_PATHS = {
  '/tools': { get: { summary: 'The tools', security: [], responses: { 200: OBJECT } } },
  '/health': { get: { summary: 'Whether the server is alive', security: [], responses: { 200: OBJECT } } },
  '/ready': {
    get: {
      summary: 'Whether a browser is available',
      security: [],
      responses: { 200: OBJECT, 503: json('Why not', { type: 'object' }) },
    },
  },
  '/metrics': {
    get: {
      summary: 'Metrics for Prometheus',
      responses: { 200: { description: 'Metrics', content: { 'text/plain': {} } } },
    },
  },
  '/sessions': {
    get: { summary: 'All sessions with driver, page and start time', responses: { 200: OBJECT } },
  },
  '/sessions/events': {
    get: {
      summary: 'The sessions and their changes, as server-sent events',
      responses: { 200: { description: 'Events', content: { 'text/event-stream': {} } } },
    },
  },
  '/sessions/{sessionId}/picture': {
    get: {
      summary: 'A small picture of the page; none while a person drives in private',
      parameters: [SESSION],
      responses: { 200: { description: 'The picture', content: { 'image/jpeg': {} } }, 204: DONE },
    },
  },
  '/sessions/{sessionId}/look': {
    get: {
      summary: 'The page as the history of the session keeps it: picture, snapshot, requests and console',
      parameters: [
        SESSION,
        { name: 'since', in: 'query', description: '`time` of the previous look: only what is newer', schema: INTEGER },
        { name: 'age', in: 'query', description: 'Milliseconds, for a first look', schema: INTEGER },
        { name: 'unanswered', in: 'query', description: 'Older requests to report, by id', schema: TEXT },
      ],
      responses: { 200: OBJECT, 204: DONE },
    },
  },
  '/history': {
    get: { summary: 'The sessions with a history, open or ended', responses: { 200: OBJECT } },
  },
  '/sessions/{sessionId}/history': {
    get: {
      summary: 'The steps of a session, or the whole history as one file',
      parameters: [
        SESSION,
        { name: 'format', in: 'query', schema: { enum: ['json', 'html', 'webm', 'har'], default: 'json' } },
      ],
      responses: { 200: OBJECT },
    },
    delete: { summary: 'Delete the history of a session', parameters: [SESSION], responses: { 200: OBJECT } },
  },
  '/sessions/{sessionId}/history/{step}': {
    get: {
      summary: 'The page before and after a step, with its requests and its console',
      parameters: [SESSION, STEP],
      responses: { 200: OBJECT },
    },
  },
  '/sessions/{sessionId}/history/{step}/picture': {
    get: {
      summary: 'The picture of the page after a step; none for a hidden step',
      parameters: [SESSION, STEP],
      responses: { 200: { description: 'The picture', content: { 'image/webp': {} } }, 204: DONE },
    },
  },
  '/browser/status': {
    get: {
      summary: 'Whether a browser is open, and its owner',
      parameters: [{ name: 'sessionId', in: 'query', schema: { type: 'string' } }],
      responses: { 200: OBJECT },
    },
  },
  '/browser/ownership/{verb}': {
    post: {
      summary: 'Request the single browser, transfer it, rename its owner, or release it',
      parameters: [
        { name: 'verb', in: 'path', required: true, schema: { enum: ['request', 'transfer', 'rename', 'release'] } },
      ],
      requestBody: body(
        {
          sessionId: { ...TEXT, description: 'Who asks for it; of the others, the owner' },
          to: { ...TEXT, description: 'The next owner, or the new name of this one' },
          message: { ...TEXT, description: 'A message for the owner' },
        },
        'sessionId',
      ),
      responses: { 200: OBJECT },
    },
  },
  '/sessions/{sessionId}': {
    patch: {
      summary: 'Rename a session',
      parameters: [SESSION],
      requestBody: body({ name: TEXT }, 'name'),
      responses: { 200: OBJECT },
    },
    delete: { summary: "Close a session's browser", parameters: [SESSION], responses: { 200: OBJECT } },
  },
  '/sessions/{sessionId}/events': {
    get: {
      summary: 'What happens in a session, as server-sent events',
      parameters: [SESSION, { name: 'Last-Event-ID', in: 'header', schema: { type: 'string' } }],
      responses: { 200: { description: 'Events', content: { 'text/event-stream': {} } } },
    },
  },
  '/sessions/{sessionId}/state': {
    get: { summary: 'Cookies, storage and tabs of the browser', parameters: [SESSION], responses: { 200: OBJECT } },
    put: { summary: 'Restore cookies, storage and tabs', parameters: [SESSION], responses: { 204: DONE } },
  },
  '/sessions/{sessionId}/files': {
    get: { summary: 'The files of a session', parameters: [SESSION], responses: { 200: OBJECT } },
  },
  '/sessions/{sessionId}/files/{name}': {
    get: {
      summary: 'A picture, a long output or a download',
      parameters: [SESSION, { name: 'name', in: 'path', required: true, schema: { type: 'string' } }],
      responses: { 200: { description: 'The file', content: { '*/*': {} } } },
    },
  },
  '/sessions/{sessionId}/links': {
    post: {
      summary: 'Create a link to watch or drive',
      parameters: [SESSION],
      requestBody: body({
        role: { enum: ['view', 'control'], default: 'view' },
        expiresIn: { ...TEXT, description: 'Such as 30m, the default' },
      }),
      responses: { 200: OBJECT },
    },
    delete: { summary: 'Revoke all links', parameters: [SESSION], responses: { 200: OBJECT } },
  },
  '/live': {
    post: {
      summary: 'Exchange the code of a link for its token, once',
      requestBody: body({ code: TEXT }),
      responses: { 200: OBJECT },
    },
  },
  '/sessions/{sessionId}/tickets': {
    post: {
      summary: 'Create a ticket for one viewer in a page of another origin',
      parameters: [SESSION],
      requestBody: body({ role: { enum: ['view', 'control'] }, expiresIn: TEXT }),
      responses: { 200: OBJECT },
    },
  },
  '/sessions/{sessionId}/links/{id}': {
    delete: { summary: 'Revoke one link', parameters: [SESSION, LINK], responses: { 200: OBJECT } },
  },
};
