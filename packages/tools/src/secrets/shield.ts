import { type AnswerTo, BtcpError, MASK, type PageCommand, type ReadAction } from '@btcp/protocol';
import type { ActionOutcome } from '../port/actions.js';
import type { Answer, BrowserSession, CallOptions, PageInfo } from '../port/browser-session.js';
import type { Masker } from './masking/masker.js';
import { namedSecret, type Secret, type Secrets } from './secrets.js';

interface Confidential {
  masker: Masker;
  secrets: Secrets;
}

type AnswerMethod = {
  [Name in keyof BrowserSession]-?: Required<BrowserSession>[Name] extends (
    ...input: never[]
  ) => Promise<Answer<unknown>>
    ? Name
    : never;
}[keyof BrowserSession];

// How the value of a method is masked, and whether its error may quote what a page holds.
interface Policy {
  mask: 'text' | 'logs' | 'none';
  quotesPage: boolean;
}

const WORDS: Policy = { mask: 'text', quotesPage: true };
// Pages may print or send any credential.
const LOGS: Policy = { mask: 'logs', quotesPage: true };
const PLACE: Policy = { mask: 'text', quotesPage: false };
// The engine leaves out of a picture what is to be hidden.
const PICTURE: Policy = { mask: 'none', quotesPage: false };

const ANSWERS: Readonly<Record<AnswerMethod, Policy>> = {
  navigate: PLACE,
  back: PLACE,
  forward: PLACE,
  reload: PLACE,
  tabs: PLACE,
  openTab: PLACE,
  selectTab: PLACE,
  closeTab: PLACE,
  resize: PLACE,
  setOffline: PLACE,
  answerDialog: WORDS,
  snapshot: WORDS,
  find: WORDS,
  click: WORDS,
  hover: WORDS,
  type: WORDS,
  fill: WORDS,
  select: WORDS,
  press: WORDS,
  drag: WORDS,
  upload: WORDS,
  check: WORDS,
  focus: WORDS,
  pointer: WORDS,
  touch: WORDS,
  holdKey: WORDS,
  drop: WORDS,
  clipboard: LOGS,
  emulate: PLACE,
  cookies: LOGS,
  storage: LOGS,
  stateFile: PLACE,
  scroll: WORDS,
  ask: WORDS,
  waitFor: WORDS,
  changes: WORDS,
  evaluate: WORDS,
  consoleLogs: LOGS,
  networkRequests: LOGS,
  networkRequest: LOGS,
  routes: LOGS,
  setHeaders: PLACE,
  setConditions: PLACE,
  har: PLACE,
  audit: LOGS,
  screenshot: PICTURE,
  pdf: PICTURE,
  comparePictures: PICTURE,
  video: PLACE,
};

// More of a page is not searched before a picture.
const MAX_SEARCHED = 500_000;

const OTHERS = {
  alive: 'as it is',
  saveFile: 'as it is',
  saveFileAs: 'as it is',
  readImage: 'as it is',
  clearConsoleLogs: 'as it is',
  clearNetworkRequests: 'as it is',
  live: 'own form',
  page: 'own form',
  glance: 'withheld',
  rest: 'withheld',
  wake: 'withheld',
  lastUrl: 'withheld',
  profile: 'withheld',
  secrets: 'withheld',
  saveState: 'withheld',
  changeState: 'withheld',
  restoreState: 'withheld',
  close: 'withheld',
} as const satisfies Record<Exclude<keyof BrowserSession, AnswerMethod>, 'as it is' | 'own form' | 'withheld'>;

type Open = {
  [Name in keyof typeof OTHERS]: (typeof OTHERS)[Name] extends 'as it is' ? Name : never;
}[keyof typeof OTHERS];

type Unwrapped<Method> = Method extends (...input: infer Input) => Promise<Answer<infer Value>>
  ? (...input: Input) => Promise<Value>
  : Method;

/** A session for tools: answers are masked and unwrapped. */
export type ShieldedSession = Pick<BrowserSession, Open> & {
  [Name in keyof Pick<BrowserSession, Exclude<AnswerMethod, 'ask'>>]: Unwrapped<BrowserSession[Name]>;
} & {
  ask<Action extends ReadAction>(command: PageCommand<Action>, options: CallOptions): Promise<AnswerTo<Action>>;
  readonly live: BrowserSession['live'] | undefined;
  /** From the newest answer; asked for where there was none. */
  page(): Promise<PageInfo>;
};

/** Puts a shield between a session and the tools of one call: named secrets go in, masked answers come out. */
export function shield(session: BrowserSession, { masker, secrets }: Confidential): ShieldedSession {
  let newest: PageInfo | undefined;

  const use = (text: string): Secret | undefined => {
    const secret = namedSecret(text, secrets);
    // Known before it is typed, since the page may repeat it at once.
    if (secret) masker.learn(secret.value);
    return secret;
  };

  const secretFor = (origin: string, text: string): string => {
    const secret = use(text);
    if (!secret || secret.origin === origin) return secret?.value ?? text;
    throw new BtcpError('denied', `The secret is for ${secret.origin}, not for ${origin}.`, {
      hint: 'Send it to its own origin only.',
    });
  };

  async function shielded<T>(ask: () => Promise<Answer<T>>, { mask, quotesPage }: Policy): Promise<T> {
    try {
      const answer = await ask();
      masker.visit(answer.page.url, answer.secrets);
      newest = await masker.mask(answer.page, 'page');
      return mask === 'none' ? answer.value : await masker.mask(answer.value, mask);
    } catch (thrown) {
      newest = undefined;
      // Not to learn the secrets is no reason to lose the error.
      if (quotesPage) masker.visit(session.lastUrl, await session.secrets().catch(() => []));
      throw await masker.maskError(thrown);
    }
  }

  const { pdf, comparePictures, setHeaders } = session;
  const inputs: Pick<BrowserSession, 'type' | 'fill' | 'screenshot' | 'pdf' | 'comparePictures' | 'setHeaders'> = {
    type: async (input, options) => {
      const secret = use(input.text);
      if (!secret) return session.type(input, options);
      return hidden(await session.type({ ...input, text: secret.value, origin: secret.origin }, options));
    },
    fill: async (selector, value, options) => {
      const secret = use(value);
      if (!secret) return session.fill(selector, value, options);
      return hidden(await session.fill(selector, secret.value, { ...options, origin: secret.origin }));
    },
    ...(setHeaders
      ? {
          setHeaders: async ({ headers, login, ...rest }, options) => {
            const value = (text: string) => secretFor(rest.origin, text);
            const own = Object.fromEntries(Object.entries(headers).map(([name, text]) => [name, value(text)]));
            const known = login && { username: login.username, password: value(login.password) };
            return setHeaders.call(session, { ...rest, headers: own, login: known }, options);
          },
        }
      : {}),
    screenshot: async (input, options) => session.screenshot({ ...input, hide: await toHide(options) }, options),
    ...(pdf
      ? { pdf: async (input, options) => pdf.call(session, { ...input, hide: await toHide(options) }, options) }
      : {}),
    ...(comparePictures
      ? {
          comparePictures: async (input, options) =>
            comparePictures.call(session, { ...input, hide: await toHide(options) }, options),
        }
      : {}),
  };

  async function toHide(options: CallOptions): Promise<string[]> {
    return [...masker.known, ...(await typedOnPage(options))];
  }

  // Text that is sealed has to be found on the page before it can be left out of a picture.
  async function typedOnPage(options: CallOptions): Promise<string[]> {
    if (!masker.hasTyped) return [];
    const read = session.ask({ action: 'getText', selector: 'body' }, options);
    return read.then(({ value: { text } }) => masker.typedIn(text.slice(0, MAX_SEARCHED))).catch(() => []);
  }

  const shieldedMethod = (name: AnswerMethod): unknown => {
    const owner = name in inputs ? inputs : session;
    const method: unknown = Reflect.get(owner, name);
    if (typeof method !== 'function') return undefined;
    return (...input: unknown[]) => shielded(() => method.apply(owner, input), ANSWERS[name]);
  };
  const others: Omit<ShieldedSession, AnswerMethod> = {
    get alive() {
      return session.alive;
    },
    get live() {
      return session.live;
    },
    saveFile: (name, data) => session.saveFile(name, data),
    ...(session.saveFileAs ? { saveFileAs: session.saveFileAs.bind(session) } : {}),
    readImage: (path, options) => session.readImage(path, options),
    clearConsoleLogs: () => session.clearConsoleLogs(),
    clearNetworkRequests: () => session.clearNetworkRequests(),
    async page() {
      newest ??= await masker.mask(await session.page(), 'page');
      return newest;
    },
  };
  // A call uses one or two methods of fifty, so each is made when it is asked for.
  return new Proxy(others as ShieldedSession, {
    get: (_, name) => (isAnswerMethod(name) ? shieldedMethod(name) : Reflect.get(others, name)),
  });
}

function isAnswerMethod(name: string | symbol): name is AnswerMethod {
  return Object.hasOwn(ANSWERS, name);
}

// A page may make anything of a secret, so nothing is said of what the field holds then.
function hidden({ value: { acted, effects }, ...answer }: Answer<ActionOutcome>): Answer<ActionOutcome> {
  return { ...answer, value: { acted: acted.value ? { ...acted, value: MASK } : acted, effects } };
}
