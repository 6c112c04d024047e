export interface FleetStatus {
  workers: {
    id: string;
    url: string;
    state: string;
    open: number;
    slots: number;
    version: string;
    labels: Record<string, string>;
  }[];
  gateways: { id: string; version: string }[];
  sessions: { session: string; worker: string }[];
  queue: { session: string; since: number }[];
  slots: number;
  used: number;
  isConnected: boolean;
}
