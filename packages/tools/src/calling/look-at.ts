import { MASK } from '@btcp/protocol';
import type { Conversation } from '../conversations/conversation.js';
import type { Glance, PageWords } from '../port/browser-session.js';
import type { ConsoleEntry, NetworkEntry } from '../port/network.js';
import type { Picture } from '../port/pictures.js';
import type { Masker } from '../secrets/masking/masker.js';

/** What of the requests and the console a look is to have. */
export interface LookOptions {
  since: number | undefined;
  /** In milliseconds: how old the entries of a first look may be. */
  age: number;
  /** Requests that had no answer at the last look. */
  unanswered: ReadonlySet<number>;
  /** Aborted once another call may change the page: it need not wait for a picture that nobody keeps. */
  signal: AbortSignal;
}

/** A page at one moment, without anything secret. */
export interface Look {
  /** By the clock of the browser's machine, in milliseconds since 1970. */
  time: number;
  /** Something of the page is secret, so that neither its picture nor its words are kept. */
  isSecret: boolean;
  picture?: Picture;
  tree?: string;
  requests: NetworkEntry[];
  console: ConsoleEntry[];
}

const MAX_TREE = 40_000;
const MAX_ENTRIES = 200;
const MAX_TEXT = 2_000;

/** Looks at the page of a conversation for its history. Undefined without a page, while a person drives, on a page that they drove in private, and for engines that cannot. */
export async function lookAt(conversation: Conversation, options: LookOptions): Promise<Look | undefined> {
  const { current: session, lease, masker, isResting, privatePage } = conversation;
  if (!session?.glance || isResting || lease.state.holder.kind === 'viewer' || privatePage.isHidden) return undefined;
  const time = Date.now();
  let tree: string | undefined;
  const mayShow = async (words: PageWords) => {
    tree = await shownWords(words, masker);
    return tree !== undefined && !options.signal.aborted;
  };
  const glance = await session.glance({ maxSize: MAX_TREE, mayShow });
  const { picture } = glance;
  const since = options.since ?? time - options.age;
  const logs = await logsIn(glance, masker, since, options.unanswered);
  // A person may have begun to drive meanwhile.
  if (privatePage.isHidden) return undefined;
  if (tree === undefined) return { time, isSecret: true, ...logs };
  return { time, isSecret: false, tree, ...(picture ? { picture } : {}), ...logs };
}

async function shownWords({ tree, isWhole, secrets }: PageWords, masker: Masker): Promise<string | undefined> {
  if (secrets.length > 0) return undefined;
  if (!isWhole && hidesSomething(masker)) return undefined;
  const masked = await masker.mask(tree, 'logs');
  return masked === tree && !tree.includes(MASK) ? tree : undefined;
}

function hidesSomething(masker: Masker): boolean {
  return masker.known.length > 0 || masker.hasTyped;
}

async function logsIn(
  { requests, console }: Glance,
  masker: Masker,
  since: number,
  unanswered: LookOptions['unanswered'],
): Promise<Pick<Look, 'requests' | 'console'>> {
  const isMeant = ({ id = -1, time }: NetworkEntry) => time >= since || unanswered.has(id);
  const newest = {
    requests: requests.filter(isMeant).slice(-MAX_ENTRIES).map(withShortAddress),
    console: console
      .filter(({ time }) => time >= since)
      .slice(-MAX_ENTRIES)
      .map(withShortText),
  };
  return masker.mask(newest, 'logs');
}

function withShortAddress(entry: NetworkEntry): NetworkEntry {
  return { ...entry, url: entry.url.slice(0, MAX_TEXT) };
}

function withShortText({ args: _, ...entry }: ConsoleEntry): ConsoleEntry {
  return { ...entry, text: entry.text.slice(0, MAX_TEXT) };
}
