import { createHostRoutes, type HostRoutesOptions, OwnBrowsers } from '@btcp/host';
import { createMcpHttpHandler, type McpHttpHandler, type McpHttpOptions, type McpOptions } from '@btcp/mcp';
import { BtcpError, type ListedSession } from '@btcp/protocol';
import { type BrowserEngine, refuseOthers, type ToolSet, toolsInScope } from '@btcp/tools';
import { type Context, Hono } from 'hono';
import type { LimitableEngine } from '../hosts/local-host.js';
import type { NamedToken } from '../system/named-tokens.js';
import { mayListOutside } from '../workspace/own-sessions.js';
import { callerOf } from './caller.js';
import type { Quotas } from './quotas.js';
import { hostScope, outsideTools } from './scope.js';

export interface MemberTools {
  overHttp: { tools: ToolSet; listed: ToolSet };
  overMcp: { tools: ToolSet; listed: ToolSet };
}

interface MemberDoorsOptions {
  served: Omit<HostRoutesOptions, 'tools' | 'listed' | 'sessions'>;
  mcp: Omit<McpOptions, 'tools' | 'listed'> & McpHttpOptions;
  chrome: LimitableEngine;
  quotas: Quotas;
  toolsFor(only?: ReadonlySet<string>): MemberTools;
}

interface Door {
  engine: BrowserEngine | undefined;
  routes: Hono;
  mcp: McpHttpHandler;
}

/** HTTP and MCP as members have them: each token with the tools and hosts of its scope. */
export class MemberDoors {
  readonly #options: MemberDoorsOptions;
  // By scope: tokens with the same one share a door.
  readonly #doors = new Map<string, Door>();

  constructor(options: MemberDoorsOptions) {
    this.#options = options;
  }

  /** To mount where only requests of the door of the team arrive. */
  routes(): Hono {
    const routes = new Hono();
    routes.all('/mcp', (context) => this.#of(context).mcp.fetch(context.req.raw));
    routes.all('/*', (context) => {
      const address = new URL(context.req.url);
      address.pathname = address.pathname.replace(/^\/members/, '');
      return this.#of(context).routes.fetch(new Request(address, context.req.raw), context.env);
    });
    return routes;
  }

  async close(): Promise<void> {
    await Promise.allSettled([...this.#doors.values()].map(({ mcp }) => mcp.close()));
  }

  /** The engine that keeps to the hosts of a token; undefined where it may open all. */
  engineOf(caller: NamedToken): BrowserEngine | undefined {
    return this.#doorOf(caller).engine;
  }

  #of(context: Context): Door {
    const caller = callerOf(context);
    if (caller?.role !== 'member' && caller?.role !== 'viewer') {
      throw new BtcpError('not_found', 'This path is for requests of the team.', { hint: 'Use /sessions and /mcp.' });
    }
    return this.#doorOf(caller);
  }

  #doorOf(caller: NamedToken): Door {
    const { name, scope: { tools, hosts } = {} } = caller;
    const key = JSON.stringify([name, tools, hosts]);
    const door = this.#doors.get(key) ?? this.#make(caller);
    this.#doors.set(key, door);
    return door;
  }

  #make(caller: NamedToken): Door {
    const { served, mcp, chrome, quotas } = this.#options;
    const { conversations } = served;
    const engine = quotas.engineFor(caller.name, chrome, hostScope(caller));
    const { overHttp, overMcp } = this.#toolsOf(caller);
    const sessions = new OwnBrowsers(conversations, () => engine);
    return {
      engine,
      routes: createHostRoutes({ ...served, ...overHttp, sessions, owner: caller.name, mayList: listedFor }),
      mcp: createMcpHttpHandler({ ...mcp, ...overMcp, owner: caller.name }, conversations, () => engine),
    };
  }

  #toolsOf(caller: NamedToken): MemberTools {
    const { toolsFor } = this.#options;
    const all = toolsFor();
    const { tools } = caller.scope ?? {};
    if (!tools) return all;
    const { overHttp, overMcp } = toolsFor(toolsInScope(tools));
    const refuse = (tool: string) => outsideTools(caller, tool);
    return {
      overHttp: { ...overHttp, tools: refuseOthers(overHttp.tools, all.overHttp.tools, refuse) },
      overMcp: { ...overMcp, tools: refuseOthers(overMcp.tools, all.overMcp.tools, refuse) },
    };
  }
}

function listedFor(context: Context): (session: ListedSession) => boolean {
  const caller = callerOf(context);
  return (session) => caller !== undefined && mayListOutside(caller, session);
}
