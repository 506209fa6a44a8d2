import { expect } from 'chai';
import type { BrowserContextOptions, Page } from 'playwright-core';
import sharp from 'sharp';
import type { Status } from '../../core/http/wire.ts';
import { languageNames, languages } from '../../web/state/languages.ts';
import { apiOf } from './demo-api.ts';
import { type DemoBrowser, drawnAnew, pressWithFirst, until, withDemo } from './demo-browser.ts';

const admin: [string, string] = ['admin', 'admin-demo'];
const phone: BrowserContextOptions = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true };

interface Manifest {
  readonly name: string;
  readonly lang: string;
  readonly display: string;
  readonly start_url: string;
  readonly icons: readonly { src: string; sizes: string; type: string; purpose?: string }[];
  readonly shortcuts: readonly { name: string; url: string; icons: Manifest['icons'] }[];
}

describe('the frame around the pages', function () {
  let demo: DemoBrowser;
  withDemo(
    async (started) => {
      demo = started;
      const ask = await apiOf(demo.url);
      await ask('POST', '/api/admin/users', { username: 'reader', password: 'only-looks-1', role: 'read' });
    },
    { MODELS_DIR: 'no-models' },
  );

  const focused = (page: Page): Promise<string> => page.evaluate('document.activeElement.textContent.trim()');
  const accountButton = (page: Page) => page.getByRole('banner').getByRole('button', { name: /^Your account: / });
  /** Makes the page receive a changed status. */
  const pretend = async (page: Page, make: (status: Status) => Status): Promise<void> => {
    await page.route('**/api/status', async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, json: make((await response.json()) as Status) });
    });
  };

  it('responds to shortcuts as soon as it is in the page', async () => {
    const { page } = await demo.at('albums');
    await page.locator('main a.card').first().waitFor();
    await page.addInitScript(pressWithFirst('.navigation', '?'));
    await page.reload();
    await page.locator('.navigation').waitFor();
    await drawnAnew(page);
    expect(new URL(page.url()).hash).to.equal('#/help');
  });

  describe('the account menu', () => {
    it('can be opened, navigated and closed with keys, and returns the focus to its button', async () => {
      const { page } = await demo.signedIn('/', {}, admin);
      await accountButton(page).focus();
      await page.keyboard.press('ArrowDown');
      const menu = page.getByRole('menu', { name: /Demo admin/i });
      await menu.waitFor();
      expect(await focused(page)).to.equal('Settings');
      await page.keyboard.press('ArrowDown');
      expect(await focused(page)).to.equal('Server');
      await page.keyboard.press('ArrowUp');
      await page.keyboard.press('ArrowUp');
      expect(await focused(page)).to.equal('Sign out');
      await page.keyboard.press('h');
      expect(await focused(page)).to.equal('Help');
      await page.keyboard.press('Escape');
      await menu.waitFor({ state: 'detached' });
      expect(await accountButton(page).getAttribute('aria-expanded')).to.equal('false');
      expect(await page.evaluate(`document.activeElement.classList.contains('account-button')`)).to.equal(true);
    });

    it('shows the user and their role, and offers each available language', async () => {
      const { page } = await demo.signedIn('/', phone, ['reader', 'only-looks-1']);
      await accountButton(page).click();
      await page.getByText('reader · Viewer').waitFor();
      const offered = page.getByRole('group', { name: 'Language' }).getByRole('menuitemradio');
      expect(await offered.allTextContents()).to.deep.equal(languages.map((language) => languageNames[language]));
      expect(await page.getByRole('menuitem', { name: 'Server' }).count()).to.equal(0);
    });

    it('changes theme and language', async () => {
      const { page } = await demo.signedIn('/', {}, admin);
      await accountButton(page).click();
      await page.getByRole('menuitemradio', { name: 'Dark' }).click();
      await until(page, `getComputedStyle(document.body).backgroundColor === 'rgb(23, 20, 18)'`);
      expect(await page.getByRole('menuitemradio', { name: 'Dark' }).getAttribute('aria-checked')).to.equal('true');
      await page.getByRole('menuitemradio', { name: 'Deutsch' }).click();
      await page.getByRole('link', { name: 'Personen' }).waitFor();
    });

    it('signs out', async () => {
      const { page } = await demo.signedIn('/', phone, admin);
      await accountButton(page).click();
      await page.getByRole('menuitem', { name: 'Sign out' }).click();
      await page.getByLabel('Password').waitFor();
    });
  });

  describe('the sheet of all pages on a phone', () => {
    const sheet = (page: Page) => page.getByRole('dialog', { name: 'All pages' });
    const opened = async (): Promise<Page> => {
      const { page } = await demo.signedIn('/', phone, admin);
      await page.getByRole('button', { name: 'More' }).click();
      await sheet(page).waitFor();
      return page;
    };

    it('keeps the focus until Escape closes it', async () => {
      const page = await opened();
      for (let i = 0; i < 25; i++) {
        await page.keyboard.press('Tab');
        // After the last link, the focus moves to the browser’s own controls.
        const inside = `document.activeElement === document.body || document.querySelector('dialog').contains(document.activeElement)`;
        expect(await page.evaluate(inside)).to.equal(true);
      }
      await page.keyboard.press('Escape');
      await sheet(page).waitFor({ state: 'detached' });
      await until(page, `document.activeElement.closest('.more') !== null`);
    });

    it('is closed by Back and by a tap outside', async () => {
      const page = await opened();
      await page.goBack();
      await sheet(page).waitFor({ state: 'detached' });
      expect(new URL(page.url()).hash).to.be.oneOf(['', '#/']);
      await page.getByRole('button', { name: 'More' }).click();
      await sheet(page).waitFor();
      await page.touchscreen.tap(195, 60);
      await sheet(page).waitFor({ state: 'detached' });
    });

    it('leads to a page from which Back leads to the previous one, and marks the current page', async () => {
      const page = await opened();
      await sheet(page).getByRole('link', { name: 'Tags' }).click();
      await page.getByRole('heading', { level: 1, name: 'Tags' }).waitFor();
      expect(await page.locator('.more button').getAttribute('data-here')).to.equal('true');
      await page.getByRole('button', { name: 'More' }).click();
      await sheet(page).waitFor();
      expect(await sheet(page).locator('[aria-current=page]').allTextContents()).to.deep.equal(['Tags']);
      await page.keyboard.press('Escape');
      await until(page, `!history.state.covered`);
      await page.goBack();
      await page.locator('a.tile').first().waitFor();
    });
  });

  describe('a library that is being read', () => {
    const beginning =
      (counting: boolean) =>
      (status: Status): Status => ({
        ...status,
        pending: 488,
        stats: { ...status.stats, photos: { ...status.stats.photos, done: 12, pending: 488 } },
        indexing: { running: true, done: 3, total: 100, counting, rate: 4, eta: 25 },
      });

    it('shows the progress and the remaining time of the library as a whole', async () => {
      const { page } = await demo.signedIn();
      await pretend(page, beginning(false));
      await page.reload();
      const notice = page.getByRole('region', { name: 'Reading your library' });
      await notice.getByText('12 of 500 photos, about 2 min left').waitFor();
      expect(await notice.getByRole('progressbar').getAttribute('max')).to.equal('500');
    });

    it('shows no total while the photo store is still being listed', async () => {
      const { page } = await demo.signedIn();
      await pretend(page, beginning(true));
      await page.reload();
      const notice = page.getByRole('region', { name: 'Reading your library' });
      await notice.getByText('12 photos so far, of at least 500').waitFor();
      expect(await notice.getByRole('progressbar').getAttribute('max')).to.equal(null);
    });

    it('welcomes visitors before the first photo', async () => {
      const { page } = await demo.signedIn();
      await pretend(page, beginning(true));
      await page.route(/\/api\/photos\/anchors/, (route) => route.fulfill({ json: { anchors: [] } }));
      await page.route(/\/api\/photos\/aspects/, (route) => route.fulfill({ json: { total: 0, aspects: '' } }));
      await page.reload();
      await page.getByRole('heading', { name: 'Welcome to Photofinch' }).waitFor();
      await page.getByRole('main').getByText('12 photos so far, of at least 500').waitFor();
      await page.getByRole('link', { name: 'What you can do here' }).click();
      await page.getByRole('heading', { name: 'What Photofinch does for you' }).waitFor();
    });
  });

  describe('the notice that no models are installed', () => {
    const note = (page: Page) => page.getByRole('contentinfo');

    it('shows the command to admins until it is dismissed', async () => {
      const { page } = await demo.signedIn('/', {}, admin);
      await note(page).getByText('This demo uses stored results').waitFor();
      expect(await note(page).getByRole('code').innerText()).to.equal('npx photofinch models pull');
      await note(page).getByRole('button').click();
      await note(page).waitFor({ state: 'detached' });
      await page.reload();
      await page.locator('a.tile img[data-loaded=true]:visible').first().waitFor();
      await until(page, `document.querySelector('.account-button') !== null`);
      expect(await note(page).count()).to.equal(0);
    });

    it('shows no command to others or on a phone', async () => {
      const { page: viewer } = await demo.signedIn('/', {}, ['reader', 'only-looks-1']);
      await note(viewer).waitFor();
      expect(await note(viewer).getByRole('code').count()).to.equal(0);
      const { page: onPhone } = await demo.signedIn('/', phone, admin);
      await note(onPhone).waitFor();
      expect(await note(onPhone).locator('code').isVisible()).to.equal(false);
    });
  });

  describe('the page “On this day”', () => {
    it('goes from day to day, across the end of a year, and to any chosen day', async () => {
      const { page } = await demo.signedIn('/', { locale: 'en-GB' });
      await page.goto(`${demo.url}/#/memories/12-31`);
      await until(page, `document.querySelector('h1')?.textContent === 'On this day, 31 December'`);
      await page.getByRole('link', { name: 'The day after, 1 January' }).click();
      await page.getByRole('link', { name: 'The day before, 31 December' }).waitFor();
      await until(page, `document.querySelector('h1')?.textContent === 'On this day, 1 January'`);
      await until(page, `document.title === 'On this day, 1 January · Photofinch'`);
      await page.getByLabel('Another day').fill('2026-02-28');
      await page.getByRole('link', { name: 'The day after, 29 February' }).waitFor();
      await page.getByRole('link', { name: 'Today' }).click();
      await until(page, `location.hash === '#/memories' && document.querySelector('.day-steps a.button') === null`);
    });

    it('can be used with the keyboard alone, and adds one entry to the history for a typed date', async () => {
      const { page } = await demo.signedIn('/', { locale: 'en-GB' });
      await page.goto(`${demo.url}/#/memories/12-31`);
      const day = (name: string): Promise<void> =>
        until(page, `document.querySelector('h1')?.textContent === 'On this day, ${name}'`);
      await day('31 December');
      await page.getByRole('link', { name: 'The day after, 1 January' }).focus();
      await page.keyboard.press('Enter');
      await day('1 January');
      await page.keyboard.press('Enter');
      await day('2 January');
      await page.getByLabel('Another day').focus();
      const before: number = await page.evaluate('history.length');
      // The same in both orders of day and month.
      await page.keyboard.type('0303');
      await page.keyboard.press('Enter');
      await day('3 March');
      expect(await page.evaluate('history.length')).to.equal(before + 1);
      expect(await page.evaluate('document.activeElement?.type')).to.equal('date');
    });

    it('shows the photos of the chosen day, and opens them there', async () => {
      const { page } = await demo.signedIn();
      const uid: string = await page.evaluate(
        `decodeURIComponent(document.querySelector('a.tile').hash.split('/').at(-1))`,
      );
      const ask = await apiOf(demo.url);
      const photo = await ask<{ taken_at_local: string }>('GET', `/api/photos/${encodeURIComponent(uid)}`);
      await page.goto(`${demo.url}/#/memories/${photo.taken_at_local.slice(5, 10)}`);
      await page.locator(`main a.tile[href*="${encodeURIComponent(uid)}"]`).click();
      await page.locator('.photo-page').waitFor();
    });
  });

  describe('the web app', () => {
    const linked = (page: Page, rel: string): Promise<string> =>
      page.evaluate(`document.querySelector('link[rel="${rel}"]').href`);
    const manifestOf = async (locale: string): Promise<Manifest> => {
      const { page } = await demo.signedIn('/', { locale });
      const answer = await fetch(await linked(page, 'manifest'));
      expect(answer.headers.get('content-type')).to.match(/^application\/manifest\+json/);
      return (await answer.json()) as Manifest;
    };

    it('can be installed: its manifest is complete, and each icon has the declared type and size', async () => {
      const manifest = await manifestOf('en-GB');
      expect(manifest).to.include({ name: 'Photofinch', display: 'standalone', start_url: '/', lang: 'en' });
      expect(manifest.icons.map(({ sizes, purpose }) => `${sizes} ${purpose}`)).to.include.members([
        '192x192 any',
        '512x512 any',
        '512x512 maskable',
      ]);
      for (const { src, sizes, type } of [...manifest.icons, ...manifest.shortcuts.flatMap(({ icons }) => icons)]) {
        const answer = await fetch(new URL(src, demo.url));
        expect(answer.headers.get('content-type'), src).to.equal(type);
        const { width, height } = await sharp(await answer.arrayBuffer()).metadata();
        expect(`${width}x${height}`, src).to.equal(sizes);
      }
    });

    it('has a manifest in which the browser finds no errors', async () => {
      const { page } = await demo.signedIn();
      const devtools = await page.context().newCDPSession(page);
      const { errors, data } = await devtools.send('Page.getAppManifest');
      expect(errors).to.deep.equal([]);
      expect(data).to.contain('"standalone"');
    });

    it('has shortcuts to its pages, in the language of the page', async () => {
      const { lang, shortcuts } = await manifestOf('de-DE');
      expect(lang).to.equal('de');
      expect(shortcuts.map(({ name }) => name)).to.deep.equal(['Suche', 'Personen', 'Karte', 'An diesem Tag']);
      const { page } = await demo.signedIn('/', {});
      for (const { url } of shortcuts) {
        await page.goto(demo.url + url);
        await page.getByRole('heading', { level: 1 }).waitFor();
      }
    });
  });
});
