import type { FleetGateway } from '@btcp/fleet';
import type { ServerMetrics } from '../observing/metrics/server-metrics.js';
import type { WorkerSessions } from './worker-sessions.js';

export function gatewayMetrics(metrics: ServerMetrics, gateway: FleetGateway): void {
  const gauge = (name: string, help: string, value: () => number) => metrics.add('gauge', name, help, value);
  gauge('btcp_fleet_workers', 'Workers with a lease.', () => gateway.status.workers.length);
  gauge('btcp_fleet_slots', 'Sessions that the workers can take together.', () => gateway.status.slots);
  gauge('btcp_fleet_slots_used', 'Sessions that a worker has.', () => gateway.status.used);
  gauge('btcp_fleet_slots_wanted', 'Sessions that a worker has, or that wait for one.', () => gateway.status.wanted);
  gauge('btcp_fleet_queue_length', 'Sessions that wait for a worker.', () => gateway.status.queue.length);
}

export function workerMetrics(metrics: ServerMetrics, sessions: WorkerSessions): void {
  metrics.add('gauge', 'btcp_fleet_sessions', 'Sessions that this worker has.', () => sessions.count);
  metrics.add(
    'counter',
    'btcp_fleet_checkpoints_total',
    'States saved by this worker, with those that had not changed.',
    () => sessions.checkpointCount,
  );
  metrics.add(
    'counter',
    'btcp_fleet_checkpoint_failures_total',
    'States that this worker could not save.',
    () => sessions.failedCheckpointCount,
  );
}
