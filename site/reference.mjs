// The API reference: TypeDoc reads the declarations that the packages ship and writes Markdown for the site.
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Application, ReflectionKind } from 'typedoc';

const root = fileURLToPath(new URL('..', import.meta.url));

/** Writes `site/api`, one page for each entry of each package. */
export async function writeReference() {
  const entries = entriesOf(root);
  const app = await Application.bootstrapWithPlugins({
    entryPoints: [...entries.keys()],
    tsconfig: `${root}site/tsconfig.json`,
    out: `${root}site/api`,
    name: 'Packages',
    plugin: ['typedoc-plugin-markdown'],
    // Options of the Markdown plugin, which TypeDoc's own types do not have.
    .../** @type {object} */ ({
      router: 'module',
      hideBreadcrumbs: true,
      hidePageHeader: true,
      entryFileName: 'index',
    }),
    readme: 'none',
    excludeExternals: true,
    excludePrivate: true,
    disableSources: true,
    validation: { notExported: false, invalidLink: true, notDocumented: true },
    requiredToBeDocumented: ['Class', 'Function', 'Interface', 'TypeAlias', 'Variable'],
    treatWarningsAsErrors: true,
    treatValidationWarningsAsErrors: true,
    logLevel: 'Warn',
  });
  const project = await app.convert();
  if (!project) throw new Error('TypeDoc could not read the declarations of the packages.');
  for (const module of project.getChildrenByKind(ReflectionKind.Module)) {
    const file = project.getSymbolIdFromReflection(module)?.fileName;
    module.name = entries.get(`${file}`) ?? module.name;
  }
  app.validate(project);
  await app.generateOutputs(project);
  if (app.logger.hasErrors() || app.logger.hasWarnings()) throw new Error('The API reference has problems: see above.');
}

/**
 * @param {string} root of the repository
 * @returns {Map<string, string>} what a user imports, by the file of its declarations
 */
function entriesOf(root) {
  /** @type {Map<string, string>} */
  const entries = new Map();
  for (const folder of readdirSync(`${root}packages`)) {
    const manifest = JSON.parse(readFileSync(`${root}packages/${folder}/package.json`, 'utf8'));
    for (const [entry, target] of Object.entries(manifest.exports)) {
      const types = Object(target).types;
      if (types) entries.set(`${root}packages/${folder}/${types.replace('./', '')}`, manifest.name + entry.slice(1));
    }
  }
  return entries;
}
