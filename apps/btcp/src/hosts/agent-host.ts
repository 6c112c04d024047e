import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import type { DrivenStatus } from '@btcp/host';
import type { ControlState } from '@btcp/protocol';
import type { BrowserState, KeptFile, SessionEvent, ToolResult } from '@btcp/tools';

/** Where the one browser of an agent runs. One session owns it at a time. */
export interface AgentHost {
  /** Whether something of it runs here. */
  readonly isActive: boolean;
  call(session: string, name: string, input: unknown, signal: AbortSignal): Promise<ToolResult>;
  /** How the browser stands, as a session sees it where one is named. */
  status(session?: string): Promise<DrivenStatus>;
  /** Hands the browser, as it is, to another session of the agent. */
  transfer(from: string, to: string): Promise<void>;
  subscribe(session: string, listener: (event: SessionEvent) => void): () => void;
  /** Connects a viewer who may come in, and turns others away. */
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer, query: string): void;
  /** The token of a link by which a person can watch or drive; it is good for that session and a while. */
  makeLink(session: string, role: 'view' | 'control', lifetime: number): string;
  /** Copies a file that a call has left to a path of this machine. */
  copyFile(session: string, file: KeptFile, target: string): Promise<void>;
  saveState(session: string): Promise<BrowserState>;
  restoreState(session: string, state: BrowserState): Promise<void>;
  close(): Promise<void>;
}

/** Control of a browser that no viewer has taken over yet. */
export const INITIAL_CONTROL: ControlState = {
  holder: { kind: 'agent' },
  epoch: 0,
  reason: 'start',
  isPrivate: false,
  request: null,
};
