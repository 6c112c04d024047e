import type { FleetGateway } from '@btcp/fleet';
import { BtcpError } from '@btcp/protocol';
import { Hono } from 'hono';
import type { GatewayDoor } from './gateway-door.js';
import { DRAIN_PATH } from './worker-door.js';

export function fleetRoutes(gateway: FleetGateway, door: GatewayDoor): Hono {
  const routes = new Hono();

  routes.get('/fleet', (context) => context.json({ success: true, ...gateway.status }));

  routes.post('/fleet/workers/:id/drain', async (context) => {
    const id = context.req.param('id');
    const { workers } = gateway.status;
    const worker = workers.find((each) => each.id === id);
    if (!worker) {
      throw new BtcpError('not_found', `The fleet has no worker "${id}".`, {
        hint: workers.length > 0 ? `It has ${workers.map((each) => each.id).join(', ')}.` : 'It has none.',
      });
    }
    await door.drain(worker, DRAIN_PATH);
    return context.json({ success: true });
  });

  // Every session of the fleet, and not only those of this server.
  routes.get('/browser/status', (context, next) => {
    if (context.req.query('sessionId') !== undefined) return next();
    const sessions = gateway.status.sessions.filter(({ worker }) => worker !== '').map(({ session }) => session);
    const sessionId = sessions.length === 1 ? sessions[0] : null;
    const active = sessions.length > 0;
    return Promise.resolve(context.json({ active, sessionId, ownership: 'per-session', sessions, control: null }));
  });

  return routes;
}
