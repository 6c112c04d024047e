import { createHash } from 'node:crypto';
import type { JWTPayload } from 'jose';

type Introspected = JWTPayload | undefined;

// For how long an answer counts, and so how long a revoked token may still be used.
const ANSWER_MS = 5_000;
const MAX_ANSWERS = 1_000;
// Anybody can send tokens that make this server ask.
const MAX_OPEN_QUESTIONS = 16;

/** Asks the provider about access tokens that say nothing by themselves (RFC 7662), each at most every few seconds. */
export class Introspection {
  readonly #ask: (token: string) => Promise<Introspected>;
  // By hash, so that no dump of the process has a token.
  readonly #answers = new Map<string, { claims: Promise<Introspected>; until: number }>();
  #openQuestions = 0;

  constructor(ask: (token: string) => Promise<Introspected>) {
    this.#ask = ask;
  }

  claimsOf(token: string): Promise<Introspected> {
    const hash = hashOf(token);
    const known = this.#answers.get(hash);
    if (known && known.until > Date.now()) return known.claims;
    const claims = this.#askOnce(token);
    this.#answers.delete(hash);
    const [oldest] = this.#answers.keys();
    if (this.#answers.size >= MAX_ANSWERS && oldest !== undefined) this.#answers.delete(oldest);
    this.#answers.set(hash, { claims, until: Date.now() + ANSWER_MS });
    claims.catch(() => this.#answers.delete(hash));
    return claims;
  }

  /** Whether a token still counts, as far as is known: each call has the provider asked again in the background. */
  watch(token: string): () => boolean {
    let isActive = true;
    return () => {
      this.claimsOf(token).then(
        (claims) => {
          isActive = claims !== undefined;
        },
        // A provider that is away for a moment ends no open stream.
        () => {},
      );
      return isActive;
    };
  }

  async #askOnce(token: string): Promise<Introspected> {
    if (this.#openQuestions >= MAX_OPEN_QUESTIONS)
      throw new Error('The provider is being asked about too many tokens.');
    this.#openQuestions++;
    try {
      return await this.#ask(token);
    } finally {
      this.#openQuestions--;
    }
  }
}

export function hashOf(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}
