import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { createApi } from '../src/api/create-api.ts';

const PAGE = new URL('../../../docs/workspace-api.md', import.meta.url);
// Served as an upgrade, not as a route.
const SOCKETS = ['WS /api/agents/:slug/browser/stream'];

test('docs/workspace-api.md documents every route under /api, and no other', () => {
  const unused = {} as never;
  const api = createApi(() => unused, unused, { access: { token: null }, logins: unused, codes: unused } as never);
  const served = api.routes.map(({ method, path }) => `${method} /api${path}`);
  const page = readFileSync(PAGE, 'utf8');
  const documented = [...page.matchAll(/^\| `((?:GET|POST|PUT|PATCH|DELETE|WS) \/api\/[^`]+)`/gm)].map(
    ([, route]) => route,
  );
  expect(served.length).toBeGreaterThan(20);
  expect(documented.toSorted()).toEqual([...new Set([...served, ...SOCKETS])].toSorted());
});
