import { isAbsolute } from 'node:path';
import { BtcpError } from '@btcp/protocol';
import { profileFoldersOf, RELEASES } from './releases.js';

/** Where a running browser is: an address to ask, or the folders of a profile that holds its port. */
export interface BrowserAddress {
  /** For messages: without path, query and credentials, since any of them may be a key. */
  name: string;
  url?: URL;
  folders?: readonly string[];
}

const MAX_PORT = 65_535;

/** Reads what `--connect` takes: a port, an address, the name of a release, or the folder of a profile. */
export function readBrowserAddress(text: string): BrowserAddress {
  const given = text.trim();
  if (/^\d+$/.test(given)) return atPort(given);
  const folders = profileFoldersOf(given);
  if (folders) return { name: given, folders };
  if (isAbsolute(given)) return { name: given, folders: [given] };
  const address = /^[^/:@]+:\d+$/.test(given) ? `http://${given}` : given;
  if (!URL.canParse(address) || !/^(https?|wss?):/i.test(address)) throw unknown();
  const url = new URL(address);
  return { name: `${url.protocol}//${url.host}`, url };
}

function atPort(digits: string): BrowserAddress {
  const port = Number(digits);
  if (port < 1 || port > MAX_PORT) throw unknown();
  return { name: `http://127.0.0.1:${port}`, url: new URL(`http://127.0.0.1:${port}`) };
}

// Does not quote what was given, which may hold a key.
function unknown(): BtcpError {
  return new BtcpError('invalid_input', 'The browser to connect to is not an address.', {
    hint: `Give a port (9222), http://127.0.0.1:9222, wss://…, the folder of a profile, or one of: ${RELEASES.join(', ')}.`,
  });
}
