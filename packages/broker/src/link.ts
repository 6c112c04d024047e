/** One way to reach a member; a member may lose it and come back with another. */
export interface Link {
  send(text: string): void;
  close(code: number, reason: string): void;
  /** Whether the link itself keeps what it could not deliver, for a reader that comes back. */
  readonly isDurable: boolean;
  /** Keeps the way open through idle proxies, and ends it when the other side is gone. */
  beat(): void;
}
