// An agent with a browser, with @cherrystudio/ai-core: npm start -- --demo
import { btcpBrowserPlugin } from '@btcp/ai/ai-core';
import { createExecutor } from '@cherrystudio/ai-core';
import { chooseModel } from 'example-model';

const { baseURL, apiKey, model, task, close } = await chooseModel();
const browser = btcpBrowserPlugin({
  images: false,
  onToolCall: (name, args) => console.log(`\n→ ${name} ${JSON.stringify(args)}`),
  onToolResult: (_name, result) => console.log(indent(result.summary)),
  onToolError: (_name, error) => console.log(indent(error.message)),
});
const executor = await createExecutor('openai-compatible', { name: 'model', baseURL, apiKey }, [browser]);

console.log(`Task: ${task}`);
try {
  const { text } = await executor.generateText({ model, prompt: task });
  console.log(`\n${text}`);
} finally {
  await browser.close();
  await close();
}

/** @param {string} text */
function indent(text) {
  return text.replace(/^/gm, '  ');
}
