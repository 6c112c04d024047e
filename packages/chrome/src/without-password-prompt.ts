import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Of the ways to sign in that a server may demand, the one for which Chrome asks nobody. */
const SILENT_SCHEMES = 'negotiate';

/**
 * Has a page that wants a name and a password say so itself. Chrome would ask in a window of its own, which nobody sees
 * when it is headless, and holds back every click and key until it has an answer. There is no flag for this.
 */
export function withoutPasswordPrompt(profile: string): void {
  const file = join(profile, 'Local State');
  const state = readState(file);
  writeFileSync(file, JSON.stringify({ ...state, auth: { ...state.auth, schemes: SILENT_SCHEMES } }));
}

/** Gives the prompt back to a profile that people may use with a Chrome of their own. */
export function withPasswordPrompt(profile: string): void {
  const file = join(profile, 'Local State');
  const { auth: { schemes: _ours, ...auth } = {}, ...state } = readState(file);
  writeFileSync(file, JSON.stringify({ ...state, auth }));
}

interface LocalState {
  auth?: Record<string, unknown>;
}

function readState(file: string): LocalState {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as LocalState;
  } catch {
    // A new profile has none, and Chrome itself begins anew when it cannot read it.
    return {};
  }
}
