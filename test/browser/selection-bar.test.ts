import { expect } from 'chai';
import type { BrowserContextOptions, Page } from 'playwright-core';
import type { PhotoList } from '../../core/http/wire.ts';
import { apiOf } from './demo-api.ts';
import { type DemoBrowser, drawnPhotos, until, withDemo } from './demo-browser.ts';
import { axeFaults, interactiveFaults } from './page-checks.ts';
import type { WatchedPage } from './watched-page.ts';

const phone = (width: number): BrowserContextOptions => ({
  ...{ viewport: { width, height: 844 }, isMobile: true, hasTouch: true },
});
const buttons = `[...document.querySelectorAll('.selection-actions > button')].map((button) => button.ariaLabel)`;
const rows = `[...document.querySelectorAll('[role=menu] [role^=menuitem] span')].map((row) => row.textContent)`;
const fits = `(() => {
  const bar = document.querySelector('.selection-bar');
  const right = (element) => element.getBoundingClientRect().right;
  return bar.scrollWidth <= bar.clientWidth && [...bar.querySelectorAll('button')].every((button) => right(button) <= innerWidth);
})()`;
const more = 'More actions';

describe('the selection bar', function () {
  let demo: DemoBrowser;
  withDemo((started) => {
    demo = started;
  });

  const picked = async (options: BrowserContextOptions): Promise<WatchedPage> => {
    const watched = await demo.signedIn('/', options);
    await watched.page.locator('a.tile').nth(1).focus();
    await watched.page.keyboard.press('x');
    await watched.page.locator('.selection-bar').waitFor();
    return watched;
  };
  /** The labels of all actions, on a screen with room for them. */
  const all = async (): Promise<string[]> => {
    const { page } = await picked({});
    const labels: string[] = await page.evaluate(buttons);
    await page.context().close();
    return labels;
  };
  const openMenu = async (page: Page): Promise<void> => {
    await page.getByRole('button', { name: more }).click();
    await page.getByRole('menu', { name: more }).waitFor();
  };

  it('has a button for every action if there is room', async () => {
    const labels = await all();
    expect(labels).to.include.members(['Archive', 'Hide', 'Add to favourites', 'Share', 'Download']);
    expect(labels).to.not.include(more);
  });

  for (const width of [320, 390, 480]) {
    it(`has a few buttons and a menu with the other actions on a screen ${width} pixels wide`, async () => {
      const everything = await all();
      const { page, troubles } = await picked(phone(width));
      const shown: string[] = await page.evaluate(buttons);
      expect(shown).to.have.length.within(3, 5);
      expect(shown).to.include('Add to favourites');
      expect(shown.at(-1)).to.equal(more);
      expect(await page.evaluate(fits)).to.equal(true);
      await openMenu(page);
      const inMenu: string[] = await page.evaluate(rows);
      expect([...shown.slice(0, -1), ...inMenu]).to.have.members(everything);
      expect(await axeFaults(page)).to.deep.equal([]);
      expect(await page.evaluate(interactiveFaults)).to.deep.equal([]);
      expect(troubles).to.deep.equal([]);
    });
  }

  it('has a menu that can be navigated and closed with keys, and runs the chosen action', async () => {
    const { page, troubles } = await picked(phone(390));
    await page.getByRole('button', { name: more }).focus();
    await page.keyboard.press('Enter');
    const menu = page.getByRole('menu', { name: more });
    await menu.waitFor();
    const focused = `document.activeElement.textContent`;
    const first: string = await page.evaluate(focused);
    await page.keyboard.press('ArrowDown');
    await until(page, `${focused} !== ${JSON.stringify(first)}`);
    await page.keyboard.press('Escape');
    await menu.waitFor({ state: 'detached' });
    await until(page, `document.activeElement.ariaLabel === '${more}'`);
    expect(await page.locator('.selection-bar').count(), 'the photo is still selected').to.equal(1);
    await openMenu(page);
    await page.getByRole('menuitem', { name: 'Add a tag' }).click();
    await page.getByRole('dialog', { name: 'Add a tag' }).waitFor();
    await menu.waitFor({ state: 'detached' });
    expect(troubles).to.deep.equal([]);
  });

  it('has a menu that does not overlap toasts', async () => {
    const { page } = await picked(phone(360));
    await page.getByRole('button', { name: 'Add to favourites' }).click();
    const undo = page.locator('.toast').getByRole('button', { name: 'Undo' });
    await undo.waitFor();
    await openMenu(page);
    const overlap = `(() => {
      const [toast, menu] = ['.toast', '[role=menu]'].map((part) => document.querySelector(part).getBoundingClientRect());
      return toast.bottom > menu.top && menu.bottom > toast.top;
    })()`;
    expect(await page.evaluate(overlap)).to.equal(false);
    await undo.click();
    await undo.waitFor({ state: 'detached' });
    await page.getByRole('menu', { name: more }).waitFor();
  });

  it('reacts to the keys of actions that are in its menu', async () => {
    const { page } = await picked(phone(390));
    expect(await page.evaluate(buttons)).to.not.include('Archive');
    await page.keyboard.press('t');
    await page.getByRole('dialog').waitFor();
  });

  it('is visible only with the photos that it counts, and its keys work only there', async () => {
    const { page } = await picked({});
    const ask = await apiOf(demo.url);
    const favorites = async (): Promise<number> =>
      (await ask<PhotoList>('GET', '/api/photos?only_favorites=true')).total;
    const before = await favorites();
    const bar = page.locator('.selection-bar');
    await page.keyboard.press('?');
    await page.getByRole('heading', { level: 1, name: 'Help' }).waitFor();
    await page.keyboard.press('f');
    await bar.waitFor({ state: 'detached' });
    // Back at the photos, they are still selected.
    await page.goBack();
    await bar.getByText('1 selected').waitFor();
    expect(await favorites()).to.equal(before);
    await page.goto(`${demo.url}/#/albums/demo-album-studio`);
    await page.getByRole('heading', { level: 1, name: 'Studio' }).waitFor();
    await page.locator('a.tile').first().waitFor();
    expect(await bar.count()).to.equal(0);
    await page.goBack();
    await page.getByRole('heading', { level: 1, name: 'Photos' }).waitFor();
    await page.locator('a.tile').first().waitFor();
    expect(await bar.count()).to.equal(0);
  });

  it('no longer counts a photo that someone else has archived, once the list is read again', async () => {
    const { page } = await picked({});
    const [, mine = '', theirs = ''] = await drawnPhotos(page);
    await page.keyboard.press('a');
    await until(page, `!document.querySelector('a.tile[href$="' + ${JSON.stringify(encodeURIComponent(mine))} + '"]')`);
    for (const index of [1, 2]) await page.locator(`a.tile[data-index="${index}"] .pick`).click({ force: true });
    const bar = page.locator('.selection-bar');
    await bar.getByText('2 selected').waitFor();
    const ask = await apiOf(demo.url);
    const archive = (archived: boolean): Promise<unknown> =>
      ask('PATCH', `/api/photos/${encodeURIComponent(theirs)}`, { archived });
    await archive(true);
    // Makes the page read the list again.
    await page.keyboard.press('Control+z');
    await bar.getByText('1 selected').waitFor();
    await archive(false);
  });

  it('adapts to the width of the window', async () => {
    const { page } = await picked({ viewport: { width: 1280, height: 800 } });
    expect(await page.getByRole('button', { name: more }).count()).to.equal(0);
    await page.setViewportSize({ width: 360, height: 800 });
    await page.getByRole('button', { name: more }).waitFor();
    await until(page, fits);
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.getByRole('button', { name: more }).waitFor({ state: 'detached' });
  });
});
