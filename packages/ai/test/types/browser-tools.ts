// Compiled against both majors of `ai`; nothing here runs.
import { browserTools, createBrowser, showPictures } from '@btcp/ai';
import { generateText, type LanguageModel, streamText, type ToolSet } from 'ai';

declare const model: LanguageModel;

const browser = createBrowser();
const tools = browserTools({ agent: browser, needsApproval: ['browser_evaluate'] });

const set: ToolSet = tools;
void set;

void generateText({ model, prompt: 'hello', tools, prepareStep: showPictures });
void streamText({ model, prompt: 'hello', tools: { ...tools }, prepareStep: showPictures });

// Programs that call a tool themselves get its result.
const opened: Promise<{ text: string; data: unknown }> | undefined = tools.browser_navigate?.execute(
  { url: 'https://example.com' },
  { toolCallId: '1' },
);
void opened;
