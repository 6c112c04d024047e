import { z } from 'zod';
import { ours } from '../shaping/boundary/boundary.js';
import { defineTool } from './definition/tool.js';

const TIMEOUT_MS = 5_000;

const SCRIPT = `(async () => {
  let container;
  try { container = navigator.serviceWorker; } catch {}
  if (!container) return { supported: false, workers: [] };
  const controller = container.controller?.scriptURL;
  const registrations = await container.getRegistrations();
  return {
    supported: true,
    workers: registrations.map(({ scope, active, waiting, installing }) => {
      const worker = active ?? waiting ?? installing;
      return {
        scope,
        script: worker?.scriptURL ?? '',
        state: worker?.state ?? 'gone',
        active: active?.state === 'activated',
        controlling: active !== null && active.scriptURL === controller,
        hasUpdate: active !== null && (waiting ?? installing) !== null,
      };
    }),
  };
})()`;

const output = z.object({
  supported: z.boolean().describe('False if this page may have none: they need https or localhost'),
  workers: z.array(
    z.object({
      scope: z.string(),
      script: z.string(),
      state: z.string().describe('installing, installed, activating, activated or redundant'),
      active: z.boolean(),
      controlling: z.boolean().describe('Whether it answers the requests of this page'),
      hasUpdate: z.boolean().describe('Whether a newer version is waiting or installing'),
    }),
  ),
});

export const browserGetServiceWorkers = defineTool({
  name: 'browser_get_service_workers',
  title: 'List service workers',
  description:
    "Report which service workers the page's site has registered, and whether they are active and control it.",
  group: 'debugging',
  effect: 'read',
  input: z.strictObject({}),
  output,
  examples: [{}],

  async run(_input, context) {
    const { session } = await context.browser();
    const registrations = await session.evaluate(SCRIPT, {
      awaitPromise: true,
      timeout: TIMEOUT_MS,
      signal: context.signal,
    });
    return output.parse(JSON.parse(registrations));
  },

  summarize({ supported, workers }) {
    if (!supported) return ours('This page cannot have service workers: they need https or localhost.');
    if (workers.length === 0) return ours('No service worker is registered for this page.');
    return workers
      .map(({ script, scope, state, active, controlling, hasUpdate }) =>
        [
          `${script} for ${scope}: registered`,
          active ? 'active' : `not active (${state})`,
          controlling ? 'controlling this page' : 'not controlling this page',
          ...(hasUpdate ? ['with an update waiting'] : []),
        ].join(', '),
      )
      .join('\n');
  },
});
