export interface ServerSentEvent {
  id: number;
  data: string;
}

export async function* readEvents(body: ReadableStream<Uint8Array>): AsyncGenerator<ServerSentEvent> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let rest = '';
  let id = 0;
  let data: string[] = [];
  for (;;) {
    const { value, done } = await reader.read();
    if (done) return;
    const lines = (rest + decoder.decode(value, { stream: true })).split(/\r?\n/);
    rest = lines.pop() ?? '';
    for (const line of lines) {
      const [field, content] = line.split(/: ?(.*)/s);
      if (field === 'data') data.push(content ?? '');
      else if (field === 'id') id = Number(content);
      else if (line === '' && data.length > 0) {
        yield { id, data: data.join('\n') };
        data = [];
      }
    }
  }
}
