// Compiled against both majors of `ai`; nothing here runs.
import { browserTools, createBrowser } from '@btcp/ai';
import { generateText, type LanguageModel, streamText, type ToolSet } from 'ai';

declare const model: LanguageModel;

const browser = createBrowser();
const tools = browserTools({ agent: browser, needsApproval: ['browser_evaluate'] });

const set: ToolSet = tools;
void set;

void generateText({ model, prompt: 'hello', tools });
void streamText({ model, prompt: 'hello', tools: { ...tools } });
