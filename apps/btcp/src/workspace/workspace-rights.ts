import type { SessionList } from '@btcp/host';
import { BtcpError } from '@btcp/tools';
import type { Right } from '../contract/types.js';
import type { NamedToken } from '../system/named-tokens.js';
import { mayListOutside, type OutsideSession } from './own-sessions.js';
import { Visible } from './visible.js';
import type { Workspace } from './workspace.js';

type Rule = [method: RegExp, path: RegExp, needed: Right];

// What the whole team may ask for: the answers have what the person can see.
const OPEN: readonly [method: RegExp, path: RegExp][] = [
  [/^GET$/, /^\/(?:config|events|agents|sessions|history)$/],
  [/^POST$/, /^\/(?:login|login\/renew|logout)$/],
  [/^(?:GET|DELETE)$/, /^\/tokens(?:\/[^/]+)?$/],
];

// What people may do in an agent, or in a session of it: the first rule that fits counts.
const RULES: readonly Rule[] = [
  [
    /^GET$/,
    /^\/agents\/([^/]+)\/sessions\/([^/]+)\/(?:events|files|files\/[^/]+|recording|history(?:\/.*)?)$/,
    'watch',
  ],
  [/^POST$/, /^\/agents\/([^/]+)\/sessions\/([^/]+)\/(?:messages|stop|resume|tools\/[^/]+)$/, 'drive'],
  [/^POST$/, /^\/agents\/([^/]+)\/sessions\/([^/]+)\/files$/, 'drive'],
  [/^/, /^\/agents\/([^/]+)\/sessions\/([^/]+)(?:$|\/)/, 'own'],
  [/^/, /^\/agents\/([^/]+)(?:$|\/)/, 'own'],
];

// Sessions that began elsewhere: their owner may do everything there, others may watch what is shared with them.
const OUTSIDE = /^\/sessions\/([^/]+)(?:$|\/)/;
const SESSIONS = /^\/agents\/([^/]+)\/sessions$/;
export const AGENT_STREAM = /^\/agents\/([^/]+)\/browser\/stream$/;

export class WorkspaceRights {
  readonly #workspace: () => Promise<Workspace>;
  readonly #outside: SessionList;
  readonly #past: (id: string) => OutsideSession | undefined;

  /** `past` finds a session that has ended and of which something is kept. */
  constructor(
    workspace: () => Promise<Workspace>,
    outside: SessionList,
    past: (id: string) => OutsideSession | undefined,
  ) {
    this.#workspace = workspace;
    this.#outside = outside;
    this.#past = past;
  }

  /** Rejects a request that the caller has no right to; `path` is the one below `/api`. */
  async assert(caller: NamedToken, method: string, path: string): Promise<void> {
    if (OPEN.some(([methods, paths]) => methods.test(method) && paths.test(path))) return;
    if (method === 'POST' && (path === '/agents' || path === '/demo')) {
      if (caller.role === 'member') return;
      throw notForRole(caller, 'create agents');
    }
    const elsewhere = OUTSIDE.exec(path)?.[1];
    if (elsewhere !== undefined) {
      this.#assertOutside(caller, method, decoded(elsewhere));
      return;
    }
    const visible = await Visible.of(await this.#workspace(), caller);
    const listed = SESSIONS.exec(path)?.[1];
    if (method === 'GET' && listed !== undefined && this.#lists(visible, decoded(listed))) return;
    for (const [methods, paths, needed] of RULES) {
      const [found, agent = '', session] = methods.test(method) ? (paths.exec(path) ?? []) : [];
      if (found === undefined) continue;
      visible.assert(needed, decoded(agent), session === undefined ? undefined : decoded(session));
      return;
    }
    throw notForRole(caller, `use ${method} /api${path}`);
  }

  async inBrowser(caller: NamedToken, slug: string, session: string | null): Promise<Right> {
    const visible = await Visible.of(await this.#workspace(), caller);
    return visible.assert('watch', decoded(slug), session ?? undefined);
  }

  #assertOutside(caller: NamedToken, method: string, id: string): void {
    const session = this.#outside.find(id)?.describe() ?? this.#past(id);
    if (!session || !mayListOutside(caller, session)) {
      throw new BtcpError('not_found', `There is no session "${id}".`, { hint: 'GET /sessions lists them.' });
    }
    if (method !== 'GET' && session.caller.owner !== caller.name) throw notForRole(caller, 'drive this session');
  }

  #lists(visible: Visible, slug: string): boolean {
    return visible.agents().some((agent) => agent.slug === slug);
  }
}

function notForRole({ name, role }: NamedToken, what: string): BtcpError {
  return new BtcpError('denied', `${name}, who is a ${role}, may not ${what}.`, { hint: 'Ask an admin.' });
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
