// The tables of docs/workspace-api.md, from the descriptions of the routes.
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const MARKER = /(<!-- routes: (.+) -->\n)[\s\S]*?(<!-- \/routes -->)/g;

/**
 * @param {string} root of the repository
 * @param {string} page with a marked place for each section
 */
export async function withRoutes(root, page) {
  const { WORKSPACE_ROUTES } = await import(pathToFileURL(join(root, 'apps/btcp/dist/api/route-descriptions.js')).href);
  const left = new Set(Object.keys(WORKSPACE_ROUTES));
  const filled = page.replaceAll(MARKER, (_, start, section, end) => {
    if (!left.delete(section)) throw new Error(`No routes are described for "${section}".`);
    const rows = WORKSPACE_ROUTES[section].map(
      (/** @type {{ route: string, summary: string, takes?: string, returns: string }} */ each) =>
        `| \`${each.route}\` | ${each.summary} | ${cell(each.takes ?? '')} | ${cell(each.returns)} |`,
    );
    return `${start}\n| route | | takes | returns |\n| --- | --- | --- | --- |\n${rows.join('\n')}\n\n${end}`;
  });
  if (left.size > 0) throw new Error(`docs/workspace-api.md has no place for ${[...left].join(', ')}.`);
  return filled;
}

/** @param {string} text */
function cell(text) {
  return text.replaceAll('|', '\\|');
}
