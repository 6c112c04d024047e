import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Bus } from '@btcp/fleet';
import { expect, vi } from 'vitest';
import { findProgram } from '../../../../scripts/proxies.mjs';
import { freePort } from '../deploy/proxies.ts';

const MAX_LOG = 100_000;
const PATIENT = { timeout: 60_000, interval: 100 };

interface NatsOptions {
  /** In bytes; all that the disk has when left out. */
  maxStore?: number;
  /** Its name in a cluster, its port there, the ports of all, and the one of its monitoring. */
  cluster?: { name: string; port: number; ports: number[]; monitor: number };
}

/** A real `nats-server`, which can be stopped and started again with its data. */
export class Nats {
  readonly #folder = mkdtempSync(join(tmpdir(), 'btcp-nats-'));
  readonly #options: NatsOptions;
  #process: ChildProcess | undefined;
  port = 0;

  constructor(options: NatsOptions = {}) {
    this.#options = { ...options };
  }

  get url(): string {
    return `nats://127.0.0.1:${this.port}`;
  }

  /** In bytes; used by the next start. */
  set maxStore(bytes: number | undefined) {
    if (bytes === undefined) delete this.#options.maxStore;
    else this.#options.maxStore = bytes;
  }

  async start(): Promise<void> {
    this.port ||= await freePort();
    const config = join(this.#folder, 'nats.conf');
    writeFileSync(config, configOf(this.port, this.#folder, this.#options));
    const program = findProgram('nats-server') ?? 'nats-server';
    const child = spawn(program, ['-c', config], { stdio: ['ignore', 'ignore', 'pipe'] });
    this.#process = child;
    // Read to its end: a server whose log nobody reads is ended by its next line.
    let log = '';
    await new Promise<void>((resolve, reject) => {
      child.stderr.setEncoding('utf8').on('data', (text: string) => {
        if (log.length < MAX_LOG) log += text;
        if (log.includes('Server is ready')) resolve();
      });
      child.once('exit', () => reject(new Error(`nats-server did not start: ${log}`)));
    });
  }

  /** A connection to the buckets of the fleet. */
  connect(): Promise<Bus> {
    return Bus.connect({ servers: this.url, name: 'test' });
  }

  async stop(): Promise<void> {
    const child = this.#process;
    if (!child) return;
    this.#process = undefined;
    child.kill('SIGKILL');
    await once(child, 'exit');
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.stop();
    rmSync(this.#folder, { recursive: true, force: true });
  }
}

function configOf(port: number, folder: string, { maxStore, cluster }: NatsOptions): string {
  const lines = [
    `listen: 127.0.0.1:${port}`,
    `jetstream { store_dir: "${folder}"${maxStore === undefined ? '' : `, max_file: ${maxStore}`} }`,
  ];
  if (cluster) {
    const routes = cluster.ports.map((each) => `nats://127.0.0.1:${each}`).join(', ');
    lines.push(`server_name: ${cluster.name}`, `http: 127.0.0.1:${cluster.monitor}`);
    lines.push(`cluster { name: test, listen: 127.0.0.1:${cluster.port}, routes: [${routes}] }`);
  }
  return lines.join('\n');
}

interface ClusterState {
  leader?: string;
  replicas?: { current: boolean }[];
}

interface JetStreamState {
  meta_cluster?: ClusterState;
  account_details?: { stream_detail: { name: string; cluster?: ClusterState }[] }[];
}

function bucketIn({ account_details: [account] = [] }: JetStreamState, bucket: string): ClusterState | undefined {
  return account?.stream_detail.find(({ name }) => name === `KV_${bucket}`)?.cluster;
}

async function freePorts(): Promise<number[]> {
  const ports = [await freePort(), await freePort(), await freePort()];
  return new Set(ports).size === ports.length ? ports : freePorts();
}

/** Three servers of NATS that elect a leader. */
export class NatsCluster {
  readonly #nodes: Nats[] = [];

  #monitors: number[] = [];

  async start(): Promise<void> {
    const ports = await freePorts();
    this.#monitors = await freePorts();
    for (const [index, port] of ports.entries()) {
      const monitor = this.#monitors[index] ?? 0;
      this.#nodes.push(new Nats({ cluster: { name: `node-${index}`, port, ports, monitor } }));
    }
    await Promise.all(this.#nodes.map((node) => node.start()));
    // Until a leader is elected, no bucket can be made.
    await vi.waitFor(() => expect(this.#state((state) => state.meta_cluster)).resolves.toBeDefined(), PATIENT);
  }

  /** The server that decides what is written into a bucket. */
  async leaderOf(bucket: string): Promise<Nats> {
    const name = (await this.#state((state) => bucketIn(state, bucket)))?.leader;
    const node = this.#nodes[Number(name?.split('-')[1])];
    if (!node) throw new Error(`The bucket ${bucket} has no leader.`);
    return node;
  }

  /** How many servers have all of a bucket. */
  async copiesOf(bucket: string): Promise<number> {
    const state = await this.#state((each) => bucketIn(each, bucket));
    return 1 + (state?.replicas ?? []).filter(({ current }) => current).length;
  }

  // As the leader itself reports it: the others know less of each other.
  async #state(clusterIn: (state: JetStreamState) => ClusterState | undefined): Promise<ClusterState | undefined> {
    for (const [index, monitor] of this.#monitors.entries()) {
      const response = await fetch(`http://127.0.0.1:${monitor}/jsz?streams=1`).catch(() => undefined);
      const state = response && clusterIn((await response.json()) as JetStreamState);
      if (state?.leader === `node-${index}`) return state;
    }
    return undefined;
  }

  get url(): string {
    return this.#nodes.map(({ url }) => url).join(',');
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all(this.#nodes.map((node) => node[Symbol.asyncDispose]()));
  }
}
