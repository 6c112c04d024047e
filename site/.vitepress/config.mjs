// The docs site. Pages stay where people read them on a code host: `docs`, and the README of each folder.
import { readFileSync } from 'node:fs';
import { defineConfig } from 'vitepress';
import { anchorOf } from '../../scripts/docs/markdown.mjs';
import { addressOf, linkPages } from '../links.mjs';
import { NAVIGATION } from '../navigation.mjs';

const { repository } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'));

export default defineConfig({
  title: 'BTCP',
  description: 'A browser for AI agents, and a window onto it for people',
  srcDir: '..',
  outDir: './dist',
  srcExclude: ['**/{dist,node_modules,test,skills}/**', '.changeset/**', 'README.md', 'docs/snippets/**'],
  rewrites: (page) => addressOf(page),
  cleanUrls: true,
  lastUpdated: false,
  ignoreDeadLinks: false,
  markdown: {
    theme: { light: 'github-light', dark: 'github-dark' },
    // As on a code host, so that links to a heading work in both places.
    anchor: { slugify: anchorOf },
    config: (markdown) => {
      linkPages(markdown, repository.url);
      // Vue would run what stands in double braces.
      const code = markdown.renderer.rules.code_inline;
      markdown.renderer.rules.code_inline = (...given) => `${code?.(...given)}`.replace('<code', '<code v-pre');
    },
  },
  themeConfig: {
    nav: [
      { text: 'Quick start', link: '/quick-start' },
      { text: 'Tools', link: '/tools' },
      { text: 'Packages', link: '/api/' },
    ],
    sidebar: NAVIGATION.map(({ section, pages }) => ({
      text: section,
      items: pages.map(({ title, file }) => ({
        text: title,
        link: `/${addressOf(file).replace(/(?:index)?\.md$/, '')}`,
      })),
    })),
    search: { provider: 'local' },
    outline: [2, 3],
    editLink: { pattern: `${repository.url}/edit/main/:path`, text: 'Edit this page' },
    socialLinks: [{ icon: 'github', link: repository.url }],
  },
});
