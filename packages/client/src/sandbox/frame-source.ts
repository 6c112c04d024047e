/** The page of the hidden frame: no origin, no network unless granted, and a worker for handlers that need no DOM. */
export function frameSource(kind: 'worker' | 'iframe', handler: string, network: boolean): string {
  const connect = network ? '*' : "'none'";
  const policy = `default-src 'none'; script-src 'unsafe-inline' blob:; worker-src blob:; connect-src ${connect}`;
  // The handler's text goes into a script element, which a closing tag inside it would end.
  const run = `(${runHandler})(${handler})`.replaceAll('</', '<\\/');
  const body = kind === 'iframe' ? run : `(${startWorker})(${JSON.stringify(run).replaceAll('</', '<\\/')})`;
  return `<meta http-equiv="Content-Security-Policy" content="${policy}"><script>${body}</script>`;
}

/** Runs inside the frame or the worker: takes one input, answers once. */
function runHandler(handler: (params: unknown) => unknown): void {
  const port: { onmessage: unknown; postMessage(message: unknown, target?: string): void } =
    globalThis.parent && globalThis.parent !== globalThis.self ? Object(globalThis.parent) : globalThis;
  globalThis.onmessage = async ({ data }: MessageEvent) => {
    const answer = (message: unknown) =>
      port === globalThis ? port.postMessage(message) : port.postMessage(message, '*');
    try {
      answer({ result: await handler(data) });
    } catch (thrown) {
      answer({ error: thrown instanceof Error ? thrown.message : String(thrown) });
    }
  };
  if (port !== globalThis) port.postMessage({ ready: true }, '*');
}

/** Runs inside the frame: passes messages between the page and a worker. */
function startWorker(source: string): void {
  const worker = new Worker(URL.createObjectURL(new Blob([source])));
  worker.onmessage = ({ data }) => globalThis.parent.postMessage(data, '*');
  worker.onerror = ({ message }) => globalThis.parent.postMessage({ error: message }, '*');
  globalThis.onmessage = ({ data }: MessageEvent) => worker.postMessage(data);
  globalThis.parent.postMessage({ ready: true }, '*');
}
