import type { CSSOptions } from 'vite';

type PostcssPlugins = Extract<NonNullable<CSSOptions['postcss']>, { plugins?: unknown }>['plugins'];

/** The default text size of browsers, in CSS pixels. */
const rootFontSize = 16;

/**
 * The sources give text sizes and line heights in pixels, like all other sizes. The build converts them to rem, so that
 * they follow the text size set in the browser: 16px becomes that size.
 */
export const scalableText: PostcssPlugins = [
  {
    postcssPlugin: 'scalable-text',
    Declaration(declaration) {
      if (!['font', 'font-size', '--font', 'line-height'].includes(declaration.prop)) return;
      declaration.value = declaration.value.replaceAll(
        /\b(\d+(?:\.\d+)?)px\b/g,
        (_, pixels) => `${Number(pixels) / rootFontSize}rem`,
      );
    },
  },
];
