import { readRequest } from '@btcp/access';
import type { Context } from 'hono';
import type { NamedToken } from '../system/named-tokens.js';

interface TeamEnvironment {
  caller?: NamedToken;
  // What the caller showed: the request goes on with the token of the server.
  shown?: string;
}

export function callerOf({ env }: Context): NamedToken | undefined {
  return (env as TeamEnvironment | undefined)?.caller;
}

export function shownToken({ env, req }: Context): string {
  return (env as TeamEnvironment | undefined)?.shown ?? readRequest(req.raw.headers).token ?? '';
}

export function withCaller(environment: unknown, caller: NamedToken, shown: string | undefined): object {
  return { ...(environment as object), caller, ...(shown === undefined ? {} : { shown }) } satisfies TeamEnvironment;
}
