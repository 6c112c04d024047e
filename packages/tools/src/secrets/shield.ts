import type { BrowserSession } from '../browser-session.js';
import type { Masker } from '../masking/masker.js';
import { namedSecret, type Secret, type Secrets } from './secrets.js';

interface Confidential {
  masker: Masker;
  secrets: Secrets;
}

/** Files are no text, pictures leave out what is to be hidden, and what ends a session tells nothing. */
const UNMASKED = new Set(['screenshot', 'readImage', 'saveFile', 'close', 'passwords']);
/** What says nothing of what a page holds, so that there is no need to ask for what to hide in it. */
const OUTSIDE = new Set('page tabs openTab selectTab closeTab resize navigate back forward reload'.split(' '));
/** Where pages may print or send any credential. */
const LOGS = new Set(['consoleLogs', 'networkRequests']);

/**
 * A session as tools get it: secrets are typed by name, and all that it answers is masked before a tool, a result or a
 * file can hold it.
 */
export function shield(session: BrowserSession, { masker, secrets }: Confidential): BrowserSession {
  const use = (text: string): Secret | undefined => {
    const secret = namedSecret(text, secrets);
    // Known before it is typed, since the page may tell of it at once.
    if (secret) masker.learn(secret.value);
    return secret;
  };
  const own: Pick<BrowserSession, 'type' | 'fill' | 'screenshot'> = {
    type: (input, options) => {
      const secret = use(input.text);
      return session.type(secret ? { ...input, text: secret.value, origin: secret.origin } : input, options);
    },
    fill: (selector, value, options) => {
      const secret = use(value);
      return secret
        ? session.fill(selector, secret.value, { ...options, origin: secret.origin })
        : session.fill(selector, value, options);
    },
    screenshot: (input, options) => session.screenshot({ ...input, hide: masker.known }, options),
  };
  return new Proxy(session, {
    get(_, key) {
      const owner = key in own ? own : session;
      const member: unknown = Reflect.get(owner, key, owner);
      if (typeof member !== 'function' || typeof key !== 'string') return member;
      if (UNMASKED.has(key)) return member.bind(owner);
      return async (...input: unknown[]) => {
        const learn = async () => {
          if (!OUTSIDE.has(key)) for (const password of await session.passwords()) masker.learnPassword(password);
        };
        try {
          const answer: unknown = await member.apply(owner, input);
          await learn();
          return masker.mask(answer, LOGS.has(key) ? 'logs' : 'text');
        } catch (thrown) {
          // What it threw may tell of them as well; not to learn them is no reason to lose it.
          await learn().catch(() => {});
          throw masker.maskError(thrown);
        }
      };
    },
  });
}
