import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { DemoBrowser, until, type WatchedPage } from '../test/browser/demo-browser.ts';
import { LivelyLibrary, password, withoutCodes } from './screenshots/library.ts';
import { makeUp } from './screenshots/staged-answers.ts';
import { keepSmall, readmeLook, readmeShots, wearFont } from './screenshots/readme.ts';
import { giveIn, shots, type Account, type Shot } from './screenshots/shots.ts';

/**
 * Takes screenshots of every page: `npm run screenshots [-- <regular expression for names>]`. They are saved in
 * /screenshots/. `npm run screenshots -- readme` takes those of the README instead, into /docs/.
 */
const folder = fileURLToPath(new URL('../screenshots/', import.meta.url));
const pattern = new RegExp(process.argv[2] ?? '');

interface Look {
  readonly name: string;
  readonly options: BrowserContextOptions;
  /** Takes only shots whose name matches. */
  readonly only?: RegExp;
}

const desktop: BrowserContextOptions = { viewport: { width: 1280, height: 800 } };
const phone: BrowserContextOptions = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true };
const tablet: BrowserContextOptions = { viewport: { width: 820, height: 1180 }, isMobile: true, hasTouch: true };
const wideOptions: BrowserContextOptions = { viewport: { width: 2560, height: 1440 } };
const german =
  /^(sign-in|timeline|selection|navigation|palette|photo-info|search|people|faces|map|duplicates|settings|admin|help)/;
const key =
  /^(timeline|timeline-empty|photo-info|search|explore|people|person|faces|albums|album-own|trip|shared|map|duplicates|settings|admin|help)$/;
const looks: readonly Look[] = [
  { name: 'desktop-light', options: { ...desktop, colorScheme: 'light' } },
  { name: 'desktop-dark', options: { ...desktop, colorScheme: 'dark' } },
  { name: 'phone-light', options: { ...phone, colorScheme: 'light' } },
  { name: 'phone-dark', options: { ...phone, colorScheme: 'dark' } },
  { name: 'phone-german', options: { ...phone, colorScheme: 'light', locale: 'de-DE' }, only: german },
  { name: 'tablet-light', options: { ...tablet, colorScheme: 'light' }, only: key },
  { name: 'wide-light', options: { ...wideOptions, colorScheme: 'light' }, only: key },
];

/** Waits until all visible images are loaded, and nothing moves any more. */
async function settled(page: Page): Promise<void> {
  await page.waitForTimeout(500);
  await until(page, `[...document.images].every((image) => image.complete || image.loading === 'lazy')`);
  await page.waitForTimeout(250);
}

async function forReadme(): Promise<void> {
  const demo = await DemoBrowser.start({ MODELS_DIR: 'no-models', ML_BUILT_IN: 'faces,things' });
  try {
    await LivelyLibrary.make(demo.url, true);
    for (const { name, place, colorScheme, then } of readmeShots) {
      const { page } = await demo.page({ ...readmeLook, colorScheme });
      await page.goto(demo.url);
      await giveIn(page, 'demo', 'demo-demo');
      // Dismisses the note about models.
      const note = page.locator('.models-note .button');
      await page.waitForTimeout(500);
      if (await note.isVisible()) await note.click();
      await page.goto('about:blank');
      await page.goto(`${demo.url}/${place}`);
      await wearFont(page);
      await settled(page);
      await then?.(page);
      await settled(page);
      await keepSmall(await page.screenshot(), name);
      await page.context().close();
    }
  } finally {
    await demo.stop();
  }
}

async function main(): Promise<void> {
  if (process.argv[2] === undefined) rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const demo = await DemoBrowser.start({ MODELS_DIR: 'no-models' });
  try {
    const library = await LivelyLibrary.make(demo.url, false);
    for (const look of looks) {
      const matching = shots.filter(
        ({ name }) => pattern.test(`${look.name}-${name}`) && (look.only?.test(name) ?? true),
      );
      for (const account of ['nobody', 'admin', 'demo', withoutCodes] as const) {
        const of = matching.filter((shot) => (shot.account ?? 'admin') === account);
        if (of.length > 0)
          await take(await demo.page(look.options), { url: demo.url, library }, look.name, account, of);
        if (of.some(({ name }) => name === 'settings-codes')) await library.dropSecondFactor(withoutCodes);
      }
    }
  } finally {
    await demo.stop();
  }
}

async function take(
  { page, troubles }: WatchedPage,
  { url, library }: { url: string; library: LivelyLibrary },
  look: string,
  account: Account,
  of: readonly Shot[],
): Promise<void> {
  page.setDefaultTimeout(10_000);
  await page.goto(url);
  if (account !== 'nobody') {
    await giveIn(page, account, account === withoutCodes ? password : `${account}-demo`);
    await page.locator('.tile').first().waitFor();
  }
  for (const { name, place, madeUp = {}, then } of of) {
    await page.goto('about:blank');
    await makeUp(page, madeUp);
    await page.goto(`${url}/${typeof place === 'string' ? place : place(library)}`);
    await settled(page);
    try {
      await then?.(page);
    } catch (error) {
      console.error(`${look}-${name}: ${String(error)}`);
    }
    if (then) await settled(page);
    await page.screenshot({ path: join(folder, `${look}-${name}.png`) });
    for (const trouble of new Set(troubles.splice(0))) console.error(`${look}-${name}: ${trouble}`);
  }
  await page.context().close();
}

await (process.argv[2] === 'readme' ? forReadme() : main());
