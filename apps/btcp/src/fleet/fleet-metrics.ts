import type { FleetGateway } from '@btcp/fleet';
import type { ServerMetrics } from '../observing/metrics/server-metrics.js';

/** The figures that an autoscaler needs; every gateway has the same. */
export function fleetMetrics(metrics: ServerMetrics, gateway: FleetGateway): void {
  metrics.gauge('btcp_fleet_workers', 'Workers with a lease.', () => gateway.status.workers.length);
  metrics.gauge('btcp_fleet_slots', 'Sessions that the workers can take together.', () => gateway.status.slots);
  metrics.gauge('btcp_fleet_slots_used', 'Sessions that a worker has.', () => gateway.status.used);
  metrics.gauge(
    'btcp_fleet_slots_wanted',
    'Sessions that a worker has, or that wait for one.',
    () => gateway.status.wanted,
  );
  metrics.gauge('btcp_fleet_queue_length', 'Sessions that wait for a worker.', () => gateway.status.queue.length);
}
