import { Hono } from 'hono';
import { readAudit } from '../observing/audit/audit-log.js';

const MAX_ENTRIES = 200;

export function auditRoutes(file: string): Hono {
  const routes = new Hono();
  routes.get('/', (context) =>
    context.json({ entries: readAudit(file, { user: context.req.query('user'), most: MAX_ENTRIES }) }),
  );
  return routes;
}
