/**
 * The page of the hidden frame. The frame gives the handler an origin of its own and takes its network away; a worker in
 * it gives the handler a thread of its own, which can be ended whatever it is doing.
 */
export function frameSource(handler: string, network: boolean): string {
  const connect = network ? '*' : "'none'";
  const policy = `default-src 'none'; script-src 'unsafe-inline' blob:; worker-src blob:; connect-src ${connect}`;
  const body = `(${startWorker})(${JSON.stringify(`(${runHandler})(${handler})`)})`;
  return `<meta http-equiv="Content-Security-Policy" content="${policy}"><script>${forScriptElement(body)}</script>`;
}

/** Neither ends the element early nor begins a comment in it; inside a string the escapes mean the same. */
function forScriptElement(source: string): string {
  return source.replaceAll('</', '<\\/').replaceAll('<!--', '<\\!--');
}

/** Runs inside the worker: takes one input, answers once. */
function runHandler(handler: (params: unknown) => unknown): void {
  globalThis.onmessage = async ({ data }: MessageEvent) => {
    try {
      globalThis.postMessage({ result: await handler(data) });
    } catch (thrown) {
      globalThis.postMessage({ error: thrown instanceof Error ? thrown.message : String(thrown) });
    }
  };
}

/** Runs inside the frame: passes messages between the page and the worker. */
function startWorker(source: string): void {
  const worker = new Worker(URL.createObjectURL(new Blob([source])));
  worker.onmessage = ({ data }) => globalThis.parent.postMessage(data, '*');
  worker.onerror = ({ message }) => globalThis.parent.postMessage({ error: message }, '*');
  globalThis.onmessage = ({ data }: MessageEvent) => worker.postMessage(data);
  globalThis.parent.postMessage({ ready: true }, '*');
}
