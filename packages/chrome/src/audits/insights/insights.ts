import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import { Worker } from 'node:worker_threads';
import { type Insights, type InsightsInput, readInsights } from './read-insights.js';
import { sayInsights } from './say-insights.js';

const ENGINE = '@paulirish/trace_engine';
const MAX_ANALYSIS_MS = 45_000;
const MAX_HEAP_MB = 2_048;

/** What to improve, by the engine of the Performance panel; without it, a line that says what to install. */
export async function insightsOf(trace: string): Promise<string[]> {
  const engine = engineAddress();
  if (engine === undefined) return [`Insights need the optional package: npm install ${ENGINE}`];
  const found = await analyze({ engine, trace });
  return found ? sayInsights(found) : ['No insights: the trace could not be analyzed. Record for a shorter time.'];
}

function engineAddress(): string | undefined {
  try {
    return pathToFileURL(createRequire(import.meta.url).resolve(ENGINE)).href;
  } catch {
    return undefined;
  }
}

// In a thread of its own, which the engine keeps busy.
async function analyze(workerData: InsightsInput): Promise<Insights[] | undefined> {
  // Text, because the command is bundled. What the engine prints must not reach the answers on standard output.
  const source = `const { parentPort, workerData } = require('node:worker_threads');
    (${readInsights.toString()})(workerData, {
      load: (address) => import(address),
      readFile: (path) => require('node:fs').readFileSync(path, 'utf8'),
      send: (insights) => parentPort.postMessage(insights),
    }).catch(() => parentPort.postMessage(undefined));`;
  const worker = new Worker(source, {
    eval: true,
    workerData,
    stdout: true,
    stderr: true,
    resourceLimits: { maxOldGenerationSizeMb: MAX_HEAP_MB },
  });
  let timer: NodeJS.Timeout | undefined;
  try {
    return await new Promise<Insights[] | undefined>((resolve) => {
      timer = setTimeout(() => resolve(undefined), MAX_ANALYSIS_MS);
      worker.once('message', resolve);
      worker.once('error', () => resolve(undefined));
      worker.once('exit', () => resolve(undefined));
    });
  } finally {
    clearTimeout(timer);
    await worker.terminate();
  }
}
