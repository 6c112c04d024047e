/** `Window` and `Document` where the program knows them, so that these types also fit programs that run outside pages. */
type PageWindow = typeof globalThis extends { Window: { prototype: infer Known } } ? Known : never;
type PageDocument = typeof globalThis extends { Document: { prototype: infer Known } } ? Known : never;

/** Which page the in-page agent drives, when no agent is given. */
export interface AgentOptions {
  /** The window or same-origin frame to drive; by default the one that this code runs in. */
  targetWindow?: PageWindow | undefined;
  /** The document to drive; wins over `targetWindow`. */
  targetDocument?: PageDocument | undefined;
  /** The agent is launched before its first use in any case. */
  autoLaunch?: boolean | undefined;
}
