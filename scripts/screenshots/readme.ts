import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { BrowserContextOptions, Page } from 'playwright-core';
import sharp from 'sharp';

const folder = fileURLToPath(new URL('../../docs/', import.meta.url));

/** A screenshot in the README. */
export interface ReadmeShot {
  readonly name: string;
  readonly place: string;
  readonly colorScheme: 'light' | 'dark';
  readonly then?: (page: Page) => Promise<void>;
}

export const readmeShots: readonly ReadmeShot[] = [
  {
    name: 'search',
    place: '#/search?q=mountain',
    colorScheme: 'light',
    then: async (page) => {
      await page.locator('a.tile').first().click();
      await page.keyboard.press('i');
      await page.locator('.photo-info').waitFor();
    },
  },
  { name: 'timeline', place: '#/', colorScheme: 'light' },
  {
    name: 'photo',
    place: '#/photo/demo-group-mountain.jpg',
    colorScheme: 'dark',
    then: async (page) => {
      await page.keyboard.press('b');
      await page.keyboard.press('i');
      await page.locator('.photo-people').waitFor();
    },
  },
  { name: 'map', place: '#/map', colorScheme: 'light' },
];

export const readmeLook: BrowserContextOptions = {
  viewport: { width: 1560, height: 975 },
  deviceScaleFactor: 1600 / 1560,
};

/** Machines without a screen have poor system fonts: `README_FONT=Inter` selects another one. */
export async function wearFont(page: Page): Promise<void> {
  const font = process.env['README_FONT'];
  if (font) await page.evaluate(`document.documentElement.style.setProperty('--font', '16px/1.5 "${font}"')`);
}

/**
 * Saves a screenshot small enough for a repository: with few colours, and little dithering so that plain areas stay
 * plain.
 */
export async function keepSmall(picture: Uint8Array, name: string): Promise<void> {
  const { width, height, size } = await sharp(picture)
    .png({ palette: true, colours: 256, quality: 100, dither: 0.6, effort: 10 })
    .toFile(join(folder, `${name}.png`));
  console.log(`docs/${name}.png: ${width} × ${height}, ${Math.round(size / 1000)} kB`);
}
