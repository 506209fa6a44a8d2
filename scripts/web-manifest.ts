import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import type { HtmlTagDescriptor, Plugin } from 'vite';
import { icons as lines } from '../web/icons.ts';
import { languages, type Language } from '../web/state/languages.ts';
import { de } from '../web/strings/de.ts';
import { en } from '../web/strings/en.ts';
import { fr } from '../web/strings/fr.ts';

/** The page's background colour, as in its design tokens. */
const background = '#ffffff';
/** The icon's background colour, for systems that crop icons to a shape of their own. */
const ground = '#c2410c';

/** The texts that the system shows beside the icon, in each language of the page. */
const catalogues: Readonly<Record<Language, Pick<typeof en, 'app' | 'pages' | 'frame'>>> = { en, de, fr };

/** The pages in the icon's menu. */
const shortcuts = ['search', 'people', 'map', 'memories'] as const;

/**
 * Makes the page installable: adds a manifest, and the PNG icons that the manifest and some systems need, drawn from
 * the page's one icon. All files are in `assets/` under names with a hash, since the server serves no others.
 */
export function webManifest(): Plugin {
  let tags: HtmlTagDescriptor[] = [];
  return {
    name: 'web-manifest',
    apply: 'build',
    async buildStart() {
      const svg = await readFile(join(import.meta.dirname, '..', 'web', 'icon.svg'));
      const emit = (name: string, ending: string, source: Uint8Array | string): string => {
        const hash = createHash('sha256').update(source).digest('hex').slice(0, 8);
        const fileName = `assets/${name}-${hash}.${ending}`;
        this.emitFile({ type: 'asset', fileName, source });
        return `/${fileName}`;
      };
      const icons: Record<string, string>[] = [];
      for (const size of [192, 512]) {
        for (const purpose of ['any', 'maskable']) {
          const png = await drawIcon(svg, size, purpose === 'maskable' ? 0.8 : 1);
          icons.push({
            src: emit(`icon-${purpose}-${size}`, 'png', png),
            sizes: `${size}x${size}`,
            type: 'image/png',
            purpose,
          });
        }
      }
      const touchIcon = emit('touch-icon', 'png', await drawIcon(svg, 180, 0.9));
      const marks = await Promise.all(
        shortcuts.map(async (page) => emit(`shortcut-${page}`, 'png', await drawShortcut(lines[page]))),
      );
      const manifestIn = (language: Language): string => {
        const { app, pages, frame } = catalogues[language];
        const manifest = {
          id: '/',
          name: app,
          short_name: app,
          description: frame.description,
          lang: language,
          categories: ['photo'],
          start_url: '/',
          scope: '/',
          display: 'standalone',
          background_color: background,
          theme_color: background,
          icons,
          shortcuts: shortcuts.map((page, i) => ({
            name: pages[page],
            url: `/#/${page}`,
            icons: [{ src: marks[i], sizes: '96x96', type: 'image/png' }],
          })),
        };
        return emit(`manifest-${language}`, 'webmanifest', JSON.stringify(manifest));
      };
      tags = [
        { tag: 'link', attrs: { rel: 'manifest', href: manifestIn('en') }, injectTo: 'head' },
        // The page selects the manifest of its language.
        ...languages.map((hreflang) => ({
          tag: 'link',
          attrs: { rel: 'alternate', type: 'application/manifest+json', hreflang, href: manifestIn(hreflang) },
          injectTo: 'head' as const,
        })),
        { tag: 'link', attrs: { rel: 'apple-touch-icon', href: touchIcon }, injectTo: 'head' },
      ];
    },
    // Only the app is installable, not the page of a share link.
    transformIndexHtml: (_html, { path }) => (path === '/index.html' ? tags : []),
  };
}

/** @param share the icon's side as a fraction of the picture's; around it is the icon's background colour */
async function drawIcon(svg: Uint8Array, size: number, share: number): Promise<Uint8Array> {
  const side = Math.round(size * share);
  const icon = await sharp(svg, { density: 2400 }).resize(side, side).png().toBuffer();
  if (side === size) return icon;
  return sharp({ create: { width: size, height: size, channels: 3, background: ground } })
    .composite([{ input: icon }])
    .png()
    .toBuffer();
}

/** White lines on a disc of the icon's colour, visible on light and dark menus. */
function drawShortcut(path: string): Promise<Uint8Array> {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 48 48">
    <circle cx="24" cy="24" r="24" fill="${ground}" />
    <path transform="translate(12 12)" d="${path}" fill="none" stroke="#fff7ed" stroke-width="1.750"
      stroke-linecap="round" stroke-linejoin="round" />
  </svg>`;
  return sharp(Buffer.from(svg), { density: 288 }).resize(96, 96).png().toBuffer();
}
