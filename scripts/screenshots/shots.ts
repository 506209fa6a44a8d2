import { generateSync } from 'otplib';
import type { Page } from 'playwright-core';
import { password, withCodes, withoutCodes, type LivelyLibrary } from './library.ts';
import * as madeUp from './staged-answers.ts';

export type Account = 'nobody' | 'admin' | 'demo' | typeof withoutCodes;

export interface Shot {
  readonly name: string;
  readonly place: string | ((library: LivelyLibrary) => string);
  /** Default: the administrator, who sees everything. */
  readonly account?: Account;
  readonly madeUp?: madeUp.StagedAnswers;
  /** Actions on the page before the screenshot is taken. */
  readonly then?: (page: Page) => Promise<void>;
}

export const shots: readonly Shot[] = [
  { name: 'sign-in', place: '#/', account: 'nobody' },
  { name: 'sign-in-wrong', place: '#/', account: 'nobody', then: (page) => giveIn(page, 'grandma', 'wrong') },
  { name: 'sign-in-code', place: '#/', account: 'nobody', then: (page) => giveIn(page, withCodes, password) },
  { name: 'timeline', place: '#/' },
  { name: 'timeline-scrolled', place: '#/', then: scrollOn },
  { name: 'timeline-empty', place: '#/', madeUp: madeUp.noPhotos },
  { name: 'timeline-begun', place: '#/', madeUp: { ...madeUp.noPhotos, ...madeUp.begun } },
  { name: 'timeline-reading', place: '#/', madeUp: madeUp.failing },
  { name: 'timeline-of-editor', place: '#/', account: 'demo' },
  { name: 'selection', place: '#/', then: pickThree },
  { name: 'toast', place: '#/', then: favoriteThree },
  { name: 'tag-dialog', place: '#/', then: tagThree },
  {
    name: 'calendar',
    place: '#/',
    then: async (page) => {
      await page.keyboard.press('g');
      await page.keyboard.press('c');
    },
  },
  { name: 'palette', place: '#/', then: (page) => page.keyboard.press('Control+K') },
  { name: 'navigation', place: '#/', then: openNavigation },
  { name: 'account-menu', place: '#/', then: (page) => page.locator('.account-button').click() },
  { name: 'photo', place: '#/photo/demo-studio-kenji.jpg' },
  { name: 'photo-bright', place: '#/photo/demo-snow-kenji-lia.jpg' },
  { name: 'photo-info', place: '#/photo/demo-beach-ines-omar.jpg', then: (page) => press(page, 'i') },
  { name: 'photo-info-end', place: '#/photo/demo-winter-cabin.jpg', then: infoEnd },
  { name: 'photo-faces', place: '#/photo/demo-group-mountain.jpg', then: (page) => press(page, 'b') },
  { name: 'search', place: '#/search?q=amara%20beach' },
  { name: 'search-nothing', place: '#/search?q=xylophone' },
  { name: 'search-words', place: '#/', then: (page) => type(page, 'a') },
  { name: 'search-by-face', place: '#/search?by=face' },
  { name: 'explore', place: '#/explore' },
  { name: 'recent', place: '#/explore/recent' },
  { name: 'people', place: '#/people' },
  { name: 'people-empty', place: '#/people', madeUp: madeUp.noPeople },
  { name: 'people-compare', place: '#/people', then: (page) => press(page, 'c') },
  { name: 'people-picked', place: '#/people', then: pickPeople },
  { name: 'person', place: '#/people/8' },
  { name: 'person-rtl', place: '#/people/6' },
  { name: 'person-faces', place: '#/people/1?tab=faces' },
  { name: 'person-places', place: '#/people/1?tab=places' },
  { name: 'faces', place: '#/faces' },
  { name: 'faces-empty', place: '#/faces', madeUp: madeUp.noFaces },
  { name: 'albums', place: '#/albums', madeUp: madeUp.longAlbum },
  { name: 'albums-empty', place: '#/albums', madeUp: madeUp.noAlbums },
  { name: 'album', place: '#/albums/demo-album-lisbon-summer' },
  { name: 'album-own', place: '#/albums', then: openOwnAlbum },
  { name: 'album-arrange', place: '#/albums', then: (page) => inOwnAlbum(page, 'Arrange photos') },
  { name: 'album-edit', place: '#/albums', then: (page) => inOwnAlbum(page, 'Edit album') },
  { name: 'album-audience', place: '#/albums', then: (page) => inOwnAlbum(page, 'Who can see this') },
  { name: 'album-share', place: '#/albums', then: (page) => inOwnAlbum(page, 'Share') },
  { name: 'album-rule', place: '#/albums', then: openRule },
  { name: 'album-picker', place: '#/', then: (page) => withThree(page, 'l') },
  { name: 'edit-one', place: '#/photo/demo-winter-cabin.jpg', then: (page) => press(page, 'e') },
  { name: 'edit-many', place: '#/', then: (page) => withThree(page, 'e') },
  { name: 'trips', place: '#/trips' },
  { name: 'trip', place: '#/trips', then: (page) => page.locator('.card').first().click() },
  { name: 'folders', place: '#/folders' },
  { name: 'shared', place: ({ share }) => share, account: 'nobody' },
  { name: 'shared-photo', place: ({ share }) => share, account: 'nobody', then: openShared },
  { name: 'settings-shares', place: '#/settings/shares' },
  { name: 'places', place: '#/places' },
  { name: 'places-empty', place: '#/places', madeUp: madeUp.noPlaces },
  { name: 'place', place: '#/places', then: (page) => page.locator('a.card').first().click() },
  { name: 'map', place: '#/map' },
  { name: 'map-empty', place: '#/map', madeUp: madeUp.noPlaces },
  { name: 'tags', place: '#/tags' },
  { name: 'tags-empty', place: '#/tags', madeUp: madeUp.noTags },
  { name: 'memories', place: '#/memories/11-22' },
  { name: 'memories-empty', place: '#/memories', madeUp: madeUp.noMemories },
  { name: 'favorites', place: '#/favorites' },
  { name: 'favorites-empty', place: '#/favorites', account: 'demo' },
  { name: 'archive', place: '#/archive' },
  { name: 'hidden', place: '#/hidden' },
  { name: 'duplicates', place: '#/duplicates' },
  { name: 'duplicates-alike', place: '#/duplicates/near' },
  { name: 'duplicates-empty', place: '#/duplicates', madeUp: madeUp.noDuplicates },
  { name: 'settings', place: '#/settings' },
  { name: 'settings-security', place: '#/settings/security' },
  { name: 'settings-sessions', place: '#/settings/sessions' },
  { name: 'settings-account', place: '#/settings/account' },
  { name: 'settings-scan', place: '#/settings/security', account: withoutCodes, then: showCode },
  { name: 'settings-codes', place: '#/settings/security', account: withoutCodes, then: showCodes },
  { name: 'admin', place: '#/admin' },
  { name: 'admin-failing', place: '#/admin', madeUp: madeUp.failing },
  { name: 'admin-failures', place: '#/admin/failures', madeUp: madeUp.failing },
  { name: 'admin-failures-none', place: '#/admin/failures' },
  { name: 'admin-users', place: '#/admin/users' },
  { name: 'admin-user', place: '#/admin/users', then: (page) => page.locator('.rows .button').nth(2).click() },
  { name: 'admin-backups', place: '#/admin/backups' },
  { name: 'admin-checks', place: '#/admin/checks', then: check },
  { name: 'admin-audit', place: '#/admin/audit' },
  { name: 'help', place: '#/help' },
  { name: 'not-found', place: '#/nowhere' },
];

async function press(page: Page, key: string): Promise<void> {
  await page.waitForTimeout(300);
  await page.keyboard.press(key);
}

/** Finds the fields by their purpose, since their labels are in the browser's language. */
export async function giveIn(page: Page, username: string, secret: string): Promise<void> {
  await page.locator('input[autocomplete=username]').fill(username);
  await page.locator('input[type=password]').fill(secret);
  await page.keyboard.press('Enter');
}

async function scrollOn(page: Page): Promise<void> {
  await page.locator('.tile').first().waitFor();
  await page.evaluate(`document.querySelector('.photo-grid').scrollTop = 900`);
}

async function pickThree(page: Page): Promise<void> {
  const tiles = page.locator('a.tile');
  await tiles.first().focus();
  for (const index of [0, 1, 2]) {
    await tiles.nth(index).focus();
    await page.keyboard.press('x');
    await page.waitForTimeout(100);
  }
}

async function favoriteThree(page: Page): Promise<void> {
  await pickThree(page);
  await page.keyboard.press('f');
  await page.locator('.toast').waitFor();
}

async function tagThree(page: Page): Promise<void> {
  await pickThree(page);
  await page.keyboard.press('t');
}

async function withThree(page: Page, key: string): Promise<void> {
  await pickThree(page);
  await page.keyboard.press(key);
}

async function openOwnAlbum(page: Page): Promise<void> {
  await page.locator('.card', { hasText: 'Grandma’s wall' }).click();
  await page.locator('.tile').first().waitFor();
}

async function inOwnAlbum(page: Page, button: string): Promise<void> {
  await openOwnAlbum(page);
  await page.getByRole('button', { name: button, exact: true }).first().click();
}

async function openRule(page: Page): Promise<void> {
  await page.locator('.card', { hasText: 'All of our winters' }).click();
  await page.locator('.tile').first().waitFor();
  await page.getByRole('button', { name: 'Change what it looks for' }).first().click();
}

async function openShared(page: Page): Promise<void> {
  await page.locator('a:has(img)').first().click();
}

async function openNavigation(page: Page): Promise<void> {
  const moreButton = page.locator('.navigation .more button');
  if (await moreButton.isVisible()) await moreButton.click();
}

async function infoEnd(page: Page): Promise<void> {
  await press(page, 'i');
  await page.waitForTimeout(600);
  await page.evaluate(`document.querySelector('.photo-info').scrollTop = 10000`);
}

async function type(page: Page, text: string): Promise<void> {
  await page.getByRole('combobox').first().fill(text);
  await page.getByRole('option').first().waitFor();
}

async function pickPeople(page: Page): Promise<void> {
  for (const index of [0, 2]) await page.locator('.person-pick input').nth(index).check({ force: true });
}

async function check(page: Page): Promise<void> {
  await page.locator('.panel .button').first().click();
  await page.locator('.rows .badge').first().waitFor();
}

async function scan(page: Page): Promise<string> {
  const panel = page.locator('.panel').nth(1);
  await panel.locator('.button').first().click();
  await panel.locator('input[type=password]').fill(password);
  await page.keyboard.press('Enter');
  return panel.locator('.secret code').innerText();
}

async function showCode(page: Page): Promise<void> {
  await scan(page);
}

async function showCodes(page: Page): Promise<void> {
  const secret = await scan(page);
  await page.locator('.panel input[name=code]').fill(generateSync({ secret: secret.replaceAll(/\s/g, '') }));
  await page.keyboard.press('Enter');
  await page.locator('.recovery-codes').waitFor();
}
