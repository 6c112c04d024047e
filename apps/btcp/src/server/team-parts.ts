import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type CodeRecord, LinkCodes } from '@btcp/access';
import type { AccessOptions, LiveLinks } from '@btcp/host';
import type { Hono } from 'hono';
import type { SessionHistories } from '../history/session-histories.js';
import type { Identity } from '../identity/identity.js';
import type { SignIn } from '../identity/sign-ins.js';
import { AUDIT_FILE, AuditLog } from '../observing/audit/audit-log.js';
import type { Log } from '../observing/logging/log.js';
import type { OutsideSessions } from '../outside/outside-sessions.js';
import { type Login, Logins } from '../system/logins.js';
import { TOKENS_FILE } from '../system/named-tokens.js';
import { USAGE_FILE, Usage } from '../system/usage.js';
import { Audited } from '../team/audited.js';
import { callersByToken } from '../team/callers.js';
import { callersByLogin } from '../team/callers-by-login.js';
import { Quotas } from '../team/quotas.js';
import { SharedTokens } from '../team/shared-tokens.js';
import { TeamDoor } from '../team/team-door.js';
import type { Workspace } from '../workspace/workspace.js';
import { WorkspaceRights } from '../workspace/workspace-rights.js';
import type { AppServerOptions } from './app-server-options.js';
import { ownTokens } from './own-tokens.js';
import type { ServerAddress } from './server-address.js';

interface EntranceParts {
  app: Hono;
  access: AccessOptions;
  address: ServerAddress;
  links: LiveLinks;
  workspace(): Promise<Workspace>;
  outside: OutsideSessions;
  histories: SessionHistories;
  log: Log;
}

export class TeamParts {
  readonly tokensFile: string;
  readonly auditFile: string;
  readonly audited: Audited;
  readonly logins: Logins;
  readonly usage: Usage;
  readonly quotas: Quotas;
  readonly sharedTokens: SharedTokens | undefined;
  readonly #options: AppServerOptions;

  constructor(options: AppServerOptions) {
    this.#options = options;
    this.tokensFile = join(options.stateDirectory, TOKENS_FILE);
    this.auditFile = join(options.stateDirectory, AUDIT_FILE);
    const shared = options.fleet?.shared;
    this.logins = new Logins({
      records: shared?.records<Login>('login'),
      codes: new LinkCodes(shared?.records<CodeRecord>('sign-in-code')),
    });
    const isTeam = () => options.identity !== undefined || existsSync(this.tokensFile);
    this.audited = new Audited(new AuditLog(this.auditFile), isTeam);
    this.usage = new Usage(join(options.stateDirectory, USAGE_FILE));
    this.sharedTokens = shared && new SharedTokens(this.tokensFile, shared.tokens);
    this.quotas = new Quotas(options.quotas ?? {}, this.usage);
  }

  async entrance(parts: EntranceParts): Promise<{ identity: Identity | undefined; team: TeamDoor | undefined }> {
    await this.sharedTokens?.start();
    const identity = await this.#identity(parts);
    return { identity, team: this.#door(parts, identity) };
  }

  close(): void {
    this.sharedTokens?.stop();
    this.quotas.close();
    this.usage.close();
  }

  // Loaded where it is configured: most servers have one person.
  async #identity({ access, address, links, log }: EntranceParts): Promise<Identity | undefined> {
    const { tokensFile, audited, logins } = this;
    const { identity, token, metricsToken } = this.#options;
    if (!identity) return undefined;
    const { createIdentity } = await import('../identity/identity.js');
    const fleet = this.#options.fleet?.shared;
    const shared = fleet && {
      people: fleet.records<SignIn>('person'),
      attempts: new LinkCodes(fleet.records<CodeRecord>('attempt')),
    };
    const isOwn = ownTokens({ token, metricsToken, logins, links });
    const people = { tokensFile, isOwn, log, audited, shared };
    return createIdentity(identity, { ...people, served: access, address: () => address.publicUrl });
  }

  // None where no token is asked for.
  #door(parts: EntranceParts, identity: Identity | undefined): TeamDoor | undefined {
    const { app, log, workspace, outside, histories } = parts;
    const { tokensFile, logins, usage, audited } = this;
    const { token, fleet } = this.#options;
    if (token === null) return undefined;
    const callers = [
      callersByToken(tokensFile, fleet?.shared?.tokens),
      callersByLogin(logins, tokensFile),
      ...(identity?.callers ?? []),
    ];
    const rights = new WorkspaceRights(workspace, outside.list, (id) => histories.past(id));
    const owns = (person: string, session: string) =>
      (outside.list.find(session)?.owner ?? histories.past(session)?.caller.owner) === person;
    const isMcpSessionOf = fleet && ((session: string, person: string) => fleet.isMcpSessionOf(session, person));
    return new TeamDoor({ callers, token, app, log, rights, owns, isMcpSessionOf, usage, audited });
  }
}
