import { serveMcpStdio } from '@btcp/mcp';
import { Conversations } from '@btcp/tools';
import type { LiveServer } from '../server/live-server.js';
import { toolsForModels } from '../server/tools-for-models.js';
import type { SettingName, Settings } from '../settings/settings.js';
import { timeSpan } from '../settings/time-span.js';
import { toolChoice } from '../settings/tool-choice.js';
import { VERSION } from '../system/version.js';
import { chromeOptions, sessionOptions } from './browser-settings.js';
import { chatView } from './chat-view.js';
import { interrupted } from './interrupted.js';
import { LateEngine } from './late-engine.js';
import { lateLiveApp } from './late-live-app.js';
import { logOf, observing } from './observing-settings.js';

const HOST_SETTINGS = [
  'browser',
  'connect',
  'allow-host',
  'deny-host',
  'allow-origin',
  'deny-origin',
  'private-network',
  'client-certificate',
] as const satisfies SettingName[];

export async function run(settings: Settings): Promise<number> {
  for (const name of ['allow-origin', 'deny-origin'] as const)
    if (settings[name] !== undefined)
      console.error(`btcp mcp --${name} is deprecated: use --${name.replace('origin', 'host')}, which takes origins.`);
  const end = interrupted();
  let live: Promise<LiveServer> | undefined;
  let liveServer: LiveServer | undefined;
  const log = logOf(settings);
  const { observer, tracer } = await observing(settings, log);
  const { network, ...others } = chromeOptions(settings, log, settings);
  // The model could open the link that a person is sent, and answer its own request.
  const options = { ...others, network: { ...network, closedPorts: () => liveServer?.ports ?? [] } };
  const engine = new LateEngine(async () => (await import('@btcp/chrome')).createEngine(options));
  // The engine rejects hosts and addresses that are none, and has to do so at the start.
  if (HOST_SETTINGS.some((name) => settings[name] !== undefined)) await engine.load();
  // Loaded late: most conversations never need a person.
  const loadLive = async () => {
    live ??= import('../server/live-server.js').then(({ LiveServer }) => new LiveServer(conversations));
    liveServer = await live;
    return liveServer;
  };
  const conversations: Conversations = new Conversations(engine, {
    liveLink: async (id) => (await loadLive()).link(id),
    ...sessionOptions(settings),
    observer,
  });
  const tools = toolsForModels(toolChoice(settings), {
    timeout: timeSpan('timeout', settings.timeout),
    aliases: settings.aliases,
  });
  const opensWith = chatView(settings['chat-view']);
  const app = opensWith && lateLiveApp(opensWith, async () => (await loadLive()).app(opensWith));
  const served = serveMcpStdio({ ...tools, structured: !settings['content-only'], version: VERSION, app }, () =>
    conversations.get('stdio'),
  );
  if (settings.warm) await startBrowser(conversations);
  await Promise.race([served, end]);
  // An open stdin would keep the process alive.
  process.stdin.destroy();
  await Promise.all([conversations.closeAll(), live?.then((server) => server.close())]);
  await tracer?.close();
  return 0;
}

// The first call reports a failure.
async function startBrowser(conversations: Conversations): Promise<void> {
  const guard = await conversations
    .get('stdio')
    .browser()
    .catch(() => undefined);
  guard?.[Symbol.dispose]();
}
