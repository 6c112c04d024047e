import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import type { DrivenStatus } from '@btcp/host';
import type { ControlState } from '@btcp/protocol';
import type { BrowserState, KeptFile, SessionEvent, ToolResult } from '@btcp/tools';

/** Runs the browser of an agent, which one session owns at a time. */
export interface AgentHost {
  /** Whether a browser or process of it runs on this machine. */
  readonly isActive: boolean;
  call(session: string, name: string, input: unknown, signal: AbortSignal): Promise<ToolResult>;
  /** The state of the browser, as the session sees it. */
  status(session?: string): Promise<DrivenStatus>;
  transfer(from: string, to: string): Promise<void>;
  subscribe(session: string, listener: (event: SessionEvent) => void): () => void;
  /** Admits a viewer, or refuses them. */
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer, query: string): void;
  /** A link token for one session. */
  makeLink(session: string, role: 'view' | 'control', lifetime: number): string;
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
