import { join } from 'node:path';
import { assertReachable } from '@btcp/chrome';
import type { AccessOptions, LiveCounts } from '@btcp/host';
import type { FleetMember } from '../fleet/fleet-member.js';
import { createAgentHost } from '../hosts/create-agent-host.js';
import type { Observing } from '../observing/observing.js';
import type { Quotas } from '../team/quotas.js';
import { Workspace } from '../workspace/workspace.js';
import type { AppServerOptions } from './app-server-options.js';
import type { Browsing } from './browsing.js';
import type { ServerAddress } from './server-address.js';

interface OpenerParts {
  browsing: Browsing;
  address: ServerAddress;
  access: AccessOptions;
  counts: LiveCounts;
  quotas: Quotas;
  tracer: Observing['tracer'];
  member(): FleetMember | undefined;
}

const MODEL_SILENCE_MS = 60_000;

/** Opens the workspace when it is first asked for: a server that only runs tools needs none. */
export class WorkspaceOpener {
  readonly #options: AppServerOptions;
  readonly #parts: OpenerParts;
  #opened: Workspace | undefined;

  constructor(options: AppServerOptions, parts: OpenerParts) {
    this.#options = options;
    this.#parts = parts;
  }

  /** Undefined until somebody has asked for it. */
  readonly opened = (): Workspace | undefined => this.#opened;

  readonly open = (): Workspace => {
    const { dataDirectory, modelSilence = MODEL_SILENCE_MS } = this.#options;
    const { chromeOptions, doors, histories } = this.#parts.browsing;
    this.#opened ??= new Workspace({
      folder: join(dataDirectory, 'workspace'),
      tools: doors.ofAgents,
      permitted: doors.tools,
      reach: (address) => assertReachable(address, chromeOptions.network),
      modelSilence,
      hostFor: this.#hostFor(),
      onRemoved: (agent, session) => histories.removed(agent, session),
    });
    return this.#opened;
  };

  #hostFor(): ConstructorParameters<typeof Workspace>[0]['hostFor'] {
    const { token, hostFlags = [], hostEnvironment = {} } = this.#options;
    const { browsing, address, access, counts, quotas, tracer, member } = this.#parts;
    const { chromeOptions, sessionOptions, histories, doors } = browsing;
    return (agent, folder) =>
      createAgentHost(agent, folder, {
        chrome: chromeOptions,
        conversations: sessionOptions,
        follow: (idOf) => histories.agentFollower(agent, idOf),
        counts,
        tools: doors.tools,
        access,
        flags: hostFlags,
        environment: hostEnvironment,
        url: () => address.publicUrl,
        fleet: member()?.isGateway ? () => ({ url: address.url, token }) : undefined,
        limitedFor: (person, engine) => quotas.engineFor(person, engine),
        closedPort: () => address.port,
        traceparent: () => tracer?.traceparent,
      });
  }
}
