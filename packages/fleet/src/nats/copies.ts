import { JetStreamApiError, type JetStreamClient } from '@nats-io/jetstream';

// Survives the loss of one server.
const COPIES_IN_CLUSTER = 3;
const TOO_FEW_SERVERS = 10_005;

export interface BucketPlace {
  client: JetStreamClient;
  isCluster: boolean;
}

/** Opens a bucket with as many copies as the cluster can hold: three, or one while there are fewer than three servers. */
export async function createWithCopies<Opened>(
  { client, isCluster }: BucketPlace,
  stream: string,
  create: (copies: number) => Promise<Opened>,
): Promise<Opened> {
  if (!isCluster) return create(1);
  const opened = await create(COPIES_IN_CLUSTER).catch((cause) => {
    if (isTooFew(cause)) return create(1);
    throw cause;
  });
  await addCopies(client, stream);
  return opened;
}

// A bucket of one server, or of a cluster that was smaller, gets the copies that it lacks; by a server that may add them.
async function addCopies(client: JetStreamClient, stream: string): Promise<void> {
  const { streams } = await client.jetstreamManager();
  const { config } = await streams.info(stream);
  if (config.num_replicas >= COPIES_IN_CLUSTER) return;
  await streams.update(stream, { num_replicas: COPIES_IN_CLUSTER }).catch(() => {});
}

function isTooFew(thrown: unknown): boolean {
  return thrown instanceof JetStreamApiError && thrown.code === TOO_FEW_SERVERS;
}
