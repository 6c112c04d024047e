import type { NavigationAnswer } from '../page/answers.js';
import { answer, type CommandDefinition, timeout } from './definition.js';
import { oneOf, required, text } from './parameters.js';

const waitUntil = oneOf(['load', 'domcontentloaded', 'networkidle'], 'What counts as loaded; load by default');
const page = '{ url, title, status?, leaving? }';

/** Where the page is, and commands that go elsewhere. */
export const NAVIGATION_COMMANDS = {
  getUrl: {
    description: 'Report the URL of the page',
    parameters: {},
    returns: answer<{ url: string }>('{ url }'),
    examples: [{}],
  },
  getTitle: {
    description: 'Report the title of the page',
    parameters: {},
    returns: answer<{ title: string }>('{ title }'),
    examples: [{}],
  },
  navigate: {
    description: 'Open a URL',
    parameters: { url: required(text('Absolute, or relative to the page')), waitUntil, timeout },
    returns: answer<NavigationAnswer>(page),
    examples: [{ url: 'https://example.com' }],
  },
  back: {
    description: 'Go back in the history',
    parameters: { waitUntil, timeout },
    returns: answer<NavigationAnswer>(page),
    examples: [{}],
  },
  forward: {
    description: 'Go forward in the history',
    parameters: { waitUntil, timeout },
    returns: answer<NavigationAnswer>(page),
    examples: [{}],
  },
  reload: {
    description: 'Reload the page',
    parameters: { waitUntil, timeout },
    returns: answer<NavigationAnswer>(page),
    examples: [{}],
  },
} satisfies Record<string, CommandDefinition>;
