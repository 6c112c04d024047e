import { BtcpError, type CommandDefinition, PAGE_COMMANDS, type PageAction } from '@btcp/protocol';

/** An action of the agent, described for a model. */
export interface ActionDescription {
  name: string;
  description: string;
  parameters: Record<string, { type: string; description: string; required: boolean }>;
  returns: string;
  examples: readonly object[];
}

/** The actions of an agent, described for a model. */
export interface Description {
  agent: string;
  actions: string[];
  action?: ActionDescription;
  /** One line each: `click(selector, button?, …): what it does`. */
  methods: string[];
  selectors: string[];
  workflow: string[];
  quickRef: string;
}

const SELECTORS = [
  '@e3 (also e3, ref=e3, [ref=e3]): an element of a snapshot; it never becomes another one',
  '#id, .class, form button[type=submit]: any CSS selector; open shadow roots and frames of the same origin are searched too',
];

const WORKFLOW = [
  'snapshot: read the page and find the refs of what you need',
  'click, fill, select, …: act by ref; the answer says what the element holds afterwards',
  'waitFor: when the page needs time, name what you wait for',
  'snapshot again: see what changed',
];

export function describeActions(name?: string): Description {
  const methods = Object.entries(PAGE_COMMANDS).map(
    ([each, action]) => `${signatureOf(each, action)}: ${action.description}`,
  );
  return {
    agent: 'BrowserAgent: reads and drives one page',
    actions: Object.keys(PAGE_COMMANDS),
    ...(name === undefined ? {} : { action: describeAction(name) }),
    methods,
    selectors: SELECTORS,
    workflow: WORKFLOW,
    quickRef: ['snapshot → act by ref → snapshot', ...methods].join('\n'),
  };
}

export function commandNamed(name: unknown): CommandDefinition & { name: PageAction } {
  if (isAction(name)) return { name, ...PAGE_COMMANDS[name] };
  throw new BtcpError('unknown_tool', `There is no action ${JSON.stringify(name)}.`, {
    hint: `The actions are: ${Object.keys(PAGE_COMMANDS).join(', ')}.`,
  });
}

function isAction(name: unknown): name is PageAction {
  return typeof name === 'string' && Object.hasOwn(PAGE_COMMANDS, name);
}

function describeAction(name: string): ActionDescription {
  const { description, parameters, returns, examples } = commandNamed(name);
  const described = Object.entries(parameters).map(([each, { type, description, required }]) => [
    each,
    { type, description, required },
  ]);
  return {
    name,
    description,
    parameters: Object.fromEntries(described),
    returns,
    examples: examples.map((example) => ({ action: name, ...example })),
  };
}

function signatureOf(name: string, { parameters }: CommandDefinition): string {
  const names = Object.entries(parameters).map(([each, { required }]) => (required ? each : `${each}?`));
  return `${name}(${names.join(', ')})`;
}
