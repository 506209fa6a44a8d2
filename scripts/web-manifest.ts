import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import type { HtmlTagDescriptor, Plugin } from 'vite';

/** The page's own, as its design tokens have it. */
const background = '#ffffff';
/** The icon's, for systems that cut icons into a shape of their own. */
const ground = '#c2410c';

/**
 * Makes the page installable: a manifest, and the icons that it and some systems want as PNGs, drawn from the page's one
 * icon. All of it lies in `assets/` under names that carry a hash, since the server has nothing else to give.
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
      const icons = [];
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
      const manifest = {
        name: 'Photofinch',
        short_name: 'Photofinch',
        start_url: '/',
        scope: '/',
        display: 'standalone',
        background_color: background,
        theme_color: background,
        icons,
      };
      const manifestFile = emit('manifest', 'webmanifest', JSON.stringify(manifest));
      tags = [
        { tag: 'link', attrs: { rel: 'manifest', href: manifestFile }, injectTo: 'head' },
        { tag: 'link', attrs: { rel: 'apple-touch-icon', href: touchIcon }, injectTo: 'head' },
      ];
    },
    transformIndexHtml: () => tags,
  };
}

/** @param share of the picture's side that the icon takes; around it is its own colour */
async function drawIcon(svg: Uint8Array, size: number, share: number): Promise<Uint8Array> {
  const side = Math.round(size * share);
  const icon = await sharp(svg, { density: 2400 }).resize(side, side).png().toBuffer();
  if (side === size) return icon;
  return sharp({ create: { width: size, height: size, channels: 3, background: ground } })
    .composite([{ input: icon }])
    .png()
    .toBuffer();
}
