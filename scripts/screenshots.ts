import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { DemoBrowser, until } from '../test/browser/demo-browser.ts';

/** Pictures of every page: `npm run screenshots [-- <part of a file's name>]`. They land in /screenshots/. */
const folder = fileURLToPath(new URL('../screenshots/', import.meta.url));
const wished = process.argv[2] ?? '';

interface Shot {
  readonly name: string;
  readonly place: string;
  /** Seen by the administrator, who sees everything, unless told otherwise. */
  readonly account?: 'demo' | 'nobody';
  /** What to do there before the picture is taken. */
  readonly then?: (page: Page) => Promise<void>;
}

const shots: readonly Shot[] = [
  { name: 'sign-in', place: '#/', account: 'nobody' },
  { name: 'timeline', place: '#/' },
  { name: 'selection', place: '#/', then: pickThree },
  { name: 'palette', place: '#/', then: (page) => page.keyboard.press('Control+K') },
  { name: 'photo', place: '#/', then: openFirst },
  {
    name: 'photo-info',
    place: '#/',
    then: async (page) => {
      await openFirst(page);
      await page.keyboard.press('i');
    },
  },
  { name: 'search', place: '#/search?q=beach' },
  { name: 'search-nothing', place: '#/search?q=xylophone' },
  {
    name: 'search-words',
    place: '#/',
    then: async (page) => {
      await page.getByRole('combobox').first().fill('a');
      await page.getByRole('option').first().waitFor();
    },
  },
  { name: 'explore', place: '#/explore' },
  { name: 'recent', place: '#/explore/recent' },
  { name: 'people', place: '#/people' },
  { name: 'person', place: '#/people', then: (page) => openCard(page, 'a.person-link') },
  { name: 'faces', place: '#/faces' },
  { name: 'albums', place: '#/albums' },
  { name: 'album', place: '#/albums', then: (page) => openCard(page, 'a.card') },
  { name: 'places', place: '#/places' },
  { name: 'place', place: '#/places', then: (page) => openCard(page, 'a.card') },
  { name: 'map', place: '#/map' },
  { name: 'tags', place: '#/tags' },
  { name: 'memories', place: '#/memories' },
  { name: 'favorites', place: '#/favorites' },
  { name: 'archive', place: '#/archive' },
  { name: 'hidden', place: '#/hidden' },
  { name: 'duplicates', place: '#/duplicates' },
  { name: 'settings', place: '#/settings' },
  { name: 'settings-security', place: '#/settings/security' },
  { name: 'settings-sessions', place: '#/settings/sessions' },
  { name: 'settings-account', place: '#/settings/account' },
  { name: 'admin', place: '#/admin' },
  { name: 'admin-failures', place: '#/admin/failures' },
  { name: 'admin-users', place: '#/admin/users' },
  { name: 'admin-backups', place: '#/admin/backups' },
  { name: 'admin-checks', place: '#/admin/checks' },
  { name: 'admin-audit', place: '#/admin/audit' },
  { name: 'help', place: '#/help' },
  { name: 'not-found', place: '#/nowhere' },
  { name: 'of-demo-timeline', place: '#/', account: 'demo' },
];

const desktop: BrowserContextOptions = { viewport: { width: 1280, height: 800 } };
const phone: BrowserContextOptions = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true };
const looks: readonly { name: string; options: BrowserContextOptions; only?: RegExp }[] = [
  { name: 'desktop-light', options: { ...desktop, colorScheme: 'light' } },
  { name: 'desktop-dark', options: { ...desktop, colorScheme: 'dark' } },
  { name: 'phone-light', options: { ...phone, colorScheme: 'light' } },
  { name: 'phone-dark', options: { ...phone, colorScheme: 'dark' } },
  {
    name: 'phone-german',
    options: { ...phone, colorScheme: 'light', locale: 'de-DE' },
    only: /^(sign-in|timeline|photo-info|people|faces|map|settings|admin|help)/,
  },
  {
    name: 'wide-german',
    options: { viewport: { width: 2560, height: 1300 }, colorScheme: 'light', locale: 'de-DE' },
    only: /^(timeline|explore|people|duplicates|settings|admin)$/,
  },
];

async function pickThree(page: Page): Promise<void> {
  await page.locator('.tile').first().waitFor();
  await page.locator('.tile').first().focus();
  for (const key of ['x', 'ArrowRight', 'x', 'ArrowRight', 'x']) {
    await page.keyboard.press(key);
    await page.waitForTimeout(150);
  }
}

async function openFirst(page: Page): Promise<void> {
  await page.locator('a.tile').nth(4).click();
  await page.locator('.original, video').first().waitFor();
}

async function openCard(page: Page, which: string): Promise<void> {
  await page.locator(which).first().click();
}

/** Waits until all pictures in sight are drawn. */
async function settled(page: Page): Promise<void> {
  await page.waitForTimeout(600);
  await until(page, `[...document.images].every((image) => image.complete || image.loading === 'lazy')`);
  await page.waitForTimeout(300);
}

async function main(): Promise<void> {
  if (wished === '') rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const demo = await DemoBrowser.start();
  try {
    for (const look of looks) {
      const chosen = shots.filter(
        ({ name }) => `${look.name}-${name}`.includes(wished) && (look.only?.test(name) ?? true),
      );
      for (const account of ['nobody', 'admin', 'demo'] as const) {
        const of = chosen.filter((shot) => (shot.account ?? 'admin') === account);
        if (of.length > 0) await take(demo, look.name, look.options, account, of);
      }
    }
  } finally {
    await demo.stop();
  }
}

async function take(
  demo: DemoBrowser,
  look: string,
  options: BrowserContextOptions,
  account: 'nobody' | 'admin' | 'demo',
  of: readonly Shot[],
): Promise<void> {
  const { page, troubles } = await demo.page(options);
  page.setDefaultTimeout(10_000);
  await page.goto(demo.url);
  if (account !== 'nobody') await signIn(page, account);
  for (const { name, place, then } of of) {
    await page.goto('about:blank');
    await page.goto(`${demo.url}/${place}`);
    await settled(page);
    try {
      await then?.(page);
    } catch (error) {
      console.error(`${look}-${name}: ${String(error)}`);
    }
    if (then) await settled(page);
    await page.screenshot({ path: join(folder, `${look}-${name}.png`) });
  }
  for (const trouble of new Set(troubles)) console.error(`${look}: ${trouble}`);
  await page.context().close();
}

/** By what the fields are for: their labels are in the browser's language. */
async function signIn(page: Page, account: 'admin' | 'demo'): Promise<void> {
  await page.locator('input[autocomplete=username]').fill(account);
  await page.locator('input[type=password]').fill(`${account}-demo`);
  await page.keyboard.press('Enter');
  await page.locator('.tile').first().waitFor();
}

await main();
