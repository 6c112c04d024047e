import { dataDirectory } from '@btcp/chrome/directories';
import { isLoopback } from '../server/addresses.js';
import type { AppServer, AppServerOptions } from '../server/app-server-options.js';
import { endpoints, readyBlock, workerBlock } from '../server/ready-block.js';
import { browserMarks } from '../settings/browser-marks.js';
import { databaseAddress } from '../settings/database.js';
import { fleetSettings } from '../settings/fleet-settings.js';
import { hostAndPort, type PublicAddress, publicAddress, trustedProxies } from '../settings/public-address.js';
import { secretVariables } from '../settings/secrets.js';
import {
  flagsOf,
  listOf,
  type SettingName,
  type Settings,
  usageError,
  variablesWith,
  wholeNumber,
} from '../settings/settings.js';
import { timeSpan } from '../settings/time-span.js';
import { toolChoice } from '../settings/tool-choice.js';
import { ensureStateDirectory } from '../system/directories.js';
import { removeServerState } from '../system/state-file.js';
import { userToken } from '../system/token.js';
import type { QuotaLimits } from '../team/quotas.js';
import { chromeOptions, DEFAULT_PROFILE, sessionOptions } from './browser-settings.js';
import { chatView } from './chat-view.js';
import { historyLimits } from './history-settings.js';
import { identityOptions } from './identity-settings.js';
import { interrupted } from './interrupted.js';
import { logOf, observing } from './observing-settings.js';
import { assertOnlyServer, isAgentHost, registerThisServer } from './only-server.js';

const HOST_SETTINGS = [
  'browser',
  'chrome',
  'chrome-args',
  'headed',
  'viewport',
  'max-image-size',
  'allow-host',
  'deny-host',
  'private-network',
  'ignore-tls-errors',
  'save-video',
  'upload-dir',
  'image-dir',
  'idle',
  'secrets',
  'deny',
  'timeout',
  'log-level',
  'log-format',
  'otlp-endpoint',
] as const satisfies SettingName[];

const DRAIN_LIMIT_MS = 25_000;
// A command that has started a server may be slow to call it.
const MIN_FIRST_USE_MS = 20_000;

// Not by flags, which everybody on this machine can read: they hold keys and passwords.
const SECRET_HOST_SETTINGS = ['connect', 'proxy', 'client-certificate'] as const satisfies SettingName[];

// Node waits only for processes that it started itself; those of a killed Chrome become children of process 1.
const NO_INIT =
  'WARNING: this is process 1 of the container, so ended processes of Chrome stay as zombies. Start the container with an init: docker run --init, or tini.';

const LOOPBACK_PROXIES = '127.0.0.0/8,::1';

export async function run(given: Settings): Promise<number> {
  // Listen first: Ctrl-C may follow right after the output.
  const end = interrupted(given.fleet === undefined ? undefined : DRAIN_LIMIT_MS);
  const address = publicAddress(given['public-url']);
  const settings = withoutOwnAddress(given, address);
  const host = settings.host ?? '127.0.0.1';
  const token = chooseToken(settings, host);
  const log = logOf(settings);
  if (process.pid === 1) log.write('warn', NO_INIT);
  const fleet = isAgentHost() ? undefined : fleetSettings(settings);
  // Before reading them, which removes them from the environment.
  const hostEnvironment = { ...secretVariables(), ...variablesWith(settings, SECRET_HOST_SETTINGS) };
  const browser = browserMarks(given);
  const options: AppServerOptions = {
    host,
    port: wholeNumber('port', settings.port, 4700, 65_535),
    token,
    database: isAgentHost() ? undefined : databaseAddress(settings),
    chrome: {
      ...chromeOptions(settings, log),
      keptProfile: settings.profile === undefined ? DEFAULT_PROFILE : undefined,
      spare: settings.linger === undefined && fleet?.role !== 'gateway',
    },
    sessions: sessionOptions(settings),
    observing: await observing(settings, log),
    metricsToken: chooseMetricsToken(settings),
    allowedOrigins: listOf(settings['allow-origin']),
    publicAddress: address,
    identity: identityOptions(settings),
    isTrustedProxy: trustedProxies(listOf(settings['trusted-proxy'] ?? (address && LOOPBACK_PROXIES))),
    tools: toolChoice(settings),
    aliases: settings.aliases,
    structured: !settings['content-only'],
    chatView: chatView(settings['chat-view']),
    ownership: chooseOwnership(settings.ownership),
    quotas: quotasIn(settings),
    timeout: timeSpan('timeout', settings.timeout),
    modelSilence: timeSpan('model-silence', settings['model-silence']),
    demoPace: timeSpan('demo-pace', settings['demo-pace']),
    // The server whose host this is keeps the history of its agents.
    history: isAgentHost() ? undefined : historyLimits(settings),
    dataDirectory: dataDirectory(),
    stateDirectory: ensureStateDirectory(),
    hostFlags: hostFlags(settings),
    hostEnvironment,
    closedPorts: listOf(process.env.BTCP_CLOSED_PORTS).map(Number),
    streamPort:
      settings['stream-port'] === undefined
        ? undefined
        : wholeNumber('stream-port', settings['stream-port'], 0, 65_535),
  };
  await assertOnlyServer();
  // Loaded after the flags are checked: a wrong one is reported at once.
  const [{ startAppServer }, { serveCommands }] = await Promise.all([
    import('../server/app-server.js'),
    import('../server/command-socket.js'),
  ]);
  const { joinFleet } = fleet ? await import('../fleet/join-fleet.js') : {};
  const joined = fleet && (await joinFleet?.({ ...fleet, end: () => process.kill(process.pid, 'SIGTERM') }));
  const server = await startAppServer({ ...options, fleet: joined }).catch(async (thrown: unknown) => {
    await joined?.close();
    throw thrown;
  });
  const commands = await serveCommands(token, server);
  try {
    registerThisServer({ url: server.url, token, socket: commands?.path, browser });
    const reachable = await endpoints(server, token);
    const block = fleet?.role === 'worker' ? workerBlock() : readyBlock(reachable);
    console.log(settings.json ? JSON.stringify(reachable) : block);
    const isAsked = () => commands?.isInUse ?? false;
    await Promise.race([end, unused(server, isAsked, timeSpan('linger', settings.linger))]);
    await server.drain();
  } finally {
    removeServerState();
    commands?.close();
    await server.close();
  }
  return 0;
}

// Agents must not open the links that people are sent, and answer in their place.
function withoutOwnAddress(settings: Settings, address: PublicAddress | undefined): Settings {
  if (!address) return settings;
  if (settings.connect !== undefined)
    throw usageError(
      '--connect cannot be used with --public-url.',
      'A running browser opens any address, so the agent could open the links that people are sent.',
    );
  return { ...settings, 'deny-host': [...listOf(settings['deny-host']), hostAndPort(address)].join(',') };
}

function hostFlags(settings: Settings): string[] {
  const flags = flagsOf(settings, HOST_SETTINGS);
  // The child reads the same config file, where that port is taken.
  return settings['stream-port'] === undefined ? flags : [...flags, '--stream-port', '0'];
}

function quotasIn(settings: Settings): QuotaLimits {
  const limit = (name: 'user-browsers' | 'user-minutes' | 'user-downloads') =>
    settings[name] === undefined ? undefined : wholeNumber(name, settings[name], 0);
  return { browsers: limit('user-browsers'), minutes: limit('user-minutes'), megabytes: limit('user-downloads') };
}

function chooseOwnership(kind = 'per-session'): 'per-session' | 'single' {
  if (kind === 'per-session' || kind === 'single') return kind;
  throw usageError(`--ownership ${kind} is unknown.`, 'Give per-session or single.');
}

function chooseMetricsToken({ 'metrics-token': token }: Settings): string | undefined {
  if (token !== undefined) assertStrong('metrics-token', token);
  return token;
}

function chooseToken(settings: Settings, host: string): string | null {
  if (settings.token === '')
    throw usageError('--token is empty.', 'Give a token, or leave the flag out to have one made.');
  if (settings.token !== undefined && !settings['no-auth']) assertStrong('token', settings.token);
  if (!settings['no-auth']) return settings.token ?? userToken();
  if (settings['public-url'] !== undefined)
    throw usageError(
      '--no-auth cannot be used with --public-url.',
      'Everyone who reaches that address could drive your browser.',
    );
  if (isLoopback(host)) return null;
  throw usageError(
    `--no-auth cannot be used with --host ${host}.`,
    'Everyone on the network could drive your browser.',
  );
}

// Letters, digits and signs of about 80 bits at least, where they are chosen by chance.
const MIN_TOKEN_LENGTH = 16;
const MIN_DIFFERENT_CHARACTERS = 8;

// A token can be tried from every page and program of this machine, as often as they like.
function assertStrong(name: 'token' | 'metrics-token', token: string): void {
  if (token.length >= MIN_TOKEN_LENGTH && new Set(token).size >= MIN_DIFFERENT_CHARACTERS) return;
  throw usageError(
    `--${name} is too easy to guess.`,
    `Give at least ${MIN_TOKEN_LENGTH} characters, ${MIN_DIFFERENT_CHARACTERS} of them different: node -p "crypto.randomBytes(32).toString('base64url')" makes one. Or leave the flag out to have one made.`,
  );
}

// Resolves when no browser has been open for that long; never without a limit.
async function unused(
  server: Pick<AppServer, 'isInUse'>,
  isAsked: () => boolean,
  linger: number | undefined,
): Promise<void> {
  if (linger === undefined) return new Promise(() => {});
  let last = Date.now();
  let patience = Math.max(linger, MIN_FIRST_USE_MS);
  for (;;) {
    // Must not delay the end of the process.
    await new Promise((resolve) => setTimeout(resolve, Math.min(1_000, linger)).unref());
    if (server.isInUse()) patience = linger;
    if (server.isInUse() || isAsked()) last = Date.now();
    else if (Date.now() - last >= patience) return;
  }
}
