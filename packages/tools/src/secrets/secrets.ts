import { BtcpError } from '@btcp/protocol';

/** A value that is typed by its name and never shown. */
export interface Secret {
  value: string;
  /** It may be typed only into documents of this origin, such as `https://github.com`. */
  origin: string;
}

/** The secrets of a conversation, by name. */
export type Secrets = Readonly<Record<string, Secret>>;

const NAME = /^[a-z0-9][\w.-]*$/i;
// Masking shorter values would mask ordinary text.
const MIN_LENGTH = 4;
const SPELLING = /^secret:(.*)$/;

/** Normalises the origins, and throws with the name, never the value, of a secret that cannot be used. */
export function checkSecrets(secrets: Secrets): Secrets {
  return Object.fromEntries(
    Object.entries(secrets).map(([name, { value, origin }]) => {
      if (!NAME.test(name)) throw unusable(name, 'its name may have letters, digits, dots and dashes only');
      if (typeof value !== 'string' || value.length < MIN_LENGTH)
        throw unusable(name, `its value is shorter than ${MIN_LENGTH}`);
      return [name, { value, origin: originOf(name, origin) }];
    }),
  );
}

export function namedSecret(text: string, secrets: Secrets): Secret | undefined {
  const name = SPELLING.exec(text)?.[1];
  if (name === undefined) return undefined;
  if (Object.hasOwn(secrets, name)) return secrets[name];
  const names = Object.keys(secrets).map((known) => `secret:${known}`);
  throw new BtcpError('not_found', `There is no secret named ${JSON.stringify(name)}.`, {
    hint:
      names.length > 0
        ? `The secrets are ${names.join(', ')}.`
        : 'This server has no secrets; its operator can add them with --secrets.',
  });
}

function originOf(name: string, text: unknown): string {
  try {
    const { origin } = new URL(String(text));
    if (origin !== 'null') return origin;
  } catch {
    // Reported below.
  }
  throw unusable(name, 'its origin is not an address such as https://github.com');
}

function unusable(name: string, why: string): BtcpError {
  return new BtcpError('invalid_input', `The secret ${JSON.stringify(name)} cannot be used: ${why}.`, {
    hint: 'A secret has a name, and a value and an origin, such as {"github": {"value": "…", "origin": "https://github.com"}}.',
  });
}
