import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import type { DrivenStatus } from '@btcp/host';
import type { BrowserState, KeptFile, SessionEvent, ToolResult } from '@btcp/tools';

/** One session at a time owns the browser. */
export interface AgentHost {
  readonly isActive: boolean;
  call(session: string, name: string, input: unknown, signal: AbortSignal): Promise<ToolResult>;
  status(session?: string): Promise<DrivenStatus>;
  /** Gives a session a browser of its own, on a copy of what the agent is signed in to; false where it cannot. */
  copy?(session: string): boolean;
  closeCopy?(session: string): Promise<void>;
  /** A run of a session begins; called again when it ends, what the session changed is merged. */
  beginRun?(session: string): () => Promise<void>;
  transfer(from: string, to: string): Promise<void>;
  subscribe(session: string, listener: (event: SessionEvent) => void): () => void;
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer, query: string): void;
  makeLink(session: string, role: 'view' | 'control', lifetime: number): Promise<string>;
  copyFile(session: string, file: KeptFile, target: string): Promise<void>;
  saveState(session: string): Promise<BrowserState>;
  restoreState(session: string, state: BrowserState): Promise<void>;
  close(): Promise<void>;
}
