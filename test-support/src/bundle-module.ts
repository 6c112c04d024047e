import type { Plugin } from 'rolldown';

const vue: Plugin = {
  name: 'vue',
  transform: {
    filter: { id: /\.vue$/ },
    async handler(code, filename) {
      const { compileScript, parse } = await import('vue/compiler-sfc');
      const { descriptor } = parse(code, { filename });
      return { code: compileScript(descriptor, { id: filename, inlineTemplate: true }).content, moduleType: 'ts' };
    },
  },
};

/** A module with everything that it imports, built as during development; `alias` puts other packages in place of some. */
export async function bundleModule(
  input: string,
  platform: 'browser' | 'node',
  alias: Record<string, string> = {},
): Promise<string> {
  const { rolldown } = await import('rolldown');
  const bundle = await rolldown({
    input,
    platform,
    resolve: { alias },
    plugins: [vue],
    checks: { moduleLevelDirective: false, bundlerTimings: false },
    transform: {
      define: {
        'process.env.NODE_ENV': '"development"',
        __VUE_OPTIONS_API__: 'true',
        __VUE_PROD_DEVTOOLS__: 'false',
        __VUE_PROD_HYDRATION_MISMATCH_DETAILS__: 'true',
      },
    },
  });
  const { output } = await bundle.generate({ format: 'esm', codeSplitting: false });
  await bundle.close();
  return output[0].code;
}
