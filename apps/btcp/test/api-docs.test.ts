import { expect, test } from 'vitest';
import { createApi } from '../src/api/create-api.ts';
import { workspacePaths } from '../src/api/open-api-paths.ts';
import { WORKSPACE_ROUTES } from '../src/api/route-descriptions.ts';

// Served as an upgrade, not as a route.
const SOCKETS = ['WS /api/agents/:slug/browser/stream'];

test('docs/workspace-api.md documents every route under /api, and no other', () => {
  const unused = {} as never;
  const api = createApi(() => unused, unused, { access: { token: null }, logins: unused, codes: unused } as never);
  const served = api.routes.map(({ method, path }) => `${method} /api${path}`);
  const documented = Object.values(WORKSPACE_ROUTES).flatMap((routes) => routes.map(({ route }) => route));
  expect(served.length).toBeGreaterThan(20);
  expect(documented.toSorted()).toEqual([...new Set([...served, ...SOCKETS])].toSorted());
});

test('GET /openapi.json has the routes of the workspace, with parameters, bodies and statuses', () => {
  const paths = workspacePaths() as Record<string, Record<string, object>>;
  expect(paths['/api/agents']?.post).toMatchObject({
    summary: 'Create an agent',
    requestBody: {
      content: { 'application/json': { schema: { properties: { name: {}, host: {} }, required: ['name'] } } },
    },
    responses: { 201: {}, default: {} },
  });
  expect(paths['/api/agents/{slug}/sessions/{id}/recording']?.get).toMatchObject({
    parameters: [
      { name: 'slug', in: 'path', required: true },
      { name: 'id', in: 'path', required: true },
      { name: 'format', in: 'query' },
    ],
  });
  expect(paths['/api/agents/{slug}/sessions/{id}']?.delete).toMatchObject({ responses: { 204: {} } });
  const described = Object.values(WORKSPACE_ROUTES).flat().length - SOCKETS.length;
  expect(Object.values(paths).flatMap((methods) => Object.keys(methods))).toHaveLength(described);
});
