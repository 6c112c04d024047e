import type { Socket } from 'node:net';
import { sleep } from '@btcp/protocol';
import { findServer } from '../client/find-server.js';
import { runningServer } from '../client/running-server.js';
import { BROWSER_SETTINGS, browserMarks, unmet } from '../settings/browser-marks.js';
import type { SettingName, Settings, Sources } from '../settings/settings.js';
import { readServerState, type ServerState } from '../system/state-file.js';
import { VERSION } from '../system/version.js';
import type { JoinOptions } from '../wire/join-request.js';
import { bridgeMcp } from '../wire/mcp-bridge.js';
import { NoJoinReply, openJoin } from '../wire/open-join.js';
import { chatView } from './chat-view.js';
import { interrupted } from './interrupted.js';

const TOOL_SETTINGS = ['tools', 'allow', 'deny', 'aliases', 'timeout'] as const satisfies SettingName[];
const OWN_SETTINGS = ['allow-origin', 'deny-origin'] as const satisfies SettingName[];

// Longer than a server may take to end.
const ENDING_MS = 10_000;
const LOOK_AGAIN_MS = 50;

/** Serves MCP through the server of this user, which is started if none runs. False if this process needs a browser of its own. */
export async function joinServer(settings: Settings, sources: Sources): Promise<boolean> {
  const end = interrupted();
  let first: Socket;
  try {
    await checkTools(settings);
    first = await connect(settings, sources);
  } catch (thrown) {
    if (!(thrown instanceof NotJoined)) throw thrown;
    console.error(`${thrown.message} So the browser runs in this process, where the workspace does not show it.`);
    return false;
  }
  await Promise.race([bridgeMcp(first, () => connect(settings, sources)), end]);
  // An open stdin would keep the process alive.
  process.stdin.destroy();
  first.destroy();
  return true;
}

class NotJoined extends Error {}

async function connect(settings: Settings, sources: Sources): Promise<Socket> {
  const own = OWN_SETTINGS.filter((name) => settings[name] !== undefined);
  if (own.length > 0) throw new NotJoined(`${flags(own)} is set.`);
  for (const deadline = Date.now() + ENDING_MS; ; await sleep(LOOK_AGAIN_MS)) {
    try {
      return await openJoin(await joinable(settings, sources), optionsOf(settings));
    } catch (thrown) {
      if (thrown instanceof NotJoined) throw thrown;
      // A server that ends stops listening first, and is registered until its process is gone.
      if (thrown instanceof NoJoinReply && Date.now() < deadline) continue;
      throw new NotJoined(`The running server cannot be joined: ${(thrown as Error).message}`);
    }
  }
}

async function joinable(settings: Settings, sources: Sources): Promise<{ socket: string; token: string | null }> {
  const running = (await runningServer()) ?? (await started(sources));
  if (running.version !== VERSION)
    throw new NotJoined(`The running server is of version ${running.version ?? 'unknown'}, not ${VERSION}.`);
  const different = unmet(browserMarks(settings), running.browser ?? {});
  if (different.length > 0) throw new NotJoined(`The running server has other settings: ${different.join(', ')}.`);
  const { socket, token } = running;
  if (socket === undefined) throw new NotJoined('The running server has no local socket.');
  return { socket, token };
}

// A server that is started here has the settings of variables and of the config file, and is shared: flags would apply to others.
async function started(sources: Sources): Promise<ServerState> {
  const flagged = BROWSER_SETTINGS.filter((name) => sources[name]?.kind === 'flag');
  if (flagged.length > 0) throw new NotJoined(`${flags(flagged)} is for this client alone.`);
  await findServer({}).catch((cause: Error) => {
    throw new NotJoined(`No server could be started. ${cause.message}`);
  });
  const state = readServerState();
  if (!state) throw new NotJoined('The server that was started is gone.');
  return state;
}

function optionsOf(settings: Settings): JoinOptions {
  const chosen = TOOL_SETTINGS.flatMap((name) => (settings[name] === undefined ? [] : [[name, settings[name]]]));
  return {
    ...Object.fromEntries(chosen),
    ...(settings['content-only'] ? { isContentOnly: true } : {}),
    ...(settings.warm ? { isWarm: true } : {}),
    ...(settings['chat-view'] === undefined ? {} : { chatView: settings['chat-view'] }),
  };
}

// A wrong choice of tools is reported before a server is started for it.
async function checkTools(settings: Settings): Promise<void> {
  chatView(settings['chat-view']);
  if (TOOL_SETTINGS.every((name) => settings[name] === undefined)) return;
  const [{ toolsForModels }, { toolChoice }, { timeSpan }] = await Promise.all([
    import('../server/tools-for-models.js'),
    import('../settings/tool-choice.js'),
    import('../settings/time-span.js'),
  ]);
  toolsForModels(toolChoice(settings), { timeout: timeSpan('timeout', settings.timeout), aliases: settings.aliases });
}

function flags(names: readonly SettingName[]): string {
  return names.map((name) => `--${name}`).join(', ');
}
