/**
 * The menu of the site, in reading order. Every page that is not listed here is found by its links and by search.
 * @type {{ section: string, pages: { title: string, file: string }[] }[]}
 */
export const NAVIGATION = [
  {
    section: 'Start',
    pages: [
      { title: 'What it is', file: 'docs/index.md' },
      { title: 'Quick start', file: 'docs/quick-start.md' },
      { title: 'Set up an MCP client', file: 'docs/guides/clients.md' },
      { title: 'Recipes', file: 'docs/guides/recipes.md' },
      { title: 'Examples', file: 'docs/examples.md' },
      { title: 'Which tool to choose', file: 'docs/choosing.md' },
      { title: 'Coming from another tool', file: 'docs/migration.md' },
      { title: 'Compared and measured', file: 'docs/comparisons.md' },
    ],
  },
  {
    section: 'Guides',
    pages: [
      { title: 'Workspace', file: 'docs/workspace.md' },
      { title: 'Live view and takeover', file: 'docs/guides/live-view.md' },
      { title: 'Live view inside the chat', file: 'docs/guides/mcp-apps.md' },
      { title: 'Security', file: 'docs/guides/security.md' },
      { title: 'Deploy behind a name', file: 'docs/guides/deploy.md' },
      { title: 'A team', file: 'docs/guides/team.md' },
      { title: 'A fleet', file: 'docs/guides/fleet.md' },
      { title: 'Monitoring', file: 'docs/guides/monitoring.md' },
      { title: 'Share a tab of your own browser', file: 'examples/extension/README.md' },
      { title: 'Connect to a running browser', file: 'docs/guides/connect.md' },
      { title: 'Browsers', file: 'docs/guides/browsers.md' },
      { title: 'Troubleshooting', file: 'docs/troubleshooting.md' },
    ],
  },
  {
    section: 'Pages that offer tools',
    pages: [
      { title: 'Script tag or bundler', file: 'packages/client/README.md' },
      { title: 'React', file: 'docs/guides/react.md' },
      { title: 'Vue', file: 'docs/guides/vue.md' },
      { title: 'Svelte', file: 'docs/guides/svelte.md' },
    ],
  },
  {
    section: 'Reference',
    pages: [
      { title: 'Tools', file: 'docs/tools.md' },
      { title: 'Commands', file: 'docs/reference/commands.md' },
      { title: 'Configuration', file: 'docs/reference/configuration.md' },
      { title: 'Error codes', file: 'docs/reference/errors.md' },
      { title: 'Protocol', file: 'docs/protocol.md' },
      { title: 'Workspace API', file: 'docs/workspace-api.md' },
      { title: 'Packages', file: 'site/api/index.md' },
      { title: 'Traceability', file: 'docs/traceability.md' },
      { title: 'Deliberate deviations', file: 'docs/deviations.md' },
      { title: 'Architecture', file: 'ARCHITECTURE.md' },
      { title: 'Contributing', file: 'CONTRIBUTING.md' },
    ],
  },
];
