import { knownServer } from '../client/known-server.js';
import { runningServer } from '../client/running-server.js';
import { askServer, type ServerAddress } from '../client/server-client.js';
import type { FleetStatus } from '../contract/fleet.js';
import { listOf, type Settings, usageError } from '../settings/settings.js';
import { NoServerError } from '../verbs/no-server-error.js';

export async function run(settings: Settings, [verb = 'status', worker, workers]: string[]): Promise<number> {
  if (verb === 'config') {
    const { writeFleetConfig } = await import('./fleet-config.js');
    return writeFleetConfig(settings, worker, listOf(workers));
  }
  const server = await gatewayOf(settings);
  if (verb === 'drain') {
    if (worker === undefined) throw usageError('No worker is named.', 'btcp fleet status lists the workers.');
    await askServer(server, `/fleet/workers/${encodeURIComponent(worker)}/drain`, { method: 'POST', body: {} });
    console.log(settings.json ? JSON.stringify({ success: true }) : `${worker} is draining.`);
    return 0;
  }
  if (verb !== 'status')
    throw usageError(`btcp fleet has no "${verb}".`, 'Use status, drain WORKER, or config FOLDER WORKERS.');
  const fleet = await askServer<FleetStatus>(server, '/fleet', {});
  console.log(settings.json ? JSON.stringify(fleet) : describe(fleet));
  return 0;
}

// A server that is started for the command would be no member of the fleet.
async function gatewayOf(settings: Settings): Promise<ServerAddress> {
  const server = knownServer(settings, await runningServer());
  if (server) return server;
  throw new NoServerError('No gateway of a fleet is known here.', { hint: 'Name one with --url and --token.' });
}

function describe({ workers, queue, used, slots, isConnected }: FleetStatus): string {
  const rows = workers.map(({ id, state, open, slots, version, labels, url }) => {
    const named = Object.entries(labels).map((pair) => pair.join('='));
    return [id, state, `${open}/${slots}`, version, named.join(',') || '-', url];
  });
  const lines = rows.length === 0 ? ['No workers.'] : columns([HEADINGS, ...rows]);
  const trouble = isConnected ? [] : ['NATS does not answer: this may be old.'];
  return [...lines, `${used} of ${slots} slots used, ${queue.length} waiting.`, ...trouble].join('\n');
}

const HEADINGS = ['WORKER', 'STATE', 'OPEN', 'VERSION', 'LABELS', 'URL'];

function columns(rows: string[][]): string[] {
  const widths = HEADINGS.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  return rows.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  );
}
