import { BtcpError } from '@btcp/protocol';
import { Hono } from 'hono';
import type { Sessions } from '../sessions/sessions.js';
import { SingleBrowser } from '../sessions/single-browser.js';
import { readArguments } from './read-arguments.js';

export function ownershipRoutes(sessions: Sessions): Hono {
  const routes = new Hono();

  routes.post('/browser/ownership/:verb', async (context) => {
    if (!(sessions instanceof SingleBrowser)) {
      throw new BtcpError('unsupported', 'Every session has its own browser here.', {
        hint: 'Use your own session: there is nothing to transfer.',
      });
    }
    const input = await readArguments(context.req);
    const sessionId = text(input, 'sessionId');
    switch (context.req.param('verb')) {
      case 'request':
        return context.json({ success: true, ...sessions.ask(sessionId, optionalText(input, 'message')) });
      case 'transfer':
        return context.json({ success: true, ...sessions.transfer(sessionId, text(input, 'to')) });
      case 'rename':
        return context.json({ success: true, ...sessions.rename(sessionId, text(input, 'to')) });
      case 'release':
        return context.json({ success: true, ...sessions.release(sessionId) });
      default:
        throw new BtcpError('not_found', `There is no ownership action ${context.req.param('verb')}.`, {
          hint: 'Use request, transfer, rename or release.',
        });
    }
  });

  return routes;
}

function text(input: Record<string, unknown>, name: string): string {
  const value = optionalText(input, name);
  if (value) return value;
  throw new BtcpError('invalid_input', `${name} is required.`, { hint: 'sessionId is the owner, "to" the next one.' });
}

function optionalText(input: Record<string, unknown>, name: string): string | undefined {
  const value = input[name];
  if (value === undefined || (typeof value === 'string' && value.length <= 2_000)) return value;
  throw new BtcpError('invalid_input', `${name} is wrong: expected text.`, { hint: 'Give at most 2,000 characters.' });
}
