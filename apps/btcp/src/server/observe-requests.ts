import type { Context, MiddlewareHandler } from 'hono';
import { matchedRoutes } from 'hono/route';
import type { Observing } from '../observing/observing.js';

export function observeRequests({ log, tracer }: Observing): MiddlewareHandler {
  return async (context, next) => {
    const { method } = context.req;
    const isTraced = tracer && method !== 'GET' && method !== 'HEAD';
    if (!isTraced && !log.has('debug')) return next();
    const route = routeOf(context);
    const start = performance.now();
    const served = async (attributes: Record<string, string | number>) => {
      await next();
      attributes['http.response.status_code'] = context.res.status;
    };
    if (isTraced) {
      const attributes = { 'http.request.method': method, 'http.route': route };
      const traceparent = context.req.header('traceparent');
      await tracer.span({ name: `${method} ${route}`, kind: 'server', attributes, traceparent }, served);
    } else await next();
    const duration_ms = Math.round(performance.now() - start);
    log.write('debug', 'request', { method, route, status: context.res.status, duration_ms });
  };
}

const EVERY_PATH = '/*';

// The pattern of the route: the path itself names sessions.
function routeOf(context: Context): string {
  return matchedRoutes(context).findLast(({ path }) => path !== EVERY_PATH)?.path ?? EVERY_PATH;
}
