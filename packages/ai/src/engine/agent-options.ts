// Programs that run outside pages have no `Window` or `Document` type.
type PageWindow = typeof globalThis extends { Window: { prototype: infer Known } } ? Known : never;
type PageDocument = typeof globalThis extends { Document: { prototype: infer Known } } ? Known : never;

/** Which page the in-page agent drives if no agent is given. */
export interface AgentOptions {
  /** A window or same-origin frame; by default the one that this code runs in. */
  targetWindow?: PageWindow | undefined;
  /** Wins over `targetWindow`. */
  targetDocument?: PageDocument | undefined;
  autoLaunch?: boolean | undefined;
}
