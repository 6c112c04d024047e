import type { MiddlewareHandler } from 'hono';

/** nginx keeps an answer until it has some kilobytes, unless the answer says otherwise: events would come late. */
export const UNBUFFERED = ['x-accel-buffering', 'no'] as const;

export function isEventStream(contentType: unknown): boolean {
  return String(contentType).startsWith('text/event-stream');
}

export const unbuffered: MiddlewareHandler = async (context, next) => {
  await next();
  if (isEventStream(context.res.headers.get('content-type'))) context.res.headers.set(...UNBUFFERED);
};
