import { browserTools, createBrowser } from '@btcp/ai';
import { generateText, stepCountIs, type ToolSet } from 'ai-7';
import { expect, test } from 'vitest';
import { scriptedModel } from './scripted-model.ts';

test('the next major of the AI SDK takes the same tools, pictures included', async () => {
  const browser = createBrowser();
  let seen: unknown;
  const model = scriptedModel([['browser_screenshot', {}]], (prompt) => {
    seen = prompt.at(-1);
    return 'seen';
  });
  // Here both majors are installed, and the tools have the types of the other; types/tsconfig.json checks them with this one.
  const tools = browserTools({ agent: browser }) as unknown as ToolSet;
  const { text } = await generateText({ model, prompt: 'Look.', tools, stopWhen: stepCountIs(3) });
  await browser.close();
  expect(text).toBe('seen');
  expect(seen).toMatchObject({
    role: 'tool',
    content: [
      {
        output: {
          type: 'content',
          value: [{ type: 'text', text: expect.stringContaining('Screenshot taken') }, { mediaType: 'image/png' }],
        },
      },
    ],
  });
});
