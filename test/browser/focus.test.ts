import type { Page } from 'playwright-core';
import { expect } from 'chai';
import type { Album, AuditEntries } from '../../core/http/wire.ts';
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

  it('moves to the page that was chosen in the list of commands', async () => {
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

  it('moves to the page whose link was opened with a key', async () => {
    const page = await at('people');
    await page.locator('a.person-link').first().focus();
    await page.keyboard.press('Enter');
    await until(page, `document.activeElement.closest('.photo-grid') !== null`);
  });

  it('moves from the navigation to the page, which is labelled with its name for screen readers', async () => {
    const page = await at('albums');
    const follow = async (name: string): Promise<void> => {
      await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name, exact: true }).focus();
      await page.keyboard.press('Enter');
    };
    for (const [name, to] of [
      ['People', 'people'],
      ['Settings', 'settings'],
      ['Albums', 'albums'],
    ] as const) {
      await follow(name);
      await until(page, `${isOnPage(to)} && document.activeElement.ariaLabel === '${name}'`);
    }
    // From an item of a list, and from a section, to its page.
    await page.locator('main a.card').first().click();
    await page.locator('.list-title').waitFor();
    await follow('Albums');
    await until(page, `${isOnPage('albums')} && document.activeElement.ariaLabel === 'Albums'`);
    await follow('Settings');
    await page.locator('.tabs [href="#/settings/account"]').click();
    await until(page, `location.hash === '#/settings/account'`);
    await follow('Settings');
    await until(page, isOnPage('settings'));
    for (const name of ['Favourites', 'Photos']) {
      await follow(name);
      await until(page, `document.activeElement.closest('main')?.ariaLabel === '${name}'`);
    }
  });

  it('moves from the photos of the first page to the page of a keyboard shortcut', async () => {
    const page = await at('');
    await page.locator('a.tile').first().waitFor();
    await until(page, `document.activeElement.matches('.photo-grid')`);
    await pressAfterG(page, 'a');
    await until(page, isOnPage('albums'));
  });

  it('returns to a button that was disabled during its work', async () => {
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

  it('returns to the “Show more” button of a list without scrolling past the new entries', async () => {
    const page = await at('');
    let finish = (): void => undefined;
    const isAllowed = new Promise<void>((resolve) => (finish = resolve));
    // A new library has few entries.
    await page.route('**/api/admin/audit?*', async (route) => {
      const isFirst = !route.request().url().includes('before');
      if (!isFirst) await isAllowed;
      const answer = await route.fetch();
      const [entry] = ((await answer.json()) as AuditEntries).entries;
      const entries = Array.from({ length: 60 }, (_, i) => ({ ...entry, id: (isFirst ? 200 : 100) - i }));
      await route.fulfill({ json: { entries, next_before: isFirst ? 141 : 41 } });
    });
    await page.evaluate(`location.hash = '#/admin/audit'`);
    await page.getByRole('button', { name: 'Show more' }).focus();
    await page.keyboard.press('Enter');
    await until(page, `document.activeElement === document.body`);
    const scrolled: number = await page.evaluate(`document.querySelector('main').scrollTop`);
    expect(scrolled).to.be.above(0);
    finish();
    await until(page, `document.activeElement.textContent === 'Show more'`);
    expect(await page.locator('.log li').count()).to.equal(120);
    expect(await page.evaluate(`document.querySelector('main').scrollTop`)).to.equal(scrolled);
  });

  it('moves from the save button, once that is disabled, to the heading of its form', async () => {
    for (const [place, label, value] of [
      ['settings/account', 'Your name', 'Ada'],
      ['admin/backups', 'Time (server clock)', '04:20'],
    ] as const) {
      const page = await at(place);
      await page
        .locator('input')
        .and(page.getByLabel(label, { exact: true }))
        .fill(value);
      const save = page.getByRole('button', { name: 'Save' });
      await save.focus();
      await page.keyboard.press('Enter');
      await save.and(page.locator(':disabled')).waitFor();
      await until(page, `document.activeElement.matches('.panel:has([type=submit]) h2')`);
      await page.keyboard.press('Tab');
      await until(page, `document.activeElement.matches('form input')`);
    }
  });

  it('stays with a person whose naming is cancelled or saved', async () => {
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

  it('moves to the page after people are merged', async () => {
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

  it('returns to the button if deleting an album is cancelled, and moves to the list of albums if not', async () => {
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

  const tagged = 'demo-studio-family.jpg';
  const atTags = async (...tags: string[]): Promise<Page> => {
    const ask = await apiOf(demo.url);
    await ask('PATCH', '/api/photos', { uids: [tagged], add_tags: tags });
    const page = await at(`photo/${tagged}`);
    await page.locator('.photo-page .original').waitFor();
    await page.keyboard.press('i');
    return page;
  };

  it('moves to the remove button of the next tag, and to the field for tags after the last', async () => {
    const page = await atTags('rainy', 'sunny');
    await page.getByRole('button', { name: 'Remove the tag rainy' }).focus();
    await page.keyboard.press('Enter');
    await until(page, `document.activeElement.ariaLabel === 'Remove the tag sunny'`);
    await page.keyboard.press('Enter');
    await until(page, `document.activeElement.ariaLabel === 'Add a tag'`);
  });

  it('moves to the photo after a click has removed its last tag', async () => {
    const page = await atTags('sunny');
    await page.getByRole('button', { name: 'Remove the tag sunny' }).click();
    await page.locator('.tags:not(.quiet-tags) li').waitFor({ state: 'detached' });
    await until(page, `document.activeElement.matches('.photo-page')`);
  });

  it('moves from a tag to the photo when the next photo has no tags', async () => {
    const page = await atTags('sunny');
    await page.getByRole('link', { name: 'sunny', exact: true }).focus();
    await page.locator('.step.older').waitFor({ state: 'attached' });
    await page.keyboard.press('ArrowRight');
    await until(page, `!location.hash.endsWith('${tagged}')`);
    await page.locator('.photo-info[aria-busy=false]').waitFor();
    await page.locator('.tags:not(.quiet-tags) li').waitFor({ state: 'detached' });
    await until(page, `document.activeElement.matches('.photo-page')`);
  });

  it('moves to the next group of duplicates when one is archived', async () => {
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
