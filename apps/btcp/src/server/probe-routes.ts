import type { ChromeEngine } from '@btcp/chrome';
import { type AccessOptions, accessGuard } from '@btcp/host';
import { within } from '@btcp/protocol';
import type { Conversations } from '@btcp/tools';
import { Hono } from 'hono';
import type { FleetMember } from '../fleet/fleet-member.js';
import type { ServerMetrics } from '../observing/metrics/server-metrics.js';

interface Probed {
  conversations: Conversations;
  chrome: Pick<ChromeEngine, 'ready'>;
  metrics: ServerMetrics;
  access: AccessOptions;
  metricsToken: string | undefined;
  member?: FleetMember | undefined;
  // Says why nothing can be stored, where others share the database.
  workspace?: { whyNotReady(): string | undefined };
}

const PROMETHEUS_TEXT = 'text/plain; version=0.0.4; charset=utf-8';
const MAX_PROBE_MS = 1_000;

export function probeRoutes({ conversations, chrome, metrics, access, metricsToken, member, workspace }: Probed): Hono {
  const routes = new Hono();

  routes.get('/ready', accessGuard(access), async (context) => {
    // A gateway sends sessions to others, so its own browsers do not count.
    const own = member?.isGateway ? member.whyNotReady() : await whyNotReady(conversations, chrome);
    const reason = own ?? workspace?.whyNotReady();
    return reason === undefined
      ? context.json({ status: 'ready' })
      : context.json({ status: 'not_ready', reason }, 503, { 'retry-after': '5' });
  });

  routes.get('/metrics', accessGuard(access, metricsToken), (context) =>
    context.body(metrics.text(), 200, { 'content-type': PROMETHEUS_TEXT }),
  );

  return routes;
}

// Anyone may read it, so the reason names nothing of this machine.
async function whyNotReady(conversations: Conversations, chrome: Probed['chrome']): Promise<string | undefined> {
  if (conversations.isClosed) return 'The server is shutting down.';
  if (conversations.openCount >= conversations.maxSessions) {
    return `All ${conversations.maxSessions} browsers are in use (--max-sessions).`;
  }
  const found = chrome.ready().then(
    () => undefined,
    () => 'No browser can be started; btcp doctor shows why.',
  );
  return within(found, MAX_PROBE_MS, () => 'A browser is being downloaded.');
}
