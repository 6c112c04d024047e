import { startDemo } from './demo.mjs';

const HELP = `No model is set. Any that speaks the chat completions of OpenAI will do:

  export OPENAI_API_KEY=…          # your key
  export MODEL=gpt-5-mini          # the name of the model
  export OPENAI_BASE_URL=…         # where it is; https://api.openai.com/v1 when left out

  Anthropic   https://api.anthropic.com/v1
  Google      https://generativelanguage.googleapis.com/v1beta/openai
  OpenRouter  https://openrouter.ai/api/v1
  Ollama      http://127.0.0.1:11434/v1   (any key)

Then: npm start -- "What is the first story on news.ycombinator.com?"
Or see it work without a key: npm start -- --demo`;

/** The model and the task that the command line and the environment name, or a demonstration with `--demo`. */
export async function chooseModel() {
  const words = process.argv.slice(2);
  if (words.includes('--demo')) return startDemo();
  const { OPENAI_API_KEY: apiKey, MODEL: model, OPENAI_BASE_URL: baseURL = 'https://api.openai.com/v1' } = process.env;
  const task = words.join(' ');
  if (apiKey && model && task) return { baseURL, apiKey, model, task, close: async () => {} };
  console.error(apiKey && model ? 'Say what the agent shall do: npm start -- "What is new on example.com?"' : HELP);
  process.exit(1);
}
