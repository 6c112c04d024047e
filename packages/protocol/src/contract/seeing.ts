import type { FindAnswer, ScreenshotAnswer } from '../page/answers.js';
import type { Snapshot } from '../page/snapshot.js';
import { answer, type CommandDefinition } from './definition.js';
import { flag, number, oneOf, text } from './parameters.js';

/** Commands that show the page. */
export const SEEING_COMMANDS = {
  snapshot: {
    description: 'Read the page as text, with a ref for each control',
    parameters: {
      selector: text('Only this subtree'),
      interactive: flag('Only controls, headings and live regions'),
      compact: flag('Leave out empty structure'),
      maxDepth: number('Levels below the root'),
      viewport: flag('Only what is on screen'),
      maxSize: number('Characters; the rest is cut at a line'),
      cursor: text('Continue a snapshot that was cut, with the same options'),
      diff: flag('Only what changed since the last snapshot'),
      text: text('Only elements with this text, one line each'),
      role: text('Only elements of this role, one line each'),
      name: text('Only elements with this in their name, one line each'),
      header: flag('Start the text with URL and title; true by default'),
    },
    returns: answer<Snapshot>('{ tree, refs, url, title, truncated, cursor? }'),
    examples: [{}, { interactive: true }, { selector: '@e3' }],
  },
  find: {
    description: 'Find elements by text, role or name, one line each',
    parameters: {
      text: text('Part of its text'),
      role: text('Its role, such as button'),
      name: text('Part of its name'),
      limit: number('How many to return; 20 by default'),
    },
    returns: answer<FindAnswer>('{ matches: { role, name, ref, line }[], more, frames }'),
    examples: [{ role: 'button' }, { text: 'sign in' }],
  },
  screenshot: {
    description: 'Draw the page as an image; frames of other origins and video stay blank',
    parameters: {
      selector: text('Only this element'),
      fullPage: flag('The whole page instead of what is on screen'),
      format: oneOf(['png', 'jpeg', 'webp'], 'png by default'),
      quality: number('0 to 100, for jpeg and webp'),
    },
    returns: answer<ScreenshotAnswer>('{ screenshot, format, width, height }, the image in base64'),
    examples: [{}, { format: 'jpeg', quality: 60 }],
  },
} satisfies Record<string, CommandDefinition>;
