/** The frame has an origin of its own and no network, and its worker can be terminated. */
export function frameSource(handler: string, network: boolean): string {
  const connect = network ? '*' : "'none'";
  const policy = `default-src 'none'; script-src 'unsafe-inline' blob:; worker-src blob:; connect-src ${connect}`;
  const body = `(${startWorker})(${JSON.stringify(`(${runHandler})(${handler})`)})`;
  return `<meta http-equiv="Content-Security-Policy" content="${policy}"><script>${forScriptElement(body)}</script>`;
}

// Escapes what would end the script element or open a comment; strings keep their value.
function forScriptElement(source: string): string {
  return source.replaceAll('</', '<\\/').replaceAll('<!--', '<\\!--');
}

function runHandler(handler: (params: unknown) => unknown): void {
  globalThis.onmessage = async ({ data }: MessageEvent) => {
    try {
      globalThis.postMessage({ result: await handler(data) });
    } catch (thrown) {
      globalThis.postMessage({ error: thrown instanceof Error ? thrown.message : String(thrown) });
    }
  };
}

function startWorker(source: string): void {
  const worker = new Worker(URL.createObjectURL(new Blob([source])));
  worker.onmessage = ({ data }) => globalThis.parent.postMessage(data, '*');
  worker.onerror = ({ message }) => globalThis.parent.postMessage({ error: message }, '*');
  globalThis.onmessage = ({ data }: MessageEvent) => worker.postMessage(data);
  globalThis.parent.postMessage({ ready: true }, '*');
}
