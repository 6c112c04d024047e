import { nkeys } from '@nats-io/transport-node';

/** A user of NATS: anyone who has the seed is this user. */
export interface NatsUser {
  name: string;
  publicKey: string;
  seed: string;
}

const KV = ['workers', 'sessions', 'queue', 'gateways', 'pages', 'files'].map((name) => `KV_btcp-${name}`);
const STORES = ['OBJ_btcp-states', 'OBJ_btcp-files'];
// What a worker follows or looks through.
const READ = ['KV_btcp-gateways', 'KV_btcp-pages', 'KV_btcp-files', ...STORES];

/** Makes a user with an nkey. */
export function makeUser(name: string): NatsUser {
  const pair = nkeys.createUser();
  return { name, publicKey: pair.getPublicKey(), seed: new TextDecoder().decode(pair.getSeed()) };
}

/** The configuration of a nats-server for one fleet: TLS, and to each role only what it needs. */
export function natsConfig(gateway: NatsUser, workers: readonly NatsUser[]): string {
  const users = [
    user(gateway, {
      publish: ['$JS.API.>', '$JS.ACK.>', '$JS.FC.>', '$KV.>', '$O.>', 'btcp.>', '_INBOX.>'],
      subscribe: ['_INBOX.gateway.>', 'btcp.>'],
    }),
    ...workers.map((worker) => user(worker, workerPermissions(worker.name))),
  ];
  return `# One fleet of BTCP. Made by: btcp fleet config
host: 0.0.0.0
port: 4222
jetstream { store_dir: "jetstream" }
tls {
  cert_file: "server.pem"
  key_file: "server-key.pem"
}
accounts {
  BTCP {
    jetstream: enabled
    users: [
${users.join('\n')}
    ]
  }
}
`;
}

// Its own lease, and what is stored of sessions, which is encrypted. No session is placed by a worker.
function workerPermissions(name: string): Permissions {
  return {
    publish: [
      `$KV.btcp-workers.${name}.>`,
      `btcp.sessions.${name}`,
      'btcp.pages.>',
      '$KV.btcp-files.>',
      '$O.btcp-states.>',
      '$O.btcp-files.>',
      '$JS.API.INFO',
      ...[...KV, ...STORES].map((stream) => `$JS.API.STREAM.INFO.${stream}`),
      ...['KV_btcp-workers', 'KV_btcp-sessions', ...READ].map((stream) => `$JS.API.STREAM.MSG.GET.${stream}`),
      ...STORES.flatMap((stream) => [`$JS.API.DIRECT.GET.${stream}.>`, `$JS.API.STREAM.PURGE.${stream}`]),
      ...READ.flatMap((stream) => [
        `$JS.API.CONSUMER.CREATE.${stream}`,
        `$JS.API.CONSUMER.CREATE.${stream}.>`,
        `$JS.API.CONSUMER.INFO.${stream}.*`,
        `$JS.API.CONSUMER.DELETE.${stream}.*`,
        `$JS.API.CONSUMER.MSG.NEXT.${stream}.*`,
        `$JS.ACK.${stream}.>`,
        `$JS.FC.${stream}.>`,
      ]),
    ],
    subscribe: [`_INBOX.${name}.>`, `btcp.pages.${name}.>`],
  };
}

interface Permissions {
  publish: string[];
  subscribe: string[];
}

function user({ name, publicKey }: NatsUser, { publish, subscribe }: Permissions): string {
  const list = (subjects: string[]) => `[${subjects.map((subject) => `"${subject}"`).join(', ')}]`;
  return `      # ${name}
      { nkey: ${publicKey}, permissions: { publish: ${list(publish)}, subscribe: ${list(subscribe)} } }`;
}
