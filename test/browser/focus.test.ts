import type { Page } from 'playwright-core';
import { expect } from 'chai';
import type { Album } from '../../core/http/wire.ts';
import { apiOf } from './demo-api.ts';
import { type DemoBrowser, pressAfterG, until, withDemo } from './demo-browser.ts';

const admin: [string, string] = ['admin', 'admin-demo'];

describe('the focus in a browser', function () {
  let demo: DemoBrowser;
  withDemo((started) => {
    demo = started;
  });

  const at = async (place: string): Promise<Page> => (await demo.at(place, admin)).page;
  const isOnPage = (page: string): string =>
    `location.hash === '#/${page}' && document.activeElement.matches('.page main')`;

  it('goes to the page that the list of commands leads to', async () => {
    const page = await at('albums');
    await page.locator('main a.card').first().focus();
    await page.keyboard.press('Control+k');
    await page.keyboard.type('trips');
    await page.keyboard.press('Enter');
    await until(page, isOnPage('trips'));
    await page.locator('main a.card').first().waitFor();
    await page.keyboard.press('Tab');
    await until(page, `document.activeElement.closest('main') !== null`);
  });

  it('is on the page whose link was followed by a key', async () => {
    const page = await at('people');
    await page.locator('a.person-link').first().focus();
    await page.keyboard.press('Enter');
    await until(page, `document.activeElement.closest('.photo-grid') !== null`);
  });

  it('goes from the navigation to the page, whose name screen readers say', async () => {
    const page = await at('albums');
    const follow = async (name: string): Promise<void> => {
      await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name, exact: true }).focus();
      await page.keyboard.press('Enter');
    };
    for (const [name, to] of [
      ['People', 'people'],
      ['Settings', 'settings'],
    ] as const) {
      await follow(name);
      await until(page, `${isOnPage(to)} && document.activeElement.ariaLabel === '${name}'`);
    }
    for (const name of ['Favourites', 'Photos']) {
      await follow(name);
      await until(page, `document.activeElement.closest('main')?.ariaLabel === '${name}'`);
    }
  });

  it('goes from the photos that a visit began with to the page of a shortcut', async () => {
    const page = await at('');
    await page.locator('a.tile').first().waitFor();
    await until(page, `document.activeElement.matches('.photo-grid')`);
    await pressAfterG(page, 'a');
    await until(page, isOnPage('albums'));
  });

  it('returns to a button that could not be pressed while its work was done', async () => {
    const page = await at('admin/checks');
    const button = page.getByRole('button', { name: 'Check now' });
    await button.focus();
    let finish = (): void => undefined;
    const isAllowed = new Promise<void>((resolve) => (finish = resolve));
    await page.route('**/api/admin/checks', async (route) => {
      await isAllowed;
      await route.continue();
    });
    await page.keyboard.press('Enter');
    await until(page, `document.activeElement === document.body`);
    finish();
    await until(page, `document.activeElement.textContent === 'Check now'`);
  });

  it('stays with the person who is named, or is not', async () => {
    const page = await at('people');
    await page.getByRole('button', { name: 'Add a name' }).first().focus();
    await page.keyboard.press('Enter');
    await until(page, `document.activeElement.matches('.person-combobox input')`);
    await page.keyboard.press('Escape');
    await until(page, `document.activeElement.matches('.add-name')`);
    await page.keyboard.press('Enter');
    await page.keyboard.type('Wilhelmine');
    await page.keyboard.press('Enter');
    await until(page, `document.activeElement.ariaLabel?.startsWith('Wilhelmine, ')`);
    await page.keyboard.press('Enter');
    await page.locator('.person-header').getByRole('button', { name: 'Rename' }).focus();
    await page.keyboard.press('Enter');
    await page.keyboard.press('Escape');
    await until(page, `document.activeElement.matches('h1') && document.activeElement.textContent === 'Wilhelmine'`);
  });

  it('is on the page after people are merged', async () => {
    const page = await at('people');
    const picks = page.getByRole('checkbox', { name: 'Select Unnamed' });
    await picks.nth(0).check();
    await picks.nth(1).check();
    await page.locator('.people-bar').getByRole('button', { name: 'Merge' }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').getByRole('button', { name: 'Merge' }).focus();
    await page.keyboard.press('Enter');
    await page.getByText(/^Merged/).waitFor();
    await until(page, isOnPage('people'));
  });

  it('is on the list of albums after one is deleted, and on the button after that was refused', async () => {
    const { uid } = await (await apiOf(demo.url))<Album>('POST', '/api/albums', { name: 'For a day' });
    const page = await at(`albums/${uid}`);
    const button = page.getByRole('button', { name: 'Delete album' });
    await button.focus();
    for (const answer of ['Cancel', 'Delete album']) {
      await page.keyboard.press('Enter');
      await page.getByRole('dialog').getByRole('button', { name: answer }).focus();
      await page.keyboard.press('Enter');
      if (answer === 'Cancel') await until(page, `document.activeElement.ariaLabel === 'Delete album'`);
    }
    await until(page, isOnPage('albums'));
  });

  it('goes to the field for tags when the last tag of a photo is removed', async () => {
    const uid = 'demo-studio-family.jpg';
    await (
      await apiOf(demo.url)
    )('PATCH', '/api/photos', { uids: [uid], add_tags: ['sunny'] });
    const page = await at(`photo/${uid}`);
    await page.locator('.photo-page .original').waitFor();
    await page.keyboard.press('i');
    await page.getByRole('button', { name: 'Remove the tag sunny' }).focus();
    await page.keyboard.press('Enter');
    await until(page, `document.activeElement.ariaLabel === 'Add a tag'`);
  });

  it('goes to the next duplicates when some are archived', async () => {
    const page = await at('duplicates');
    const groups = page.locator('.duplicate-group');
    await groups.first().waitFor();
    const count = await groups.count();
    const next = await groups.nth(1).getAttribute('aria-label');
    expect(count).to.be.above(1);
    await groups
      .first()
      .getByRole('button', { name: /^Archive/ })
      .focus();
    await page.keyboard.press('Enter');
    await until(page, `document.querySelectorAll('.duplicate-group').length === ${count - 1}`);
    await until(page, `document.activeElement.closest('.duplicate-group')?.ariaLabel === ${JSON.stringify(next)}`);
  });
});
