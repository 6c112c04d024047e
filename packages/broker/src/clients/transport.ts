export interface Transport {
  send(text: string): void;
  close(code: number, reason: string): void;
  // Keeps idle proxies from closing the connection, and detects a dead client.
  beat(): void;
}
