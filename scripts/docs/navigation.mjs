/**
 * The pages of the site, in the order of the menu. What is not listed is a page all the same, found by its links.
 * @type {[section: string, pages: [title: string, file: string][]][]}
 */
export const NAVIGATION = [
  [
    'Start',
    [
      ['What it is', 'docs/index.md'],
      ['Quick start', 'docs/quick-start.md'],
      ['Examples', 'docs/examples.md'],
      ['Coming from elsewhere', 'docs/migration.md'],
      ['Measured', 'docs/comparisons.md'],
    ],
  ],
  [
    'Guides',
    [
      ['The workspace', 'docs/workspace.md'],
      ['Live view and takeover', 'docs/guides/live-view.md'],
      ['Security', 'docs/guides/security.md'],
      ['A tab of your own', 'examples/extension/README.md'],
      ['Connect to a running browser', 'docs/guides/connect.md'],
      ['Browsers', 'docs/guides/browsers.md'],
    ],
  ],
  [
    'Pages that offer tools',
    [
      ['A script tag, or a bundler', 'packages/client/README.md'],
      ['React', 'docs/guides/react.md'],
      ['Vue', 'docs/guides/vue.md'],
      ['Svelte', 'docs/guides/svelte.md'],
    ],
  ],
  [
    'Reference',
    [
      ['Tools', 'docs/tools.md'],
      ['Protocol', 'docs/protocol.md'],
      ['Packages', 'docs/api/index.md'],
      ['Architecture', 'ARCHITECTURE.md'],
      ['Contributing', 'CONTRIBUTING.md'],
    ],
  ],
];
