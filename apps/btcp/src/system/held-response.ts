/** Ends the body of a response, such as a stream of events, with its signal. Calls `done` when all of it was read. */
export function heldResponse(response: Response, signal: AbortSignal, done: () => void): Response {
  if (!response.body) {
    done();
    return response;
  }
  const { readable, writable } = new TransformStream();
  const end = (reason: unknown) => {
    done();
    return signal.aborted ? writable.close() : writable.abort(reason);
  };
  response.body
    .pipeTo(writable, { signal, preventAbort: true })
    .then(done, end)
    .catch(() => {});
  return new Response(readable, response);
}
