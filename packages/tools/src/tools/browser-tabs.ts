import { BtcpError } from '@btcp/protocol';
import { z } from 'zod';
import type { ShieldedSession } from '../secrets/shield.js';
import { toAddress } from './definition/address.js';
import { travelInput, travelOptions } from './definition/shared-inputs.js';
import { defineTool } from './definition/tool.js';

export const browserTabs = defineTool({
  name: 'browser_tabs',
  title: 'Tabs',
  description: 'List the tabs, open a new one, or select or close one by its id. Tools work in the active tab.',
  group: 'pages',
  effect: 'write',
  needsWholeBrowser: true,
  input: z.strictObject({
    action: z.enum(['list', 'new', 'select', 'close']).default('list'),
    tab: z
      .string()
      .optional()
      .describe('Id of the tab to select or close, such as t2; close without it closes the active one'),
    url: z.string().min(1).optional().describe('Address for a new tab'),
    ...travelInput,
  }),
  borrows: { url: 'browser_navigate' },
  output: z.object({
    tabs: z.array(
      z.object({
        id: z.string(),
        url: z.string(),
        title: z.string(),
        active: z.boolean(),
        isPersons: z.boolean().optional(),
      }),
    ),
  }),
  examples: [{}, { action: 'new', url: 'about:blank' }],

  async run({ action, tab, url, ...travel }, context) {
    const address = url === undefined ? undefined : toAddress(url);
    const { session } = await context.browser();
    if (action === 'new') {
      await session.openTab();
      if (address !== undefined) await session.navigate(address, travelOptions(travel, context));
    }
    if (action === 'select') await session.selectTab(required(tab));
    if (action === 'close') await session.closeTab(tab ?? (await activeTab(session)));
    return { tabs: await session.tabs() };
  },

  summarize: ({ tabs }) =>
    tabs
      .map(({ id, url, title, active, isPersons }) => {
        const owner = isPersons ? ' [opened by the person]' : '';
        return `${active ? '*' : '-'} ${id} ${title ? `"${title}" ` : ''}${url}${owner}`;
      })
      .join('\n'),
});

function required(tab: string | undefined): string {
  if (tab !== undefined) return tab;
  throw new BtcpError('invalid_input', 'browser_tabs with action select needs tab.', {
    hint: 'Give the id of a tab, such as t2. Action list shows them.',
  });
}

async function activeTab(session: ShieldedSession): Promise<string> {
  return (await session.page()).tab;
}
