import type { Followed, PageAnswer, PageCommand, PageLink } from './page-link.js';
import { PageSession } from './page-session.js';
import { readResponse } from './read-response.js';

/** A `BrowserAgent` of `btcp-browser-agent`, or anything that takes its commands. */
export interface BrowserAgentLike {
  execute(command: PageCommand): Promise<unknown>;
}

/** The page that an agent of this very program drives: its own, or a frame of it. Closing it leaves the agent as it is. */
export function ownPageSession(agent: BrowserAgentLike): PageSession {
  return new PageSession(new OwnPage(agent));
}

class OwnPage implements PageLink {
  readonly alive = true;
  readonly #agent: BrowserAgentLike;

  constructor(agent: BrowserAgentLike) {
    this.#agent = agent;
  }

  async where(): Promise<{ url: string; title: string }> {
    const { url } = await this.command({ action: 'getUrl' });
    const { title } = await this.command({ action: 'getTitle' });
    return { url: String(url), title: String(title) };
  }

  async command(command: PageCommand): Promise<PageAnswer> {
    return readResponse(await this.#agent.execute(command));
  }

  /** The agent itself waits for the page that an action leads its frame to; here it only remains to notice. */
  follow(): (command: PageCommand) => Promise<Followed> {
    return async (command) => {
      const { url } = await this.command({ action: 'getUrl' });
      const answer = await this.command(command);
      return { answer, hasLeft: answer.leaving === true || url !== (await this.command({ action: 'getUrl' })).url };
    };
  }
}
