import type { LinkCodes } from '@btcp/access';
import { makeTicket, readArguments, readLink, readTicket, serverAddress } from '@btcp/host';
import { BtcpError } from '@btcp/tools';
import { Hono } from 'hono';
import { exportRecording } from '../recording/export-recording.js';
import { callerOf } from '../team/caller.js';
import { Visible } from '../workspace/visible.js';
import type { Workspace } from '../workspace/workspace.js';
import { optionalText, requiredText } from './read-text.js';

const MAX_TITLE = 200;

export interface LinkOptions {
  codes: LinkCodes;
  tickets: LinkCodes;
  publicUrl?: string | undefined;
}

const MAX_ATTACHED = 10;

function namesOf(files: unknown = []): string[] {
  const isList = Array.isArray(files) && files.length <= MAX_ATTACHED;
  if (isList && files.every((name) => typeof name === 'string')) return files;
  throw new BtcpError('invalid_input', `files is wrong: expected at most ${MAX_ATTACHED} names.`, {
    hint: 'Send each file with POST …/files first, and give the names of the answers.',
  });
}

export function sessionRoutes(workspace: () => Promise<Workspace>, { codes, tickets, publicUrl }: LinkOptions): Hono {
  const routes = new Hono();

  routes.get('/:slug/sessions', async (context) => {
    const space = await workspace();
    const { slug } = await space.agents.get(context.req.param('slug'));
    const visible = await Visible.of(space, callerOf(context));
    return context.json(await visible.sessions(slug));
  });

  routes.post('/:slug/sessions', async (context) => {
    const title = optionalText(await readArguments(context.req), 'title', MAX_TITLE);
    const { sessions } = await workspace();
    return context.json(await sessions.create(context.req.param('slug'), title), 201);
  });

  routes.patch('/:slug/sessions/:id', async (context) => {
    const { slug, id } = context.req.param();
    const title = requiredText(await readArguments(context.req), 'title', MAX_TITLE);
    const { sessions } = await workspace();
    return context.json(await sessions.rename(slug, id, title));
  });

  routes.delete('/:slug/sessions/:id', async (context) => {
    const { slug, id } = context.req.param();
    const space = await workspace();
    await space.removeSession(slug, id);
    return context.body(null, 204);
  });

  routes.post('/:slug/sessions/:id/messages', async (context) => {
    const { slug, id } = context.req.param();
    const input = await readArguments(context.req);
    const text = requiredText(input, 'text');
    const space = await workspace();
    const files = await space.attached(slug, id, namesOf(input.files));
    return context.json({ message: await space.say(slug, id, text, files) }, 202);
  });

  routes.post('/:slug/sessions/:id/stop', async (context) => {
    const { slug, id } = context.req.param();
    const space = await workspace();
    await space.stop(slug, id);
    return context.body(null, 204);
  });

  routes.post('/:slug/sessions/:id/resume', async (context) => {
    const { slug, id } = context.req.param();
    const space = await workspace();
    await space.resume(slug, id);
    return context.json({}, 202);
  });

  routes.post('/:slug/sessions/:id/tools/:name', async (context) => {
    const { slug, id, name } = context.req.param();
    const input = await readArguments(context.req);
    const { agents, sessions, browsers } = await workspace();
    await sessions.get(slug, id);
    const { result } = await browsers.call(await agents.get(slug), id, name, input, context.req.raw.signal);
    return context.json({ success: true, ...result });
  });

  routes.post('/:slug/sessions/:id/links', async (context) => {
    const { slug, id } = context.req.param();
    const { role, lifetime } = readLink(await readArguments(context.req));
    const { agents, sessions, hosts } = await workspace();
    await sessions.ensure(slug, id);
    const token = await hosts.of(await agents.get(slug)).makeLink(id, role, lifetime);
    const address = serverAddress(context.req, publicUrl);
    const code = await codes.make(token, codes.now() + lifetime);
    const url = `${address}/live#agent=${slug}&session=${encodeURIComponent(id)}&code=${code}`;
    return context.json({ success: true, role, token, url });
  });

  routes.post('/:slug/sessions/:id/tickets', async (context) => {
    const { slug, id } = context.req.param();
    const asked = readTicket(await readArguments(context.req));
    const { agents, sessions, hosts } = await workspace();
    await sessions.ensure(slug, id);
    const token = await hosts.of(await agents.get(slug)).makeLink(id, asked.role, asked.viewFor);
    const address = serverAddress(context.req, publicUrl).replace(/^http/, 'ws');
    const stream = `${address}/api/agents/${slug}/browser/stream?sessionId=${encodeURIComponent(id)}`;
    const made = await makeTicket(tickets, token, asked);
    return context.json({ success: true, ...made, stream }, 200, { 'cache-control': 'no-store' });
  });

  routes.get('/:slug/sessions/:id/recording', async (context) => {
    const { slug, id } = context.req.param();
    const { sessions, store } = await workspace();
    const { title } = await sessions.get(slug, id);
    const { body, type, name } = exportRecording(
      context.req.query('format') ?? 'json',
      title,
      await store.actions.list(slug, id),
    );
    const disposition = name === undefined ? {} : { 'content-disposition': `attachment; filename="${name}"` };
    return context.body(body, 200, { 'content-type': type, ...disposition });
  });

  return routes;
}
