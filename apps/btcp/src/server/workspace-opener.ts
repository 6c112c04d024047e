import { join } from 'node:path';
import { assertReachable } from '@btcp/chrome';
import type { AccessOptions, LiveCounts } from '@btcp/host';
import { BtcpError } from '@btcp/protocol';
import { DemoShop } from '../demo/shop.js';
import type { FleetMember } from '../fleet/fleet-member.js';
import { createAgentHost } from '../hosts/create-agent-host.js';
import type { Log } from '../observing/logging/log.js';
import type { Observing } from '../observing/observing.js';
import type { Quotas } from '../team/quotas.js';
import { Workspace, type WorkspaceOptions } from '../workspace/workspace.js';
import type { AppServerOptions } from './app-server-options.js';
import type { Browsing } from './browsing.js';
import { linksOf } from './live-invitations.js';
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
const OPEN_AGAIN_MS = 2_000;

/** Opens the workspace when it is first asked for: a server that only runs tools needs none. */
export class WorkspaceOpener {
  readonly #options: AppServerOptions;
  readonly #parts: OpenerParts;
  readonly #shop: DemoShop;
  #opened: Workspace | undefined;
  #opening: Promise<Workspace> | undefined;
  #isClosed = false;

  constructor(options: AppServerOptions, parts: OpenerParts) {
    this.#options = options;
    this.#parts = parts;
    this.#shop = new DemoShop((port) => parts.address.closedPorts.push(port));
  }

  /** Undefined until somebody has asked for it. */
  readonly opened = (): Workspace | undefined => this.#opened;

  /** A database that is away is tried again by the next request. */
  readonly open = (): Promise<Workspace> => {
    this.#opening ??= this.#open().catch((thrown) => {
      this.#opening = undefined;
      throw thrown;
    });
    return this.#opening;
  };

  /** Opens a shared database without a request: others may wait for what this server stops. */
  async openShared(log: Log): Promise<void> {
    if (this.#options.database === undefined) return;
    let problem = '';
    while (!this.#opened && !this.#isClosed) {
      await this.open().catch(async (thrown) => {
        const { message } = BtcpError.from(thrown);
        if (message !== problem) log.write('error', 'workspace not opened', { problem: message });
        problem = message;
        await new Promise((resolve) => setTimeout(resolve, OPEN_AGAIN_MS).unref());
      });
    }
  }

  whyNotReady(): string | undefined {
    if (this.#options.database === undefined) return undefined;
    return this.#opened ? this.#opened.store.database.whyNotReady() : 'The database of the workspace does not answer.';
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    const opened = await this.#opening?.catch(() => undefined);
    await opened?.close();
  }

  async #open(): Promise<Workspace> {
    const { dataDirectory, database, fleet, chrome } = this.#options;
    const { modelSilence = MODEL_SILENCE_MS, demoPace = DEMO_PACE_MS } = this.#options;
    // Its browser runs in this server, and is limited to the shop.
    const hasDemo = chrome.connect === undefined && !fleet;
    const { chromeOptions, doors, histories } = this.#parts.browsing;
    this.#opened = await Workspace.open({
      folder: join(dataDirectory, 'workspace'),
      database,
      sealingKey: fleet?.sealingKey,
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
  }

  #hostFor(): WorkspaceOptions['hostFor'] {
    const { token, fleet, hostFlags = [], hostEnvironment = {} } = this.#options;
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
        keep: (session, look) => histories.distant(agent, session, look),
        follow: (idOf) => histories.agentFollower(agent, idOf),
        counts,
        tools: doors.tools,
        access,
        flags: hostFlags,
        environment: hostEnvironment,
        url: () => address.publicUrl,
        fleet: member()?.isGateway ? () => ({ url: address.url, token }) : undefined,
        linksOf: fleet && ((slug) => linksOf(fleet.shared, `agent ${slug}`)),
        limitedFor: (person, engine, hosts) => quotas.engineFor(person, engine, hosts),
        shop: this.#shop,
        closedPort: () => address.port,
        traceparent: () => tracer?.traceparent,
      });
  }
}
