import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { type DemoBrowser, signIn, until, type WatchedPage, withDemo } from './demo-browser.ts';
import { refused } from './watched-page.ts';

const admin: [string, string] = ['admin', 'admin-demo'];

describe('the admin pages in a browser', function () {
  let demo: DemoBrowser;
  withDemo((started) => {
    demo = started;
  });

  const section = async (name: string, options = {}): Promise<WatchedPage> => {
    const watched = await demo.page(options);
    await watched.page.goto(`${demo.url}/#/admin/${name}`);
    await signIn(watched.page, ...admin);
    await watched.page.locator('.panel').first().waitFor();
    return watched;
  };
  const press = (page: Page, name: string | RegExp): Promise<void> =>
    page.getByRole('button', { name, exact: true }).click();

  it('are for admins only', async () => {
    const { page, troubles } = await demo.signedIn();
    expect(await page.getByRole('link', { name: 'Server' }).count()).to.equal(0);
    await page.goto(`${demo.url}/#/admin`);
    await page.getByText('For administrators only.').waitFor();
    expect(troubles).to.deep.equal([]);
  });

  it('show the state of the server, and start a check for new photos', async () => {
    const { page, troubles } = await section('');
    await page.getByText('60 of 60 photos read').waitFor();
    await page.getByText('Node.js').waitFor();
    await press(page, 'Check for new photos');
    await page.getByText('Checking for new photos').waitFor();
    expect(troubles).to.deep.equal([]);
  });

  it('add an account that can sign in, end its session by locking it, and delete it', async () => {
    const { page, troubles } = await section('users');
    await press(page, 'Add account');
    await page.getByLabel('Username').fill('nora');
    await page.getByLabel('Password').fill('nora has one');
    await page.getByLabel('Viewer').check();
    await press(page, 'Add');
    await page.getByText('nora can sign in now').waitFor();

    const { page: theirs, expects } = await demo.signedIn('/', {}, ['nora', 'nora has one']);
    expects(refused(401));
    // Thumbnails of the timeline that are still being requested: their addresses expire with the account.
    expects(refused(403, '/api/photos/'));
    expect(await theirs.getByRole('link', { name: 'Faces to name' }).count()).to.equal(0);

    await press(page, 'Edit nora');
    await page.getByLabel('Locked').check();
    await press(page, 'Save');
    await page.locator('.badge', { hasText: 'Locked' }).waitFor();
    // A new hash instead of a click on a link: a background request may have ended the session of the page already.
    await theirs.evaluate(`location.hash = '#/places'`);
    await theirs.getByLabel('Password').waitFor();

    await press(page, 'Edit nora');
    await press(page, 'Delete');
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await page.getByText('nora’s account is deleted').waitFor();
    await page.getByRole('button', { name: 'Edit nora' }).waitFor({ state: 'detached' });
    expect(troubles).to.deep.equal([]);
  });

  it('neither demote nor delete the last admin, and show the reason', async () => {
    const { page, expects } = await section('users');
    expects(refused(409, '/api/admin/users/'));
    await press(page, 'Edit admin');
    await page.getByLabel('Viewer').check();
    await press(page, 'Save');
    await page.getByRole('alert').filter({ hasText: 'This is the last admin' }).waitFor();
    await press(page, 'Delete');
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await until(page, `document.querySelectorAll('.edit-user .failure:not(:empty)').length === 2`);
  });

  it('make a backup, show how to restore it, and delete it', async () => {
    const { page, troubles } = await section('backups');
    await press(page, 'Back up now');
    await page.getByText('Backup done and verified').waitFor();
    await page.getByRole('button', { name: /^How to restore/ }).click();
    const command = await page.locator('.restore code').textContent();
    expect(command).to.match(/^npx photofinch restore data\/backups\/index-\d{8}T\d{6}\.\d{3}Z\.sqlite3$/);
    await page.getByRole('button', { name: /^Delete the backup/ }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await page.getByText('No backups yet.').waitFor();
    expect(troubles).to.deep.equal([]);
  });

  it('schedule backups, and show the time of the next one', async () => {
    const { page, troubles } = await section('backups');
    await page.getByText('Automatic backups are off.').waitFor();
    await page.getByLabel('Back up every day').check();
    await page.getByLabel('Time (server').fill('04:15');
    await press(page, 'Save');
    await page.getByText(/Next backup: /).waitFor();
    await page.reload();
    await until(page, `document.querySelector('[name=schedule-time]')?.value === '04:15'`);
    expect(troubles).to.deep.equal([]);
  });

  it('run the checks, and show the result of each, with a command that helps', async () => {
    const { page, troubles } = await section('checks');
    await press(page, 'Check now');
    await page.locator('.outcome strong').waitFor();
    expect(await page.locator('.rows > li').count()).to.equal(7);
    // On a busy machine the index may be checked only in part.
    await page.getByText(/^The index is (intact|large: |too large )/).waitFor();
    await page.getByText('to install them, run `photofinch models pull`').waitFor();
    expect(troubles).to.deep.equal([]);
  });

  it('show who did what in the audit log, filtered by action', async () => {
    const { page, troubles } = await section('audit');
    await page.locator('.log li').first().waitFor();
    await page.getByLabel('Show', { exact: true }).selectOption('Added an account');
    await until(
      page,
      `[...document.querySelectorAll('.log strong')].every((one) => one.textContent === 'Added an account')`,
    );
    expect(await page.locator('.log li').first().textContent()).to.include('nora');
    expect(troubles).to.deep.equal([]);
  });
});
