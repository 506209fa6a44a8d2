import { expect } from 'chai';
import type { Page } from 'playwright-core';
import type { PhotoList, StackStep } from '../../core/http/wire.ts';
import { apiOf } from './demo-api.ts';
import { type DemoBrowser, until, withDemo } from './demo-browser.ts';

const reader: [string, string] = ['reader', 'only-looks-1'];

describe('stacks in a browser', function () {
  let demo: DemoBrowser;
  withDemo(async (started) => {
    demo = started;
    const ask = await apiOf(demo.url);
    await ask('POST', '/api/admin/users', { username: reader[0], password: reader[1], role: 'read' });
  });

  const marked = (page: Page) => page.locator('a.tile:has(.stack-mark)');
  const strip = (page: Page) => page.getByRole('navigation', { name: 'Photos of this stack' });
  const inMenu = async (page: Page, item: string): Promise<void> => {
    await page.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: item }).click();
  };

  it('are made from selected photos, opened, navigated, given a cover, and taken apart', async () => {
    const { page } = await demo.signedIn();
    await until(page, `document.querySelectorAll('.tile[data-index]').length > 6`);
    for (const index of [0, 1, 2]) {
      await page.locator(`a.tile[data-index="${index}"]`).focus();
      await page.keyboard.press('x');
    }
    await page.getByRole('status').getByText('3 selected').waitFor();
    await page.getByRole('button', { name: 'Stack', exact: true }).click();
    await page.getByText('3 photos stacked').waitFor();
    await marked(page).waitFor();
    expect(await marked(page).getAttribute('aria-label')).to.contain('stack of 3 photos');

    await marked(page).locator('.pick').click({ force: true });
    await page.getByRole('status').getByText('3 selected, with all photos of 1 stack').waitFor();
    await page.keyboard.press('Escape');

    await marked(page).click();
    await until(page, `document.querySelectorAll('.stack-strip li').length === 3`);
    const isAt = (at: number): string =>
      `document.querySelectorAll('.stack-strip a')[${at}]?.getAttribute('aria-current') === 'true'`;
    await strip(page).locator('a').first().click();
    await until(page, isAt(0));
    await page.keyboard.press('PageDown');
    await until(page, isAt(1));
    await page.keyboard.press('PageUp');
    await until(page, isAt(0));
    await page.keyboard.press('PageDown');
    await until(page, isAt(1));
    await inMenu(page, 'Use as cover of the stack');
    await until(page, `document.querySelectorAll('.stack-strip a')[1]?.dataset.cover === 'true'`);

    await inMenu(page, 'Take out of the stack');
    await strip(page).waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Undo' }).last().click();
    await until(page, `document.querySelectorAll('.stack-strip li').length === 3`);

    await inMenu(page, 'Unstack');
    await strip(page).waitFor({ state: 'detached' });
    await page.keyboard.press('Escape');
    await until(page, `document.querySelectorAll('.stack-mark').length === 0`);
  });

  it('are removed from the favourites as a whole, even if only their cover is a favourite', async () => {
    const ask = await apiOf(demo.url, ['demo', 'demo-demo']);
    const { photos } = await ask<PhotoList>('GET', '/api/photos?limit=2');
    const { stack, step } = await ask<StackStep>('POST', '/api/stacks', { photos: photos.map(({ uid }) => uid) });
    await ask('PATCH', '/api/photos', { uids: photos.map(({ uid }) => uid), favorited: false });
    await ask('PATCH', '/api/photos', { uids: [stack?.cover], favorited: true });
    const { page } = await demo.signedIn();
    await marked(page).locator('.pick').click({ force: true });
    await page.getByRole('button', { name: 'Remove from favourites' }).click();
    await page.getByText('2 photos removed from your favourites').waitFor();
    await ask('POST', `/api/stacks/steps/${step}/undo`);
  });

  it('are visible to viewers, who cannot change them', async () => {
    const ask = await apiOf(demo.url);
    const { photos } = await ask<PhotoList>('GET', '/api/photos?limit=2');
    await ask('POST', '/api/stacks', { photos: photos.map(({ uid }) => uid) });
    const { page } = await demo.signedIn('/', {}, reader);
    await marked(page).click();
    await until(page, `document.querySelectorAll('.stack-strip li').length === 2`);
    await page.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem').first().waitFor();
    expect(await page.getByRole('menuitem', { name: 'stack' }).count()).to.equal(0);
  });
});
