import type { MiddlewareHandler } from 'hono';

/** nginx keeps an answer until it has some kilobytes, unless the answer says otherwise: events would come late. */
export const unbuffered: MiddlewareHandler = async (context, next) => {
  await next();
  if (context.res.headers.get('content-type')?.startsWith('text/event-stream'))
    context.res.headers.set('x-accel-buffering', 'no');
};
