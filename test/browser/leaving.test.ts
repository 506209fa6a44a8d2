import { expect } from 'chai';
import type { Page, Route } from 'playwright-core';
import type { Photo } from '../../core/http/wire.ts';
import { passwordFlag } from '../../web/storage-keys.ts';
import { until as untilHere } from '../support/until.ts';
import { apiOf, type Ask } from './demo-api.ts';
import { type DemoBrowser, drawnAnew, drawnPhotos, signIn, until, withDemo } from './demo-browser.ts';
import { refused } from './watched-page.ts';

describe('a page that is closed, reloaded, or open in two tabs', function () {
  let demo: DemoBrowser;
  let ask: Ask;
  withDemo(async (started) => {
    demo = started;
    ask = await apiOf(demo.url);
  });

  const isFavourite = async (uid: string): Promise<boolean> =>
    (await ask<Photo>('GET', `/api/photos/${encodeURIComponent(uid)}`)).favorited_by_me;
  /** Makes three photos favourites one by one. The requests are held until `release` is called. */
  const threeFavourites = async (page: Page): Promise<{ uids: string[]; release: () => void }> => {
    const uids = (await drawnPhotos(page)).slice(0, 3);
    const routes: Route[] = [];
    let isOpen = false;
    await page.route('**/api/photos', (route) => {
      if (route.request().method() !== 'PATCH' || isOpen) return route.continue();
      return void routes.push(route);
    });
    for (const uid of uids) {
      await page.locator(`a.tile[href$="${encodeURIComponent(uid)}"]`).focus();
      await page.keyboard.press('x');
      await page.keyboard.press('f');
      await page.keyboard.press('Escape');
    }
    await untilHere(() => routes.length > 0);
    const release = (): void => {
      isOpen = true;
      for (const route of routes) void route.continue();
    };
    return { uids, release };
  };

  it('asks before it is reloaded while changes are unsent, and only then', async () => {
    const { page } = await demo.signedIn('/', {}, ['admin', 'admin-demo']);
    const { uids, release } = await threeFavourites(page);
    const questions: string[] = [];
    page.on('dialog', (dialog) => {
      questions.push(dialog.type());
      void dialog.dismiss();
    });
    await page.evaluate(`setTimeout(() => location.reload())`);
    await untilHere(() => questions.length > 0);
    release();
    await untilHere(async () => (await isFavourite(uids[2]!)) && (await isFavourite(uids[1]!)));
    await page.locator('.toast').nth(2).waitFor();
    await page.reload();
    await page.locator('a.tile').first().waitFor();
    expect(questions).to.deep.equal(['beforeunload']);
  });

  it('sends unsent changes before it signs out', async () => {
    const { page } = await demo.signedIn('/', {}, ['admin', 'admin-demo']);
    const uids = (await drawnPhotos(page)).slice(0, 3);
    for (const uid of uids) await ask('PATCH', '/api/photos', { uids: [uid], favorited: false });
    await page.reload();
    await page.locator('a.tile').first().waitFor();
    const { release } = await threeFavourites(page);
    await page.keyboard.press('Control+k');
    await page.getByRole('option', { name: 'Sign out' }).click();
    await page.getByText('Saving your changes first').waitFor();
    release();
    await page.getByLabel('Password').waitFor();
    for (const uid of uids) expect(await isFavourite(uid), uid).to.equal(true);
  });

  it('shows why it cannot start if the server answers with an error, and starts on retry', async () => {
    const { page, expects } = await demo.page();
    expects(refused(503));
    await page.goto(demo.url);
    await signIn(page);
    await page.locator('a.tile').first().waitFor();
    await page.route('**/api/auth/refresh', (route) =>
      route.fulfill({ status: 503, contentType: 'application/json', body: '{"detail":"Not ready."}' }),
    );
    await page.reload();
    await page.getByText('Not ready.').waitFor();
    await page.unroute('**/api/auth/refresh');
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.locator('a.tile').first().waitFor();
  });

  it('asks to sign in again without ending the session of another user in another tab', async () => {
    const { page, expects } = await demo.page();
    expects(refused(401));
    const other = await page.context().newPage();
    for (const tab of [page, other]) {
      await tab.goto(demo.url);
      await tab.locator('[name=username]').waitFor();
    }
    await signIn(page);
    await page.locator('a.tile').first().waitFor();
    await signIn(other, 'admin', 'admin-demo');
    await other.locator('a.tile').first().waitFor();
    let isFirst = true;
    await page.route('**/api/albums', (route) => {
      if (!isFirst) return route.continue();
      isFirst = false;
      return route.fulfill({ status: 401, contentType: 'application/json', body: '{"detail":"expired"}' });
    });
    await page.evaluate(`location.hash = '#/albums'`);
    await page.getByLabel('Password').waitFor();
    await other.reload();
    await other.locator('a.tile').first().waitFor();
  });

  const changePassword = async (page: Page, password: string): Promise<void> => {
    await page.goto(`${demo.url}/#/settings/security`);
    await page.getByLabel('Current password').fill(password);
    await page.getByLabel('New password', { exact: true }).fill('second-password');
    await page.getByLabel('Repeat').fill('second-password');
    await page.getByRole('button', { name: 'Change password' }).click();
  };
  /** Makes a tab record whether it is reloaded, and whether it learns of a new password. */
  const noteReload = (page: Page): Promise<void> =>
    page.evaluate(`window.isOld = true; addEventListener('storage', ({ key }) => { window.heard = key; })`);

  it('reloads its pictures in other tabs after a password change', async () => {
    const account = { username: 'nora', password: 'first-password', display_name: 'Nora', role: 'read' };
    await ask('POST', '/api/admin/users', account);
    const { page } = await demo.signedIn('/', {}, [account.username, account.password]);
    const other = await page.context().newPage();
    await other.goto(demo.url);
    await other.locator('a.tile img[data-loaded=true]').first().waitFor();
    await other.evaluate('window.isOld = true');
    await changePassword(page, account.password);
    await until(other, `window.isOld === undefined && document.querySelector('a.tile img[data-loaded=true]') !== null`);
  });

  it('keeps the input on a page of another tab after a password change, until that page is left', async () => {
    const account = { username: 'olga', password: 'first-password', display_name: 'Olga', role: 'read' };
    await ask('POST', '/api/admin/users', account);
    const { page } = await demo.signedIn('/', {}, [account.username, account.password]);
    const other = await page.context().newPage();
    await other.goto(`${demo.url}/#/settings/account`);
    const name = other.getByRole('textbox', { name: 'Your name' });
    await name.fill('Olga Ávila');
    await noteReload(other);
    await changePassword(page, account.password);
    await until(other, `window.isOld === undefined || window.heard === '${passwordFlag}'`);
    await drawnAnew(other);
    expect(await name.inputValue()).to.equal('Olga Ávila');
    await other.getByRole('button', { name: 'Save' }).click();
    await other.getByText('Name saved').waitFor();
    await other.evaluate(`location.hash = '#/'`);
    await until(other, `window.isOld === undefined && document.querySelector('a.tile img[data-loaded=true]') !== null`);
  });

  it('reloads its pictures after a password change only once a trip’s dialog with typed input is closed', async () => {
    const account = { username: 'pia', password: 'first-password', display_name: 'Pia', role: 'write' };
    await ask('POST', '/api/admin/users', account);
    const { page } = await demo.signedIn('/', {}, [account.username, account.password]);
    const other = await page.context().newPage();
    await other.goto(`${demo.url}/#/trips`);
    await other.locator('.card', { hasText: 'Lisbon' }).click();
    await other.locator('.trip-actions').getByRole('button', { name: 'Rename' }).click();
    const name = other.getByRole('dialog').getByLabel('Name');
    await name.fill('Lisboa');
    let reloads = 0;
    other.on('request', (request) => (reloads += Number(request.isNavigationRequest())));
    await noteReload(other);
    await changePassword(page, account.password);
    await until(other, `window.isOld === undefined || window.heard === '${passwordFlag}'`);
    await drawnAnew(other);
    // This request would come after the one of a reload.
    await other.evaluate(`fetch('/api/health').then(() => undefined)`);
    expect(reloads, 'while the dialog is open').to.equal(0);
    expect(await name.inputValue()).to.equal('Lisboa');
    await other.keyboard.press('Escape');
    await until(other, `window.isOld === undefined && document.querySelector('a.tile img[data-loaded=true]') !== null`);
  });
});
