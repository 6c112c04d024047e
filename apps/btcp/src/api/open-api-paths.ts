import { type RouteDescription, WORKSPACE_ROUTES } from './route-descriptions.js';

/** The routes of the workspace for `GET /openapi.json`. WebSockets are not part of OpenAPI. */
export function workspacePaths(): Record<string, object> {
  const paths: Record<string, Record<string, object>> = {};
  for (const [section, routes] of Object.entries(WORKSPACE_ROUTES)) {
    for (const described of routes) {
      const [method = '', path = ''] = described.route.split(' ');
      if (method === 'WS') continue;
      const place = path.replaceAll(/:(\w+)/g, '{$1}');
      paths[place] = { ...paths[place], [method.toLowerCase()]: operationOf(section, path, described) };
    }
  }
  return paths;
}

function operationOf(section: string, path: string, described: RouteDescription): object {
  const { summary, takes = '', returns } = described;
  const inPath = [...path.matchAll(/:(\w+)/g)].map(([, name]) => ({ name, in: 'path', required: true, schema: TEXT }));
  const inQuery = [...takes.matchAll(/`\?(\w+)/g)].map(([, name]) => ({ name, in: 'query', schema: TEXT }));
  const parameters = [...inPath, ...inQuery];
  const body = bodyOf(takes);
  const [, status = '200'] = /(?:^|, )(20[124])\b/.exec(returns) ?? [];
  return {
    tags: [section],
    summary,
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(body ? { requestBody: { description: takes, content: { 'application/json': { schema: body } } } } : {}),
    responses: {
      [status]: { description: returns },
      default: {
        description: 'What failed, and what to do next',
        content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
      },
    },
  };
}

const TEXT = { type: 'string' };

// `{ name, host? }` is an object with a name and, optionally, a host; other words are any object.
function bodyOf(takes: string): object | undefined {
  if (takes === '' || takes.startsWith('`?')) return undefined;
  const forms = [...takes.matchAll(/`\{ ([^}]*) \}`/g)].map(([, names = '']) => names.split(', '));
  if (forms.length === 0) return { type: 'object' };
  const schemas = forms.map((names) => ({
    type: 'object',
    properties: Object.fromEntries(names.filter(isName).map((name) => [name.replace('?', ''), {}])),
    required: names.filter((name) => isName(name) && !name.endsWith('?')),
  }));
  return schemas.length === 1 ? schemas[0] : { anyOf: schemas };
}

const isName = (name: string) => /^\w+\??$/.test(name);
