import { expect } from 'chai';
import type { BrowserContextOptions, Page } from 'playwright-core';
import type { Albums, People, PhotoList } from '../../core/http/wire.ts';
import { apiOf, type Ask } from './demo-api.ts';
import { type DemoBrowser, until, withDemo, pressAfterG } from './demo-browser.ts';
import { standsStill } from './page-checks.ts';
import { refused, type WatchedPage } from './watched-page.ts';

const account: [string, string] = ['reader', 'only-looks-1'];
const phone: BrowserContextOptions = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true };

/** Each key that has an effect somewhere, except those that leave the page. */
const keys = [
  'f',
  'a',
  'h',
  't',
  'd',
  'b',
  'x',
  'p',
  'k',
  'm',
  'z',
  '0',
  'y',
  'n',
  's',
  'r',
  'c',
  'u',
  'e',
  'i',
  '1',
  '+',
  '-',
  'Delete',
  'Control+z',
  'Control+a',
];

describe('for a viewer', function () {
  let demo: DemoBrowser;
  let ask: Ask;
  withDemo(async (started) => {
    demo = started;
    ask = await apiOf(demo.url);
    await ask('POST', '/api/admin/users', { username: account[0], password: account[1], role: 'read' });
    const { photos } = await ask<PhotoList>('GET', '/api/photos?limit=2&offset=30');
    await ask('PATCH', '/api/photos', { uids: photos.map(({ uid }) => uid), archived: true, add_tags: ['harbour'] });
  });

  /** A page, and its requests that the server refused because of the role. */
  const opened = async (place = '/', options = {}): Promise<WatchedPage & { refusals: string[] }> => {
    const watched = await demo.signedIn(place, options, account);
    const { page } = watched;
    const refusals: string[] = [];
    page.on('response', (response) => {
      const { pathname } = new URL(response.url());
      if (response.status() === 403) refusals.push(`${response.request().method()} ${pathname}`);
    });
    return { ...watched, refusals };
  };
  const noAccess = (page: Page): Promise<number> => page.getByText('No access').count();
  const hashes = (page: Page, links: string): Promise<string[]> =>
    page.evaluate(`[...document.querySelectorAll(${JSON.stringify(links)})].map(({ hash }) => hash)`);
  const goTo = async (page: Page, hash: string): Promise<void> => {
    await page.evaluate(`location.hash = ${JSON.stringify(hash)}`);
    await until(page, `document.querySelector('h1, .photo-page') !== null`);
    await standsStill(page);
  };
  /** Closes everything over the list of a page, layer by layer, and waits until the browser has gone back. */
  const leave = async (page: Page): Promise<void> => {
    const over = 'dialog, [role=menu], .photo-page, .selection-bar';
    const isUncovered = `document.querySelector('${over}') === null && history.state?.covered !== true`;
    for (let i = 0; i < 3; i++) await page.keyboard.press('Escape');
    await standsStill(page);
    // Keys that were pressed while the browser was going back had no effect.
    for (let i = 0; i < 10 && !(await page.evaluate(isUncovered)); i++) {
      await page.keyboard.press('Escape');
      await standsStill(page);
    }
    await until(page, isUncovered);
  };
  /** Clicks every visible button in the main part of a page, and closes what opens. */
  const pressAll = async (page: Page): Promise<void> => {
    await page.evaluate(`(() => {
      for (const button of document.querySelectorAll('main button, main summary')) {
        if (!button.isConnected || button.disabled || !button.checkVisibility()) continue;
        button.click();
      }
    })()`);
    await standsStill(page);
    await leave(page);
  };

  it('each page of the navigation can be seen, and no control leads to a refused request', async () => {
    const { page, refusals } = await opened();
    const pages = await hashes(page, '.navigation li a');
    expect(pages).to.include.members(['#/people', '#/archive', '#/help']);
    const [person] = (await ask<People>('GET', '/api/people')).people;
    const [album] = (await ask<Albums>('GET', '/api/albums')).albums;
    const within = ['#/explore/recent', `#/people/${person!.id}`, `#/people/${person!.id}?tab=faces`];
    const places = [...pages, ...within, `#/albums/${album!.uid}`, '#/tags/harbour', '#/search?q=lisbon'];
    for (const place of places) {
      await goTo(page, place);
      expect(await noAccess(page), place).to.equal(0);
      // The buttons there end sessions.
      if (!place.startsWith('#/settings')) await pressAll(page);
      expect(refusals, place).to.deep.equal([]);
    }
  });

  it('each section of the settings can be seen', async () => {
    const { page, refusals } = await opened();
    for (const section of ['', '/account', '/security', '/sessions']) {
      await goTo(page, `#/settings${section}`);
      expect(await noAccess(page)).to.equal(0);
    }
    expect(refusals).to.deep.equal([]);
  });

  it('each page of the sheet on a phone can be seen', async () => {
    const { page, refusals } = await opened('/', phone);
    await page.getByRole('button', { name: 'More' }).click();
    await page.locator('.sheet-pages').waitFor();
    const pages = await hashes(page, '.sheet-pages a');
    expect(pages).to.include('#/tags').and.not.to.include('#/favorites');
    await page.keyboard.press('Escape');
    await page.locator('.sheet-pages').waitFor({ state: 'detached' });
    for (const place of pages) {
      await goTo(page, place);
      expect(await noAccess(page), place).to.equal(0);
    }
    expect(refusals).to.deep.equal([]);
  });

  it('each entry of the list of commands works', async () => {
    const { page, refusals } = await opened();
    const pages = await hashes(page, '.navigation li a');
    const tried = new Set(['palette-sign-out']);
    for (const place of ['#/', '#/photo/demo-studio-family.jpg', '#/people']) {
      const palette = async (): Promise<string[]> => {
        await goTo(page, place);
        await page.keyboard.press('Control+k');
        await page.locator('.palette-list [role=option]').first().waitFor();
        return page.evaluate(`[...document.querySelectorAll('.palette-list [role=option]')].map(({ id }) => id)`);
      };
      const offered = await palette();
      await page.keyboard.press('Escape');
      await page.getByRole('dialog').waitFor({ state: 'detached' });
      // The pages are those of the navigation, which are visited above.
      const toPages = offered.filter((id) => id.startsWith('palette-go-'));
      expect(toPages).to.have.members(pages.map((hash) => `palette-go-${hash.slice(2) || 'timeline'}`));
      for (const id of offered) {
        if (tried.has(id) || toPages.includes(id)) continue;
        tried.add(id);
        if (!(await palette()).includes(id)) continue;
        await page.locator(`#${id}`).click();
        await standsStill(page);
        expect(await noAccess(page), id).to.equal(0);
        expect(refusals, id).to.deep.equal([]);
        await leave(page);
      }
    }
    expect(tried.size).to.be.greaterThan(8);
  });

  it('neither the menu nor the keys of a photo change it', async () => {
    const { page, refusals } = await opened('/#/photo/demo-studio-family.jpg');
    await page.locator('.photo-page .original').waitFor();
    const written: string[] = [];
    page.on('request', (request) => {
      const { pathname } = new URL(request.url());
      // Signing an address changes nothing.
      if (request.method() !== 'GET' && pathname !== '/api/sign') written.push(`${request.method()} ${pathname}`);
    });
    await page.keyboard.press('m');
    const menu = page.locator('.more-menu [role=menu]');
    await menu.waitFor();
    const rows = await menu.locator('[role^=menuitem]').allInnerTexts();
    expect(rows.filter((row) => row !== 'Hide for me').join()).not.to.match(/archive|hide\b|tag|favourite/i);
    await page.keyboard.press('Escape');
    for (const key of keys) {
      await page.keyboard.press(key);
      await page.keyboard.press('m');
      await page.keyboard.press('Escape');
      if ((await page.locator('.photo-page').count()) === 0) await goTo(page, '#/photo/demo-studio-family.jpg');
    }
    await standsStill(page);
    expect(written).to.deep.equal([]);
    expect(refusals).to.deep.equal([]);
  });

  it('neither the selection bar nor keys change selected photos', async () => {
    const { page, refusals } = await opened();
    await page.keyboard.press('Control+a');
    await page.locator('.selection-bar').waitFor();
    const buttons = await page.evaluate<string[]>(
      `[...document.querySelectorAll('.selection-bar button')].map((button) => button.ariaLabel ?? button.textContent)`,
    );
    expect(buttons.filter((button) => button !== 'Hide for me').join()).not.to.match(/archive|hide|tag|favourite/i);
    for (const key of ['f', 'a', 'h', 't', 'Control+z']) await page.keyboard.press(key);
    await standsStill(page);
    expect(await page.getByRole('dialog').count()).to.equal(0);
    expect(refusals).to.deep.equal([]);
  });

  it('shortcuts of pages for other roles have no effect, and their addresses name the required role', async () => {
    const { page, expects, refusals } = await opened();
    for (const second of ['q', 'h', 'o', 'f']) {
      await pressAfterG(page, second);
      expect(await page.evaluate(`location.hash`)).to.be.oneOf(['', '#/']);
    }
    for (const [place, whom] of [
      ['faces', 'editors'],
      ['faces/likely', 'editors'],
      ['duplicates', 'editors'],
      ['duplicates/near', 'editors'],
      ['hidden', 'editors'],
      ['favorites', 'editors'],
      ['admin', 'administrators'],
      ['admin/users', 'administrators'],
      ['admin/backups', 'administrators'],
      ['admin/failures', 'administrators'],
    ] as const) {
      await page.goto(`${demo.url}/#/${place}`);
      await page.getByRole('main').getByRole('heading', { name: 'No access' }).waitFor();
      await page.getByText(`For ${whom} only.`).waitFor();
      await standsStill(page);
      await page.getByRole('main').getByRole('link').first().click();
      await page.locator('a.tile').first().waitFor();
    }
    expect(refusals).to.deep.equal([]);
    // Only the server knows whether folders are closed to viewers; it is asked once.
    expects(refused(403, '/api/folders'));
    await page.goto(`${demo.url}/#/folders`);
    await page.getByRole('main').getByRole('heading', { name: 'No access' }).waitFor();
    await standsStill(page);
    expect(await page.getByRole('button', { name: 'Try again' }).count()).to.equal(0);
    expect(refusals).to.deep.equal(['GET /api/folders']);
  });
});
