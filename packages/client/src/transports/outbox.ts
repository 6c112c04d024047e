import { RpcError } from '@btcp/protocol';

interface Outgoing {
  text: string;
  resolve(): void;
  reject(error: RpcError): void;
}

interface OutboxOptions {
  // The stream that messages belong to now; none are sent without one.
  stream(): AbortController | undefined;
  post(text: string, sequence: number): Promise<Response>;
  onLost(stream: AbortController): void;
}

/** Posts messages one after the other, with numbers by which a server drops what it has already. */
export function createOutbox({ stream, post, onLost }: OutboxOptions) {
  const waiting: Outgoing[] = [];
  let sequence = 0;
  // A POST that hangs in an old stream blocks nothing.
  let posting: AbortController | undefined;

  async function flush(): Promise<void> {
    const own = stream();
    const [next] = waiting;
    if (!own || !next || posting === own) return;
    posting = own;
    try {
      const response = await post(next.text, sequence + 1);
      if (waiting[0] === next) {
        waiting.shift();
        sequence += 1;
      }
      if (response.ok) next.resolve();
      else next.reject(refusedBy(response));
    } catch {
      // It may have arrived: it is sent again with the same number when the session is resumed.
      own.abort();
      onLost(own);
    }
    if (posting === own) posting = undefined;
    await flush();
  }

  return {
    flush,
    send(text: string): Promise<void> {
      return new Promise((resolve, reject) => {
        waiting.push({ text, resolve, reject });
        void flush();
      });
    },
    /** Gives up what waits: the server counts from the beginning. */
    reset(): void {
      sequence = 0;
      for (const { reject } of waiting.splice(0)) reject(new RpcError('CONNECTION_LOST', 'not sent'));
    },
  };
}

export function refusedBy({ status, url }: Response): RpcError {
  return new RpcError(status === 401 || status === 403 ? 'UNAUTHORIZED' : 'CONNECTION_LOST', `${url} ${status}`);
}
