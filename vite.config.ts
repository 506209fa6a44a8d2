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
 * Puts `.br` and `.gz` beside the page and each text asset, made once with the best quality: the server sends these instead of
 * compressing the same bytes for every visitor.
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

/** Has the first paint wait for the script, which knows the theme that was chosen: a page of the other one would flash. */
function paintThemed(): Plugin {
  const script = '<script type="module"';
  return {
    name: 'paint-themed',
    apply: 'build',
    transformIndexHtml: { order: 'post', handler: (html) => html.replace(script, `${script} blocking="render"`) },
  };
}

/** Pages that have nothing of the app, each the name of a mode: of a share link, and of a library that is locked. */
const ownPages = ['share', 'unlock'];

/** What pages of plugins load, under names that stay. */
const forPlugins = 'plugins';

const modulesForPlugins = {
  input: ['page.ts', 'page.css'].map((name) => join(import.meta.dirname, 'web', 'plugins', name)),
  preserveEntrySignatures: 'strict' as const,
  output: { entryFileNames: 'plugins/[name].js', assetFileNames: 'plugins/[name][extname]' },
};

/**
 * Three pages, each built by itself and with all that it begins with in one piece: of all together the bundler makes forty
 * small ones, an eighth larger. `vite build` makes the app, and then `vite build --mode share` and `--mode unlock` the others;
 * `--mode plugins` makes what pages of plugins load.
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
