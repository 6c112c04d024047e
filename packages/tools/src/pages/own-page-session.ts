import type { PageCommand, PageCommands } from '@btcp/protocol';
import type { CheckedReply, FollowedReply, PageLink } from './page-link.js';
import { PageSession } from './page-session.js';
import { readReply } from './read-reply.js';

/** Returns a session for the page that a BrowserAgent of this program drives; closing it leaves the page open. */
export function ownPageSession(agent: PageCommands): PageSession {
  return new PageSession(new OwnPage(agent));
}

class OwnPage implements PageLink {
  readonly alive = true;
  readonly #agent: PageCommands;

  constructor(agent: PageCommands) {
    this.#agent = agent;
  }

  async command(command: PageCommand): Promise<CheckedReply> {
    return readReply(await this.#agent.execute(command));
  }

  // The BrowserAgent itself waits for the page that an action leads to.
  async follow(command: PageCommand): Promise<FollowedReply> {
    const before = await this.#url();
    const reply = await this.command(command);
    return { ...reply, hasLeft: reply.isLeaving || before !== (reply.page?.url ?? (await this.#url())) };
  }

  async #url(): Promise<unknown> {
    return (await this.command({ action: 'getUrl' })).data.url;
  }
}
