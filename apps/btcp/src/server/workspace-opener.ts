import { join } from 'node:path';
import { assertReachable } from '@btcp/chrome';
import type { AccessOptions, LiveCounts } from '@btcp/host';
import { DemoShop } from '../demo/shop.js';
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
const DEMO_PACE_MS = 700;

/** Opens the workspace when it is first asked for: a server that only runs tools needs none. */
export class WorkspaceOpener {
  readonly #options: AppServerOptions;
  readonly #parts: OpenerParts;
  readonly #shop: DemoShop;
  #opened: Workspace | undefined;

  constructor(options: AppServerOptions, parts: OpenerParts) {
    this.#options = options;
    this.#parts = parts;
    this.#shop = new DemoShop((port) => parts.address.closedPorts.push(port));
  }

  /** Undefined until somebody has asked for it. */
  readonly opened = (): Workspace | undefined => this.#opened;

  readonly open = (): Workspace => {
    const { dataDirectory, modelSilence = MODEL_SILENCE_MS, demoPace = DEMO_PACE_MS, chrome, fleet } = this.#options;
    // Its browser runs in this server, and is limited to the shop.
    const hasDemo = chrome.connect === undefined && !fleet;
    const { chromeOptions, doors, histories } = this.#parts.browsing;
    this.#opened ??= new Workspace({
      folder: join(dataDirectory, 'workspace'),
      tools: doors.ofAgents,
      offered: doors.forAgents,
      permitted: doors.tools,
      reach: (address) => assertReachable(address, chromeOptions.network),
      modelSilence,
      demo: hasDemo ? { shop: this.#shop, pace: demoPace } : undefined,
      hostFor: this.#hostFor(),
      onRemoved: (agent, session) => histories.removed(agent, session),
    });
    return this.#opened;
  };

  #hostFor(): ConstructorParameters<typeof Workspace>[0]['hostFor'] {
    const { token, hostFlags = [], hostEnvironment = {} } = this.#options;
    const { browsing, address, access, counts, quotas, tracer, member } = this.#parts;
    const { chromeOptions, sessionOptions, outside, histories, doors } = browsing;
    return (agent, folder, pending) =>
      createAgentHost(agent, folder, {
        pending,
        chrome: chromeOptions,
        conversations: sessionOptions,
        list: {
          add: (distant) => outside.list.addDistant({ ...distant, agent }),
          remove: (distant) => outside.list.removeDistant(distant),
        },
        follow: (idOf) => histories.agentFollower(agent, idOf),
        counts,
        tools: doors.tools,
        access,
        flags: hostFlags,
        environment: hostEnvironment,
        url: () => address.publicUrl,
        fleet: member()?.isGateway ? () => ({ url: address.url, token }) : undefined,
        limitedFor: (person, engine, hosts) => quotas.engineFor(person, engine, hosts),
        shop: this.#shop,
        closedPort: () => address.port,
        traceparent: () => tracer?.traceparent,
      });
  }
}
