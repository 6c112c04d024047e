import type { Setting } from './setting.js';

export const FLEET = {
  database: {
    kind: 'text',
    isSecret: true,
    value: 'URL',
    standard: 'a file in the data folder',
    help: 'keep the workspace in PostgreSQL, which several servers can share: postgres://USER:PASSWORD@HOST/NAME?sslmode=verify-full; set the variable, because everyone on the machine can read flags',
  },
  fleet: {
    kind: 'text',
    isSecret: true,
    value: 'NATS',
    standard: 'no fleet',
    help: 'join the fleet on this NATS, such as nats://10.0.0.1:4222; comma-separated',
  },
  'fleet-key': {
    kind: 'text',
    isSecret: true,
    value: 'KEY',
    help: 'the secret that all servers of the fleet share, at least 32 characters',
  },
  'fleet-key-file': { kind: 'text', value: 'PATH', help: 'a file with that secret, readable only by you' },
  'fleet-labels': {
    kind: 'text',
    value: 'LABELS',
    standard: 'none',
    help: 'labels of this worker, such as region=eu,gpu=yes; sessions can ask for them',
  },
  'fleet-ca': { kind: 'text', value: 'PATH', help: 'the certificate authority of NATS, if it is your own' },
  'fleet-credentials': {
    kind: 'text',
    value: 'PATH',
    help: 'credentials for NATS: a file with the seed of an nkey, or a .creds file',
  },
  'fleet-file-quota': {
    kind: 'text',
    value: 'MB',
    standard: '256',
    help: 'megabytes of files that the fleet stores for one session; forty times as much for all',
  },
  'advertise-url': {
    kind: 'text',
    value: 'URL',
    standard: 'the address of --host and --port',
    help: 'where the gateways of the fleet reach this worker',
  },
  role: {
    kind: 'text',
    value: 'ROLE',
    standard: 'share: view, show: control, token: member, serve: both',
    help: 'what a link allows: view or control; what a token allows: admin, member or viewer; what a server does in a fleet: worker, gateway or both',
  },
} as const satisfies Record<string, Setting>;
