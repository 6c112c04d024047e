import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { anthropic } from './anthropic.ts';
import { chatCompletions } from './chat-completions.ts';
import type { Answer, Asked } from './dialect.ts';
import { google } from './google.ts';
import { openai } from './openai.ts';

const DIALECTS = [chatCompletions, openai, anthropic, google];

// An answer, one that depends on what was asked, one that breaks off with this event, or a failure written by hand.
type Turn = Answer | ((asked: Asked) => Answer) | { brokenBy: string } | { fail: (response: ServerResponse) => void };

export interface Provider extends AsyncDisposable {
  origin: string;
  /** What came in, the newest last. */
  asked: Asked[];
  /** What is answered from now on. */
  play(...turns: Turn[]): void;
}

/** Plays a script in place of a model, in the words of whichever provider it is asked as. Requests are held to its rules. */
export async function serveProvider(): Promise<Provider> {
  let turns: Turn[] = [];
  let played = 0;
  const asked: Asked[] = [];
  const server = createServer(async (request, response) => {
    let text = '';
    for await (const chunk of request.setEncoding('utf8')) text += chunk;
    const { pathname } = new URL(request.url ?? '/', 'http://localhost');
    const dialect = DIALECTS.find((each) => each.isFor(pathname));
    if (!dialect) return response.writeHead(404).end(`No provider is at ${pathname}.`);
    try {
      const said = { ...dialect.read(JSON.parse(text), request.headers), text };
      asked.push(said);
      const turn = turns.shift() ?? 'The script is over.';
      if (typeof turn === 'object' && 'fail' in turn) return turn.fail(response);
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      const isBroken = typeof turn === 'object' && 'brokenBy' in turn;
      const answer = isBroken ? 'I begin' : typeof turn === 'function' ? turn(said) : turn;
      for (const { event, data } of dialect.write(answer, ++played)) {
        const text = JSON.stringify(data);
        response.write(`${event ? `event: ${event}\n` : ''}data: ${text}\n\n`);
        if (isBroken && text.includes('I be')) return response.end(`${turn.brokenBy}\n\n`);
      }
      return response.end();
    } catch (error) {
      return response.writeHead(400).end(JSON.stringify(dialect.fail(String(error))));
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    play(...next) {
      turns = next;
      asked.length = 0;
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Refuses a request, as a provider does. */
export function refusal(status: number, message: string, headers: Record<string, string> = {}): Turn {
  return {
    fail: (response) => response.writeHead(status, headers).end(JSON.stringify({ error: { message, type: 'error' } })),
  };
}
