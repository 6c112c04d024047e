/** One way to reach a client, which may lose it and come back with another. */
export interface Transport {
  send(text: string): void;
  close(code: number, reason: string): void;
  /** Keeps the connection open through idle proxies, and ends it when the other side is gone. */
  beat(): void;
}
