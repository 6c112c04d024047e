import { z } from 'zod';
import { landing, pageOutput, travelInput, travelOptions } from '../shared-inputs.js';
import { defineTool } from '../tool.js';

const input = z.strictObject(travelInput);

export const browserBack = defineTool({
  name: 'browser_back',
  title: 'Go back',
  description: 'Go back to the page before this one.',
  group: 'pages',
  effect: 'write',
  input,
  output: pageOutput,
  examples: [],
  async run(travel, context) {
    const { session } = await context.browser();
    await session.back(travelOptions(travel, context));
    return landing(session);
  },
  summarize: () => 'Went back.',
});

export const browserForward = defineTool({
  name: 'browser_forward',
  title: 'Go forward',
  description: 'Go forward again, after browser_back.',
  group: 'pages',
  effect: 'write',
  input,
  output: pageOutput,
  examples: [],
  async run(travel, context) {
    const { session } = await context.browser();
    await session.forward(travelOptions(travel, context));
    return landing(session);
  },
  summarize: () => 'Went forward.',
});

export const browserReload = defineTool({
  name: 'browser_reload',
  title: 'Load the page again',
  description: 'Load the page again.',
  group: 'pages',
  effect: 'write',
  input,
  output: pageOutput,
  examples: [{}],
  async run(travel, context) {
    const { session } = await context.browser();
    await session.reload(travelOptions(travel, context));
    return landing(session);
  },
  summarize: () => 'Loaded again.',
});
