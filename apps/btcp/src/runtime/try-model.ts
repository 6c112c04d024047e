import { APICallError, jsonSchema, streamText, type ToolSet } from 'ai';
import type { ModelProblem, ModelTest } from '../contract/types.js';
import { failureOf } from './failure.js';
import { fetchFor, loadModel, type Reach } from './load-model.js';
import { type ModelChoice, USUAL_ADDRESSES } from './model-settings.js';

const TEST_MS = 30_000;
// A model that cannot call tools fails at its test, not in the first run.
const TOOLS: ToolSet = {
  unused: { description: 'Not needed.', inputSchema: jsonSchema({ type: 'object', properties: {} }) },
};
const MAX_MODELS = 1_000;

export async function testModel(choice: ModelChoice, reach: Reach): Promise<ModelTest> {
  const start = performance.now();
  try {
    const { fullStream } = streamText({
      model: await loadModel(choice, reach),
      prompt: 'Reply with the word OK.',
      tools: TOOLS,
      maxRetries: 0,
      abortSignal: AbortSignal.timeout(TEST_MS),
      onError: () => {},
    });
    let text = '';
    for await (const part of fullStream) {
      if (part.type === 'error') throw part.error;
      if (part.type === 'abort') throw new DOMException('No answer.', 'TimeoutError');
      if (part.type === 'text-delta') text += part.text;
    }
    return { ok: true, text: text.slice(0, 200), milliseconds: Math.round(performance.now() - start) };
  } catch (thrown) {
    return { ok: false, problem: problemOf(thrown, choice) };
  }
}

export async function listModels(
  choice: ModelChoice,
  reach: Reach,
): Promise<{ models: string[]; problem?: ModelProblem }> {
  const base = choice.baseUrl ?? USUAL_ADDRESSES[choice.provider] ?? '';
  const address = `${base.replace(/\/$/, '')}/models${choice.provider === 'google' ? '?pageSize=1000' : ''}`;
  try {
    const response = await fetchFor(choice, reach)(address, {
      headers: headersOf(choice),
      signal: AbortSignal.timeout(TEST_MS),
    });
    const body = await response.text();
    if (!response.ok) return { models: [], problem: refusal(response, body, choice) };
    return { models: namesIn(JSON.parse(body)).slice(0, MAX_MODELS) };
  } catch (thrown) {
    return { models: [], problem: problemOf(isUnreachable(thrown) ? unanswered(thrown, address) : thrown, choice) };
  }
}

// `fetch` reports everything that keeps it from a server as a TypeError, with the reason as its cause.
function isUnreachable(thrown: unknown): thrown is TypeError {
  return thrown instanceof TypeError;
}

function unanswered({ message, cause }: TypeError, url: string): APICallError {
  return new APICallError({ message: cause instanceof Error ? cause.message : message, url, requestBodyValues: {} });
}

function headersOf({ provider, key }: ModelChoice): Record<string, string> {
  if (key === null) return {};
  if (provider === 'anthropic') return { 'x-api-key': key, 'anthropic-version': '2023-06-01' };
  if (provider === 'google') return { 'x-goog-api-key': key };
  return { authorization: `Bearer ${key}` };
}

function refusal(response: Response, body: string, choice: ModelChoice): ModelProblem {
  const message = messageIn(body) || response.statusText;
  const { status: statusCode, url } = response;
  return problemOf(new APICallError({ message, url, statusCode, requestBodyValues: {}, responseBody: body }), choice);
}

function messageIn(body: string): string {
  try {
    const { error } = JSON.parse(body) as { error?: { message?: string } | string };
    return (typeof error === 'string' ? error : error?.message) ?? '';
  } catch {
    return '';
  }
}

// OpenAI and Anthropic list `data` with ids; Google lists `models` with names such as `models/gemini-2.5-pro`.
function namesIn(answer: { data?: unknown; models?: unknown }): string[] {
  const entries: unknown[] = Array.isArray(answer.data)
    ? answer.data
    : Array.isArray(answer.models)
      ? answer.models
      : [];
  return entries
    .map((entry) => entry as { id?: unknown; name?: unknown; supportedGenerationMethods?: unknown })
    .filter(({ supportedGenerationMethods: methods }) => !Array.isArray(methods) || methods.includes('generateContent'))
    .map(({ id, name }) => String(id ?? name ?? '').replace(/^models\//, ''))
    .filter((name) => name !== '')
    .sort();
}

function problemOf(thrown: unknown, choice: ModelChoice): ModelProblem {
  const { state: _, ...problem } = failureOf(thrown, choice);
  return problem;
}
