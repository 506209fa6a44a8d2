import type { CSSOptions } from 'vite';

type PostcssPlugins = Extract<NonNullable<CSSOptions['postcss']>, { plugins?: unknown }>['plugins'];

/** CSS pixels of the text size that browsers begin with. */
const rootFontSize = 16;

/**
 * Sizes of text and heights of its lines are written in pixels, as everything beside them is. In what is built they follow the text size that is set
 * in the browser: 16px is as large as that, whatever it is.
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
