import { expect } from 'chai';
import type { Page } from 'playwright-core';
import type { Role } from '../../core/http/wire.ts';
import { pageNames } from '../../web/state/routes.ts';
import { en } from '../../web/strings/en.ts';
import { apiOf } from './demo-api.ts';
import { type DemoBrowser, signIn, until, withDemo, pressAfterG } from './demo-browser.ts';
import { axeFaults, overflow, standsStill } from './page-checks.ts';
import { refused, type WatchedPage } from './watched-page.ts';
import { allPlaces, cutText, faultsOf, looks, unseenFocus, type Look } from './every-page.ts';

/** Pages that show more to users who may edit. */
const edited = ['timeline', 'people', 'faces', 'duplicates', 'settings', 'admin', 'help'];

/** Everything that plugins add to the pages of the app. */
const withPlugins = {
  PLUGINS:
    'test/fixtures/plugins/adjustable,test/fixtures/plugins/page-plugin,auth-webauthn,auth-oidc,api-keys,backup-remote',
  OIDC_ISSUER: 'https://login.example',
  OIDC_CLIENT_ID: 'photofinch',
};

describe('all pages in a browser', function () {
  let demo: DemoBrowser;
  withDemo(async (started) => {
    demo = started;
    const ask = await apiOf(demo.url);
    await ask('POST', '/api/admin/users', { username: 'reader', password: 'only-looks-1', role: 'read' });
    await ask('POST', '/api/admin/backup');
    const key = { role: 'admin', scopes: ['server'], current_password: 'admin-demo' };
    await ask('POST', '/api/auth/keys', { ...key, name: 'Home Assistant' });
    const { photos } = await ask<{ photos: { uid: string }[] }>('GET', '/api/photos?limit=3&offset=20');
    const uids = photos.map(({ uid }) => uid);
    await ask('PATCH', '/api/photos', { uids, favorited: true, add_tags: ['harbour', 'شاطئ البحر'] });
  }, withPlugins);

  const accounts: Record<Role, [string, string]> = {
    admin: ['admin', 'admin-demo'],
    write: ['demo', 'demo-demo'],
    read: ['reader', 'only-looks-1'],
  };
  const opened = (look: Look, role: Role): Promise<WatchedPage> =>
    demo.signedIn('/', { ...looks[look], colorScheme: 'light' }, accounts[role]);

  const goTo = async (page: Page, place: string): Promise<void> => {
    await page.evaluate(`location.hash = ${JSON.stringify(place)}`);
    await until(page, `document.querySelector('main') !== null`);
    await standsStill(page);
  };

  for (const look of ['desktop', 'phone'] as const) {
    it(`have no accessibility or layout faults on a ${look}`, async () => {
      const { page } = await opened(look, 'admin');
      const found: string[] = [];
      for (const place of await allPlaces(page, goTo)) {
        await goTo(page, place);
        found.push(...(await faultsOf(page, place, look)));
      }
      expect(found.join('\n')).to.equal('');
    });

    it(`have no accessibility or layout faults in dialogs, menus, toasts, forms and errors on a ${look}`, async () => {
      const { page, expects } = await opened(look, 'admin');
      const found: string[] = [];
      const check = async (what: string): Promise<void> => {
        await standsStill(page);
        found.push(...(await faultsOf(page, what, look)));
      };
      /** Closes what is open, and waits until it is gone. */
      const leave = async (what: string): Promise<void> => {
        await page.keyboard.press('Escape');
        await page.locator(what).waitFor({ state: 'detached' });
      };
      await page.keyboard.press('Control+k');
      await page.getByRole('dialog').waitFor();
      await check('palette');
      await leave('dialog');
      await pressAfterG(page, 'c');
      await page.locator('.calendar').waitFor();
      await check('calendar');
      await leave('.calendar');
      await page.locator('a.tile').first().focus();
      await page.keyboard.press('x');
      await page.locator('.selection-bar').waitFor();
      await check('selection');
      if (look === 'phone') {
        await page.getByRole('button', { name: 'More actions' }).click();
        await page.getByRole('menu').waitFor();
        await check('menu of a selection');
        await leave('.more-menu');
      }
      await page.keyboard.press('f');
      await page.locator('.toast').waitFor();
      await check('toast');
      await page.keyboard.press('t');
      await page.getByRole('dialog').waitFor();
      await check('tag dialog');
      await leave('dialog');
      await leave('.selection-bar');
      await page.keyboard.press('/');
      await page.keyboard.type('lisb');
      await page.getByRole('option').first().waitFor();
      await check('completion');
      await page.keyboard.press('Escape');
      await goTo(page, '#/photo/demo-studio-family.jpg');
      await page.locator('.photo-page .original').waitFor();
      await page.keyboard.press('i');
      await page.keyboard.press('b');
      await page.locator('.seen-face').first().waitFor();
      await check('photo with its information');
      await leave('.photo-page');

      await goTo(page, '#/duplicates');
      await page.locator('.duplicates-summary button').click();
      await page.getByRole('dialog').waitFor();
      await check('question');
      await leave('dialog');
      await goTo(page, '#/admin/users');
      await page.getByRole('button', { name: 'Add account' }).click();
      await check('form');
      await goTo(page, '#/settings/security');
      await page.getByRole('button', { name: 'New key' }).click();
      await page.getByRole('button', { name: 'Link: Single sign-on' }).click();
      await page.getByLabel('Name of the key').waitFor();
      await check('forms of plugins in the settings');

      expects(refused(500, '/api/albums'));
      await page.route(/\/api\/albums$/, (route) =>
        route.fulfill({ status: 500, headers: { 'x-error-kind': 'unforeseen' }, json: { detail: 'Out of order.' } }),
      );
      await goTo(page, '#/albums');
      await page.getByText('Something went wrong on the server').waitFor();
      await check('error');
      await page.route(/\/api\/photos\/anchors/, (route) => route.fulfill({ json: { anchors: [], total: 0 } }));
      await page.route(/\/api\/photos\/aspects/, (route) => route.fulfill({ json: { aspects: '' } }));
      await page.reload();
      await goTo(page, '#/');
      await page.locator('.message').waitFor();
      await check('empty library');
      expect(found.join('\n')).to.equal('');
    });
  }

  it('have no accessibility or layout faults, the passkey page of a plugin included', async () => {
    const found: string[] = [];
    for (const look of ['desktop', 'phone'] as const) {
      const { page } = await opened(look, 'read');
      await page.goto(`${demo.url}/plugins/auth-webauthn/`);
      await page.getByRole('heading', { name: 'Add a passkey' }).waitFor();
      await standsStill(page);
      found.push(...(await faultsOf(page, 'passkeys', look)));
    }
    expect(found.join('\n')).to.equal('');
  });

  for (const role of ['write', 'read'] as const) {
    it(`have no accessibility or layout faults for an account with the role “${role}”`, async () => {
      const { page } = await opened('phone', role);
      const found: string[] = [];
      for (const name of edited) {
        await goTo(page, name === 'timeline' ? '#/' : `#/${name}`);
        found.push(...(await faultsOf(page, name, 'phone')));
      }
      expect(found.join('\n')).to.equal('');
    });
  }

  it('fit into the window and cut off no text at twice the text size', async () => {
    const found: string[] = [];
    for (const look of ['desktop', 'phone'] as const) {
      const { page } = await opened(look, 'admin');
      for (const name of pageNames) {
        await goTo(page, name === 'timeline' ? '#/' : `#/${name}`);
        // The effect of a larger text size in the settings of a browser.
        await page.evaluate(`document.documentElement.style.fontSize = '200%'`);
        const faults: string[] = await page.evaluate(`[...${overflow}, ...${cutText}]`);
        found.push(...faults.map((fault) => `${name}, ${look}: ${fault}`));
      }
      expect(await page.evaluate(`getComputedStyle(document.body).fontSize`)).to.equal('32px');
    }
    expect(found.join('\n')).to.equal('');
  });

  it('highlight the current page, tab, choice and command in forced colours', async () => {
    const { page } = await opened('desktop', 'admin');
    await page.emulateMedia({ forcedColors: 'active' });
    await goTo(page, '#/settings');
    const looks = (of: string): Promise<string> =>
      page.evaluate(
        `(({ backgroundColor, color }) => backgroundColor + color)(getComputedStyle(document.querySelector('${of}')))`,
      );
    const highlighted = await looks('.navigation [aria-current]');
    for (const [chosen, other] of [
      ['.navigation [aria-current]', '.navigation li a:not([aria-current])'],
      ['.tabs [aria-current]', '.tabs a:not([aria-current])'],
      ['.choice input:checked + span', '.choice input:not(:checked) + span'],
    ] as const) {
      expect(await looks(chosen), chosen).to.equal(highlighted);
      expect(await looks(other), other).not.to.equal(highlighted);
    }
    await page.locator('.account-button').click();
    await page.keyboard.press('ArrowDown');
    expect(await page.evaluate(unseenFocus)).to.equal('');
    expect(await axeFaults(page)).to.deep.equal([]);
    await page.keyboard.press('Escape');
    await page.keyboard.press('Control+k');
    await page.keyboard.type('help');
    await page.locator('[aria-selected=true] kbd').waitFor();
    const inkOf = (of: string): Promise<string> =>
      page.evaluate(`getComputedStyle(document.querySelector('${of}')).color`);
    expect(await inkOf('[aria-selected=true] kbd')).to.equal(await inkOf('[aria-selected=true]'));
    await page.keyboard.press('Escape');
    await goTo(page, '#/');
    const tick = page.locator('.group-tick').first();
    await tick.focus();
    await page.keyboard.press('Space');
    await page.locator('.group-tick[aria-pressed=true]').first().waitFor();
    expect(await looks('.group-tick[aria-pressed=true]'), 'behind a tick').to.match(/^rgba\(.*, 0\)/);
  });

  it('have one first-level heading with the name of the page, and names for all controls', async () => {
    const { page } = await opened('desktop', 'admin');
    for (const name of pageNames) {
      await goTo(page, name === 'timeline' ? '#/' : `#/${name}`);
      const headings = await page.getByRole('heading', { level: 1 }).allTextContents();
      expect(headings, name).to.have.length(1);
      expect(headings[0], name).to.match(new RegExp(`^${en.pages[name]}`));
      const tree = await page.locator('body').ariaSnapshot();
      const unnamed = tree
        .split('\n')
        .filter((line) => /^\s*- (button|link|textbox|combobox|img|menuitem|radio)( \[[^\]]*\])*:?$/.test(line));
      expect(unnamed, name).to.deep.equal([]);
      for (const landmark of ['banner', 'navigation "Pages"', 'main']) expect(tree, name).to.contain(`- ${landmark}`);
    }
  });

  it('show where the focus is', async () => {
    const { page } = await opened('desktop', 'admin');
    const found = new Set<string>();
    for (const name of pageNames) {
      await goTo(page, name === 'timeline' ? '#/' : `#/${name}`);
      await page.locator('main').first().focus();
      for (let i = 0; i < 8; i++) {
        await page.keyboard.press('Tab');
        const unseen: string = await page.evaluate(unseenFocus);
        if (unseen !== '') found.add(`${name}: ${unseen}`);
      }
    }
    expect([...found]).to.deep.equal([]);
  });

  it('have no accessibility or layout faults before anyone is signed in', async () => {
    const found: string[] = [];
    for (const look of ['desktop', 'phone'] as const) {
      const { page, expects } = await demo.page({ ...looks[look], colorScheme: 'light' });
      expects(refused(401, '/api/auth/login'));
      // Browsers have no passkeys for IP addresses.
      expects(refused(409, '/plugins/auth-webauthn/entry/challenge'));
      await page.goto(demo.url);
      await page.getByRole('button', { name: /demo-demo/ }).waitFor();
      await standsStill(page);
      found.push(...(await faultsOf(page, 'sign-in', look)));
      await signIn(page, 'demo', 'wrong');
      await page.getByRole('alert').filter({ hasText: /\w/ }).waitFor();
      await standsStill(page);
      found.push(...(await faultsOf(page, 'sign-in refused', look)));
      await page.goto(`${demo.url}/plugins/auth-webauthn/sign-in.html`);
      await page.getByRole('button', { name: 'Use a passkey' }).and(page.locator(':enabled')).waitFor();
      await standsStill(page);
      found.push(...(await faultsOf(page, 'sign-in with a passkey', look)));
    }
    expect(found.join('\n')).to.equal('');
  });
});
