export type { FleetLabels, SessionRecord, WorkerRecord } from './buckets/records.js';
export { type FleetKeys, fleetKeys } from './hop/fleet-key.js';
export { type Hop, readHop, signHop } from './hop/hop-token.js';
export { FleetBusy, FleetGateway, type FleetStatus } from './member/gateway.js';
export { FleetWorker, type FleetWorkerOptions } from './member/worker.js';
export { Bus, type BusOptions } from './nats/bus.js';
export type { OwnedSession, Refusal } from './placement/owned-sessions.js';
export type { Placed, Wanted } from './placement/placement.js';
export { StateStore } from './states/state-store.js';
