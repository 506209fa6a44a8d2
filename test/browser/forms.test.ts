import { expect } from 'chai';
import type { Page } from 'playwright-core';
import type { People, Photo, Sharing } from '../../core/http/wire.ts';
import { passwordFlag } from '../../web/storage-keys.ts';
import { until as untilHere } from '../support/until.ts';
import { apiOf, type Ask } from './demo-api.ts';
import { type DemoBrowser, drawnAnew, until, withDemo } from './demo-browser.ts';
import { originalShown } from './opened-photo.ts';
import { axeFaults } from './page-checks.ts';
import { refused } from './watched-page.ts';

const uid = 'demo-beach-ines-omar.jpg';

describe('forms in a browser', function () {
  let demo: DemoBrowser;
  let ask: Ask;
  withDemo(async (started) => {
    demo = started;
    ask = await apiOf(demo.url);
  });

  /** Whether an element is on the screen as a whole, and not covered. */
  const isInSight = (page: Page, selector: string): Promise<boolean> =>
    page.evaluate(`(() => {
      const element = document.querySelector('${selector}');
      const { left, top, bottom, width } = element.getBoundingClientRect();
      return [top + 4, bottom - 4].every((y) => element.contains(document.elementFromPoint(left + width / 2, y)));
    })()`);
  /** Makes the server refuse requests to an address as too busy, until the returned function is called. */
  const refuse = async (page: Page, address: string): Promise<() => Promise<void>> => {
    await page.route(address, (route) => route.fulfill({ status: 503, json: { detail: 'Not now.' } }));
    return () => page.unroute(address);
  };
  const photo = (): Promise<Photo> => ask('GET', `/api/photos/${uid}`);

  it('keep the input, and show that saving is in progress and why it failed, until it succeeds', async () => {
    const { page, expects } = await demo.signedIn('/');
    expects(refused(503, '/api/photos'));
    await page.goto(`${demo.url}/#/photo/${uid}`);
    await originalShown(page);
    await page.keyboard.press('e');
    const dialog = page.getByRole('dialog');
    const caption = dialog.getByRole('textbox', { name: 'Caption' });
    await dialog.getByRole('radio', { name: 'Caption' }).check();
    await caption.fill('Picnic with Omar');
    await dialog.getByRole('radio', { name: 'Place' }).check();
    await dialog.getByRole('radio', { name: 'Caption' }).check();
    expect(await caption.inputValue()).to.equal('Picnic with Omar');

    let answer = (): void => undefined;
    const held = new Promise<void>((resolve) => (answer = resolve));
    await page.route('**/api/photos', async (route) => {
      await held;
      await route.fulfill({ status: 503, json: { detail: 'Not now.' } });
    });
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.getByRole('button', { name: 'Save…' }).waitFor();
    // Saving can no longer be cancelled.
    await dialog.getByRole('button', { name: 'Close' }).waitFor();
    answer();
    await dialog.getByRole('alert').getByText('Not now.').waitFor();
    expect(await caption.inputValue()).to.equal('Picnic with Omar');
    await until(page, `document.activeElement.textContent === 'Save'`);
    expect(await axeFaults(page)).to.deep.equal([]);
    await page.unroute('**/api/photos');
    await page.keyboard.press('Enter');
    await page.getByText('Caption changed: 1 photo').waitFor();
    await dialog.waitFor({ state: 'detached' });
    expect((await photo()).caption).to.equal('Picnic with Omar');

    await page.keyboard.press('t');
    await dialog.getByRole('combobox', { name: 'Add a tag' }).fill('Familie');
    const accept = await refuse(page, '**/api/photos');
    await page.keyboard.press('Enter');
    await dialog.getByRole('alert').getByText('Not now.').waitFor();
    await accept();
    await page.keyboard.press('Enter');
    await dialog.waitFor({ state: 'detached' });
    expect((await photo()).tags).to.include('Familie');
  });

  it('keep the input when the password is changed in another tab, until they are closed', async () => {
    const account: [string, string] = ['tomas', 'first-password'];
    const [username, password] = account;
    await ask('POST', '/api/admin/users', { username, password, display_name: 'Tomas', role: 'write' });
    const { page } = await demo.signedIn('/', {}, account);
    await page.goto(`${demo.url}/#/photo/${uid}`);
    await originalShown(page);
    await page.evaluate('window.isOld = true');
    await page.keyboard.press('t');
    const dialog = page.getByRole('dialog');
    const field = dialog.getByRole('combobox', { name: 'Add a tag' });
    await field.fill('Strand');
    const other = await page.context().newPage();
    await other.goto(`${demo.url}/#/settings/security`);
    await other.getByLabel('Current password').fill(password);
    await other.getByLabel('New password', { exact: true }).fill('second-password');
    await other.getByLabel('Repeat').fill('second-password');
    await page.evaluate(`addEventListener('storage', ({ key }) => { window.heard = key; })`);
    await other.getByRole('button', { name: 'Change password' }).click();
    await until(page, `window.heard === '${passwordFlag}'`);
    await drawnAnew(page);
    expect(await field.inputValue()).to.equal('Strand');
    await field.press('Enter');
    await until(page, `window.isOld === undefined`);
    await originalShown(page);
    expect((await photo()).tags).to.include('Strand');
  });

  it('keep the name of a person that could not be saved', async () => {
    await untilHere(async () => (await ask<People>('GET', '/api/people')).total > 0);
    const { page, expects } = await demo.at('people');
    expects(refused(503, '/api/people'));
    const accept = await refuse(page, '**/api/people/*/name');
    await page.getByRole('button', { name: 'Add a name' }).first().click();
    const field = page.getByRole('combobox', { name: 'Name' });
    await field.fill('Kenji');
    await page.keyboard.press('Enter');
    await page.locator('.toast').getByText('Not now.').waitFor();
    expect(await field.inputValue()).to.equal('Kenji');
    await accept();
    await page.keyboard.press('Enter');
    await page.getByRole('link', { name: /^Kenji, / }).waitFor();
  });

  it('show an error next to their buttons, and focus the field that it is about', async () => {
    await ask<Sharing>('PUT', '/api/admin/sharing', { enabled: true });
    const { page, expects } = await demo.at('albums/demo-album-studio');
    expects(refused(400, '/api/shares'));
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.getByRole('button', { name: 'Share' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Ask for a password').check();
    const password = dialog.getByLabel('Password', { exact: true });
    await password.fill('short');
    await dialog.getByRole('button', { name: 'Create link' }).click();
    const failure = dialog.getByRole('alert');
    await failure.getByText('Use at least 8 characters').waitFor();
    expect(await isInSight(page, '.dialog .failure')).to.equal(true);
    await until(page, `document.activeElement.name === 'share-password'`);
    expect(await isInSight(page, '[name=share-password]')).to.equal(true);
    expect(await password.getAttribute('aria-invalid')).to.equal('true');
    expect((await password.getAttribute('aria-describedby'))!.split(' ')).to.include(await failure.getAttribute('id'));
    expect(await axeFaults(page)).to.deep.equal([]);
  });

  it('let phones begin names with a capital, but not usernames', async () => {
    const capitals = (label: string): Promise<string | null> =>
      page.getByLabel(label, { exact: true }).getAttribute('autocapitalize');
    const { page } = await demo.signedIn('/', {}, ['admin', 'admin-demo']);
    await page.goto(`${demo.url}/#/albums`);
    await page.getByRole('button', { name: 'New album' }).click();
    expect(await capitals('Name')).to.equal('sentences');
    await page.goto(`${demo.url}/#/admin/users`);
    await page.getByRole('button', { name: 'Add account' }).click();
    expect(await capitals('Name')).to.equal('words');
    expect(await capitals('Username')).to.equal('none');
  });

  it('are closed with their page on Back', async () => {
    const { page } = await demo.at('albums');
    await page.locator('a[href="#/albums/demo-album-studio"]').first().click();
    await page.getByRole('button', { name: 'Share' }).click();
    await page.getByRole('dialog').waitFor();
    await page.goBack();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    expect(new URL(page.url()).hash).to.equal('#/albums');
  });
});
