import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { SessionFolder } from './session-folder.js';

/** In the folder of an agent: what its browser may give to pages. */
export const GIVEN_FOLDER = 'given';

export class AgentFolders {
  readonly #path: string;

  constructor(workspaceFolder: string) {
    this.#path = join(workspaceFolder, 'agents');
  }

  of(agent: string): string {
    return join(this.#path, agent);
  }

  session(agent: string, id: string): SessionFolder {
    // Callers elsewhere choose session ids, which may not be valid file names.
    const name = Buffer.from(id).toString('base64url').slice(0, 200);
    return new SessionFolder(join(this.of(agent), 'files', name), join(this.of(agent), GIVEN_FOLDER, name));
  }

  async remove(agent: string): Promise<void> {
    await rm(this.of(agent), { recursive: true, force: true });
  }
}
