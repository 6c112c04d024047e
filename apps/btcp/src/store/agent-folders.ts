import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { SessionFolder } from './session-folder.js';

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
    return new SessionFolder(join(this.of(agent), 'files', Buffer.from(id).toString('base64url').slice(0, 200)));
  }

  async remove(agent: string): Promise<void> {
    await rm(this.of(agent), { recursive: true, force: true });
  }
}
