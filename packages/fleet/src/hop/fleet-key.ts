import { hkdfSync } from 'node:crypto';
import { BtcpError } from '@btcp/protocol';

const MIN_KEY_LENGTH = 32;
const KEY_BYTES = 32;

/** The keys that are derived from the key of the fleet, one for each use. */
export interface FleetKeys {
  /** Signs requests from gateways to workers. */
  hop: Buffer;
  /** Encrypts saved states. */
  state: Buffer;
  /** Encrypts files of sessions. */
  file: Buffer;
  /** Signs links to the live view. */
  link: Buffer;
  /** Encrypts what servers say to each other about connected pages. */
  pages: Buffer;
  /** Names sessions of MCP so that every gateway knows whose they are. */
  mcpSession: Buffer;
  /** Lets a connected page keep its session at another gateway. */
  pageSession: Buffer;
}

/** Derives the keys of a fleet; every member has the same. */
export function fleetKeys(secret: string): FleetKeys {
  if (secret.length < MIN_KEY_LENGTH)
    throw new BtcpError('invalid_input', `The fleet key has ${secret.length} characters.`, {
      hint: `Use at least ${MIN_KEY_LENGTH}: node -p "crypto.randomBytes(32).toString('base64url')" makes one.`,
    });
  const derive = (use: string) => Buffer.from(hkdfSync('sha256', secret, 'btcp-fleet', use, KEY_BYTES));
  return {
    hop: derive('hop'),
    state: derive('state'),
    file: derive('file'),
    link: derive('link'),
    pages: derive('pages'),
    mcpSession: derive('mcp-session'),
    pageSession: derive('page-session'),
  };
}
