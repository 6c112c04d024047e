import { type GetPromptResult, type Prompt, ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server';

interface Recipe extends Prompt {
  arguments: { name: string; description: string; required: true }[];
  write(values: Record<string, string>): string;
}

const RECIPES: readonly Recipe[] = [
  {
    name: 'browse',
    title: 'Do something on the web',
    description: 'Reach a goal in the browser, step by step.',
    arguments: [{ name: 'goal', description: 'What should be done or found out', required: true }],
    write: ({ goal }) => `Reach this goal with the browser tools: ${goal}

1. Open a page with browser_navigate, then read it once with browser_snapshot.
2. Act by ref. Read what each action says it changed instead of taking a snapshot again.
3. When something loads late, wait for it with browser_wait_for. When a call fails, do what its error says.
4. Ask the user before anything that pays, sends, deletes or cannot be undone, and leave logins to them.
5. Report what you found with the address of the page that says so.`,
  },
  {
    name: 'test_page',
    title: 'Check a page',
    description: 'Look for what is broken on a page: errors, failed requests, controls that do nothing.',
    arguments: [{ name: 'url', description: 'The page to check', required: true }],
    write: ({ url }) => `Check the page ${url} with the browser tools.

1. Open it with browser_navigate and read it with browser_snapshot.
2. Read browser_recent_console_logs and browser_recent_network_requests for errors and failed requests.
3. Try each control that matters, and read what its action says it changed. An action without effect is a finding.
4. Look at it with browser_screenshot at 1280 and at 390 pixels width (browser_resize).
5. Report each finding with what you did, what you expected and what happened.`,
  },
];

export function listPrompts(): Prompt[] {
  return RECIPES.map(({ write: _write, ...prompt }) => prompt);
}

export function getPrompt(name: string, values: Record<string, string> = {}): GetPromptResult {
  const recipe = RECIPES.find((candidate) => candidate.name === name);
  if (!recipe)
    throw wrong(`There is no prompt "${name}". The prompts are ${RECIPES.map((each) => each.name).join(', ')}.`);
  const missing = recipe.arguments.find((argument) => !values[argument.name]);
  if (missing) throw wrong(`The prompt "${name}" needs "${missing.name}": ${missing.description}.`);
  return {
    description: recipe.description ?? '',
    messages: [{ role: 'user', content: { type: 'text', text: recipe.write(values) } }],
  };
}

function wrong(message: string): ProtocolError {
  return new ProtocolError(ProtocolErrorCode.InvalidParams, message);
}
