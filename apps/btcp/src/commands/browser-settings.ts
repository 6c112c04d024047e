import { resolve } from 'node:path';
import type { ChromeEngineOptions, EngineOptions, NetworkOptions, Viewport } from '@btcp/chrome';
import type { ConversationsOptions } from '@btcp/tools';
import type { Log } from '../observing/logging/log.js';
import { clientCertificates } from '../settings/client-certificates.js';
import { readSecrets } from '../settings/secrets.js';
import { listOf, oneOf, type Settings, usageError, wholeNumber } from '../settings/settings.js';
import { timeSpan } from '../settings/time-span.js';
import { reportLongWork } from '../system/long-work.js';

const TEMPORARY_PROFILE = 'temporary';

/** The one of `POST /browser/open`, where no other was chosen. */
export const DEFAULT_PROFILE = 'default';

export type OriginLists = Pick<Settings, 'allow-origin' | 'deny-origin'>;

export function chromeOptions(settings: Settings, log: Log, reachable: OriginLists = {}): EngineOptions {
  return {
    browser: oneOf('browser', settings.browser, ['chrome', 'firefox'] as const, 'chrome'),
    chrome: settings.chrome,
    connect: settings.connect,
    flags: (settings['chrome-args'] ?? '').split(/(?<![\s,])[\s,]+(?=--)/).filter((flag) => flag !== ''),
    headed: settings.headed,
    isolation: isolation(settings.isolation),
    profile: settings.profile === TEMPORARY_PROFILE ? undefined : settings.profile,
    viewport: viewport(settings.viewport),
    ignoreTlsErrors: settings['ignore-tls-errors'],
    maxImageSize: imageSize(settings['max-image-size']),
    network: network(settings, reachable),
    outputDirectory: settings['output-dir'] && resolve(settings['output-dir']),
    uploadDirectories: folders(settings['upload-dir']),
    imageDirectories: folders(settings['image-dir']),
    videoDirectory: settings['save-video'] && resolve(settings['save-video']),
    downloads: downloads(settings['download-limit']),
    onProgress: (line) => {
      log.write('info', line);
      reportLongWork(line);
    },
    onWarning: (line) => log.write('warn', line),
  };
}

function folders(list: string | undefined): string[] | undefined {
  return list?.split(',').map((path) => resolve(path.trim()));
}

export function sessionOptions(settings: Settings): ConversationsOptions {
  const idleTimeout = timeSpan('idle', settings.idle);
  return {
    secrets: readSecrets(settings.secrets),
    ...(idleTimeout === undefined ? {} : { idleTimeout }),
    ...(settings['max-sessions'] === undefined
      ? {}
      : { maxSessions: wholeNumber('max-sessions', settings['max-sessions'], 0) }),
  };
}

const MAX_IMAGE_SIZE = 8_000;

function imageSize(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const size = wholeNumber('max-image-size', text, 1);
  if (size <= MAX_IMAGE_SIZE) return size;
  throw usageError(`--max-image-size is "${text}".`, `Give at most ${MAX_IMAGE_SIZE}: models reject larger pictures.`);
}

const MB = 1024 * 1024;

// Four sessions may be full at a time.
function downloads(text: string | undefined): ChromeEngineOptions['downloads'] {
  if (text === undefined) return undefined;
  const session = wholeNumber('download-limit', text, 0) * MB;
  return { session, total: 4 * session };
}

function network(settings: Settings, reachable: OriginLists): NetworkOptions {
  const inside = settings['private-network'];
  return {
    allow: together(hosts(settings['allow-host']), origins('allow-origin', reachable)),
    deny: together(hosts(settings['deny-host']), origins('deny-origin', reachable)),
    private: inside === 'all' ? inside : hosts(inside),
    proxy: proxy(settings.proxy),
    clientCertificates: clientCertificates(settings['client-certificate']),
  };
}

function proxy(text: string | undefined): string | undefined {
  if (text === undefined || (URL.canParse(text) && /^https?:/.test(text))) return text;
  throw usageError(
    '--proxy is not an http or https address.',
    'Use an address such as http://name:password@proxy:3128.',
  );
}

function hosts(text: string | undefined): string[] | undefined {
  return text === undefined ? undefined : listOf(text);
}

function origins(name: keyof OriginLists, lists: OriginLists): string[] | undefined {
  const listed = hosts(lists[name]);
  const wrong = listed?.find((origin) => !/^(https?|wss?):\/\//i.test(origin));
  if (wrong === undefined) return listed;
  throw usageError(
    `--${name} has "${wrong}", which is no origin.`,
    `Write https://${wrong}, or give the host with --${name.replace('origin', 'host')}.`,
  );
}

// Undefined when neither is given: an empty list would allow nothing.
function together(one: string[] | undefined, other: string[] | undefined): string[] | undefined {
  return one || other ? [...(one ?? []), ...(other ?? [])] : undefined;
}

function isolation(text: string | undefined): ChromeEngineOptions['isolation'] {
  if (text === undefined || text === 'process' || text === 'context') return text;
  throw usageError(`--isolation is "${text}".`, 'Give process or context.');
}

function viewport(text: string | undefined): Viewport | undefined {
  if (text === undefined) return undefined;
  const [, width, height] = /^([1-9]\d{0,3})x([1-9]\d{0,3})$/.exec(text) ?? [];
  if (width && height) return { width: Number(width), height: Number(height) };
  throw usageError(`--viewport is "${text}".`, 'Give width and height, such as 1280x720.');
}
