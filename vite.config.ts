import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import preact from '@preact/preset-vite';
import { defineConfig, type Plugin } from 'vite';
import { mapData } from './scripts/map/map-data.ts';
import { scalableText } from './scripts/scalable-text.ts';
import { webManifest } from './scripts/web-manifest.ts';

/**
 * Writes `.br` and `.gz` beside the page and each text asset, with the best compression: the server sends these, and
 * need not compress the same bytes for every visitor.
 */
function precompress(): Plugin {
  return {
    name: 'precompress',
    apply: 'build',
    async writeBundle({ dir }, bundle) {
      const texts = Object.keys(bundle).filter((name) =>
        /^((?:index|share|unlock)\.html|(assets|plugins)\/.*\.(js|css|svg|bin))$/.test(name),
      );
      for (const name of texts) {
        const path = join(dir ?? '', name);
        const bytes = await readFile(path);
        const params = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY };
        await writeFile(`${path}.br`, await promisify(brotliCompress)(bytes, { params }));
        await writeFile(`${path}.gz`, await promisify(gzip)(bytes, { level: 9 }));
      }
    },
  };
}

/**
 * Delays the first paint until the script has run, which knows the selected theme. Otherwise the page would flash in
 * another theme.
 */
function paintThemed(): Plugin {
  const script = '<script type="module"';
  return {
    name: 'paint-themed',
    apply: 'build',
    transformIndexHtml: { order: 'post', handler: (html) => html.replace(script, `${script} blocking="render"`) },
  };
}

/**
 * Pages that are not part of the app, each with a build mode of its name: that of a share link, and that of a locked
 * library.
 */
const ownPages = ['share', 'unlock'];

/** The files that plugins' pages load, whose names must not change. */
const forPlugins = 'plugins';

const modulesForPlugins = {
  input: ['page.ts', 'page.css'].map((name) => join(import.meta.dirname, 'web', 'plugins', name)),
  preserveEntrySignatures: 'strict' as const,
  output: { entryFileNames: 'plugins/[name].js', assetFileNames: 'plugins/[name][extname]' },
};

/**
 * Three pages, each built separately, with all modules that it needs at the start in one chunk: in one build for all,
 * the bundler makes forty small chunks, which are an eighth larger. `vite build` builds the app; `vite build --mode
 * share` and `--mode unlock` build the others. `--mode plugins` builds the files that plugins' pages load.
 */
export default defineConfig(({ mode }) => {
  const page = ownPages.find((name) => name === mode) ?? 'index';
  return {
    root: join(import.meta.dirname, 'web'),
    plugins: [preact(), mapData(), webManifest(), paintThemed(), precompress()],
    css: { postcss: { plugins: scalableText ?? [] } },
    build: {
      outDir: join(import.meta.dirname, 'dist', 'web'),
      emptyOutDir: page === 'index' && mode !== forPlugins,
      target: 'es2022',
      // The Content-Security-Policy allows neither `data:` images nor inline scripts.
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
      rolldownOptions:
        mode === forPlugins
          ? modulesForPlugins
          : {
              input: join(import.meta.dirname, 'web', `${page}.html`),
              output: { codeSplitting: { groups: [{ name: 'first', test: /web\/((share|unlock)\/)?main\.tsx$/ }] } },
            },
    },
    server: {
      proxy: { '/api': 'http://127.0.0.1:8470' },
    },
  };
});
