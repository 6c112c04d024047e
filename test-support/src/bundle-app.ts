import { fileURLToPath } from 'node:url';
import type { Plugin } from 'rolldown';

const svelte: Plugin = {
  name: 'svelte',
  transform: {
    filter: { id: /\.svelte$/ },
    async handler(code, filename) {
      const { compile } = await import('svelte/compiler');
      return { code: compile(code, { filename, generate: 'client' }).js.code, moduleType: 'js' };
    },
  },
};

/** Frameworks that have a small app in `apps`; they all show the same form and print what they hold. */
export const FRAMEWORKS = ['react', 'vue', 'svelte', 'angular', 'lit', 'plain'];

/** The app of a framework, as a module without imports. */
export async function bundleApp(framework: string): Promise<string> {
  // Bundler and compilers are loaded where they are used: most tests need none of them.
  const { rolldown } = await import('rolldown');
  const bundle = await rolldown({
    input: fileURLToPath(new URL(`../apps/${framework}/app.js`, import.meta.url)),
    platform: 'browser',
    plugins: [svelte],
    transform: {
      define: {
        'process.env.NODE_ENV': '"production"',
        __VUE_OPTIONS_API__: 'true',
        __VUE_PROD_DEVTOOLS__: 'false',
        __VUE_PROD_HYDRATION_MISMATCH_DETAILS__: 'false',
      },
    },
    // Angular's compiler is imported for its effect alone, which its package denies having.
    treeshake: { moduleSideEffects: true },
  });
  const { output } = await bundle.generate({ format: 'esm', codeSplitting: false });
  await bundle.close();
  return output[0].code;
}
