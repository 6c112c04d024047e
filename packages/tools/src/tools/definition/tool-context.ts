import type { UserQuestion } from '../../conversations/ask-user.js';
import type { RequestInput } from '../../conversations/user-request.js';
import type { KeptFile } from '../../port/browser-session.js';
import type { Image } from '../../port/pictures.js';
import type { ShieldedSession } from '../../secrets/shield.js';
import type { Summary } from '../../shaping/boundary/boundary.js';

export interface ToolBrowser extends Disposable {
  readonly session: ShieldedSession;
}

/** A call inside a call: permitted already, and not yet run. */
export interface Step {
  tool: string;
  run(): Promise<{ summary: Summary; data: unknown; element?: { role: string; name: string } }>;
}

/** The context of a tool call, which cannot name another conversation. */
export interface ToolContext {
  browser(): Promise<ToolBrowser>;
  closeBrowser(): Promise<boolean>;
  addImage(image: Image): void;
  addFile(file: KeptFile): void;
  /** Programs get the lines, models do not. */
  setRefLines(lines: Record<string, number>): void;
  askUser(request: RequestInput): Promise<UserQuestion>;
  /** Fails unless the caller may call the tool with this input. */
  prepare(name: string, input: unknown): Step;
  readonly maxInline?: number | undefined;
  readonly signal: AbortSignal;
}
