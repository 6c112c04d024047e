import type { RequestListener } from 'node:http';
import { ChromeEngine } from '@btcp/chrome';
import { LiveEndpoint, LiveLinks, OwnBrowsers } from '@btcp/host';
import { type PageServer, poll } from '@btcp/test-support';
import { Conversations, callTool, catalogue, createToolSet } from '@btcp/tools';
import { serveViewerPage } from './viewer-page.ts';

const tools = createToolSet(catalogue);
const HOUR = 3_600_000;

/** That of the server itself; it has characters that a subprotocol has not. */
export const TOKEN = 'a secret/1';

/** A site with a real live view: its pages are watched in one Chrome while the agent has them open in another. */
export interface LiveServer extends AsyncDisposable {
  site: PageServer;
  /** What the watched page has reported of itself, oldest first. */
  reports: Report[];
  /** The next report that is so; those before it are forgotten. */
  report(matches: (report: Report) => boolean): Promise<Report>;
  /** What the agent does. */
  call(name: string, input?: object): ReturnType<typeof callTool>;
  /** What a viewer needs to connect. */
  link(role?: 'view' | 'control'): Promise<{ url: string; token: string }>;
  /** Serves under one more name, such as that of a proxy. */
  alsoServedAs(host: string): void;
}

type Report = { type: string } & Record<string, unknown>;

export async function startLiveServer(pages: Record<string, string>): Promise<LiveServer> {
  const reports: Report[] = [];
  const hear: RequestListener = async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    reports.push(JSON.parse(body));
    response.end();
  };
  const site = await serveViewerPage({ ...pages, '/report': hear });
  const conversations = new Conversations(new ChromeEngine());
  const links = new LiveLinks();
  const hosts = new Set([new URL(site.origin).host]);
  const live = new LiveEndpoint({ sessions: new OwnBrowsers(conversations), access: { token: TOKEN, hosts }, links });
  site.server.on('upgrade', (request, socket, head) => live.handleUpgrade(request, socket, head) || socket.destroy());
  return {
    site,
    reports,
    async report(matches) {
      const index = await poll(() => {
        const found = reports.findIndex(matches);
        return found < 0 ? undefined : found;
      });
      return reports.splice(0, index + 1).at(-1) as Report;
    },
    call: (name, input = {}) =>
      callTool({ tools, name, input, conversation: conversations.get('demo'), signal: new AbortController().signal }),
    link: async (role = 'control') => ({
      url: `${site.origin}/browser/stream?sessionId=demo`,
      token: (await links.make('demo', role, HOUR)).token,
    }),
    alsoServedAs: (host) => void hosts.add(host),
    async [Symbol.asyncDispose]() {
      await conversations.closeAll();
      await live.close();
      await site.close();
    },
  };
}

/** Lets a watched page report what happens to it. */
export const REPORTING = `
  const report = (type, more = {}) => fetch('/report', { method: 'POST', body: JSON.stringify({ type, ...more }) });
`;
