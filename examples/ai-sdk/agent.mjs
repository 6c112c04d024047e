// An agent with a browser, with the Vercel AI SDK: npm start -- --demo
import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import { browserTools, createBrowser } from '@btcp/ai';
import { stepCountIs, streamText } from 'ai';
import { chooseModel } from 'example-model';

const { baseURL, apiKey, model, task, close } = await chooseModel();
const provider = createOpenAICompatible({ name: 'model', baseURL, apiKey });
const browser = createBrowser();

console.log(`Task: ${task}`);
try {
  const { fullStream } = streamText({
    model: provider(model),
    tools: browserTools({ agent: browser, images: false }),
    stopWhen: stepCountIs(30),
    system: 'You drive a browser. Read a page with browser_snapshot, and pass the refs in it (@e3) to other tools.',
    prompt: task,
  });
  for await (const part of fullStream) {
    if (part.type === 'tool-call') console.log(`\n→ ${part.toolName} ${JSON.stringify(part.input)}`);
    if (part.type === 'tool-result' && !part.dynamic) console.log(indent(part.output.text));
    if (part.type === 'tool-error') console.log(indent(String(part.error)));
    if (part.type === 'text-start') console.log();
    if (part.type === 'text-delta') process.stdout.write(part.text);
    if (part.type === 'error') throw part.error;
  }
  console.log();
} finally {
  await browser.close();
  await close();
}

/** @param {string} text */
function indent(text) {
  return text.replace(/^/gm, '  ');
}
