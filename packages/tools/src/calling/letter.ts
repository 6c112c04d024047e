import { ours } from '../shaping/boundary/boundary.js';
import { consoleLogsAsArray } from '../tools/browser-console.js';
import { browserNavigate } from '../tools/browser-navigate.js';
import { browserResize } from '../tools/browser-resize.js';
import type { Tool } from '../tools/definition/tool.js';

const DONE = ours('done');

// What clients of the tool design read, where other sets answer in other words.
const LETTERS: Readonly<Record<string, Partial<Tool>>> = {
  [browserNavigate.name]: {
    summarize: (value: Parameters<typeof browserNavigate.summarize>[0]) =>
      value.download ? browserNavigate.summarize(value) : DONE,
  },
  [browserResize.name]: { summarize: () => DONE },
  [consoleLogsAsArray.name]: { run: consoleLogsAsArray.run },
} as Readonly<Record<string, Partial<Tool>>>;

export function toTheLetter(tool: Tool): Tool {
  return { ...tool, ...LETTERS[tool.name] };
}
