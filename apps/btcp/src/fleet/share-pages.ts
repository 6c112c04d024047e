import type { ConnectedPage } from '@btcp/broker';
import { type SharedPage, SharedPages, type SharedPagesOptions } from '@btcp/fleet';
import type { ServerParts } from './fleet-member.js';

/** Lets a page be called at every server of the fleet, whichever it is connected to. Returns how to stop. */
export async function sharePages(
  { broker, log }: Pick<ServerParts, 'broker' | 'log'>,
  joined: Pick<SharedPagesOptions, 'bus' | 'id' | 'key'>,
): Promise<() => Promise<void>> {
  const shared = await SharedPages.join({
    ...joined,
    request: (sessionId, method, params, options) => broker.own.request(sessionId, method, params, options),
    onPage: (page) => broker.showElsewhere(page),
    onGone: (sessionId) => broker.endElsewhere(sessionId),
    onTooLarge: (page) => log.write('warn', 'page not shown at other gateways: its tools are too large', { page }),
  });
  const report = (page: ConnectedPage) => {
    if (page.hasEnded) shared.ended(page.sessionId);
    else if (broker.own.has(page.sessionId)) shared.changed(describe(page));
  };
  const stop = broker.onChange(report);
  for (const page of broker.pages()) report(page);
  return async () => {
    stop();
    await shared.leave();
  };
}

function describe({ sessionId, owner, origin, metadata, tools, isAway, createdAt }: ConnectedPage): SharedPage {
  return { sessionId, owner, origin, metadata, tools, isAway, createdAt };
}
