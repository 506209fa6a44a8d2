import { mkdtempSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { writePhotos } from '../support/pictures.ts';
import { LibraryClient } from '../support/library-client.ts';
import { runCli, startServerProcess } from '../support/server-process.ts';
import { until } from '../support/until.ts';
import { DemoBrowser, drawnPhotos, needsChromium } from './demo-browser.ts';

const admin: [string, string] = ['ann', 'pass-word'];
const writer: [string, string] = ['ben', 'pass-word'];
/** A window that shows all photos at once. */
const tall = { viewport: { width: 1280, height: 2400 } };

describe('the notice about the photo store for admins in a browser', function () {
  let folder: string;
  let browser: DemoBrowser;

  before(async function () {
    needsChromium(this);
    folder = mkdtempSync(join(tmpdir(), 'photofinch-'));
    await writePhotos(join(folder, 'photos', 'some'), 10, 320, 240);
    await writePhotos(join(folder, 'photos', 'many'), 30, 300, 240);
    browser = await DemoBrowser.start(
      {
        PLUGINS: 'test/fixtures/plugins/folder-source',
        FOLDER_SOURCE_PATH: join(folder, 'photos'),
        SYNC_INTERVAL: '1s',
        AUTH_COOKIE_SECURE: '0',
        ADMIN_USERNAME: admin[0],
        ADMIN_PASSWORD: admin[1],
      },
      'serve',
    );
    const added = await runCli(
      ['user', 'add', writer[0], '--role', 'write'],
      { DATA_DIR: browser.dataDir },
      { input: `${writer[1]}\n` },
    );
    expect(added.code, added.stderr).to.equal(0);
  });
  after(async () => {
    await (browser as DemoBrowser | undefined)?.stop();
    if (folder) rmSync(folder, { recursive: true });
  });

  const many = (): string => join(folder, 'photos', 'many');
  const aside = (): string => join(folder, 'aside');

  it('shows how many photos are missing, asks twice before it removes them, and leaves the others', async function () {
    renameSync(many(), aside());
    const { page, troubles } = await browser.signedIn('/', tall, admin);
    const notice = page.getByRole('region', { name: 'Photo store' });
    await notice.getByText('30 of 40 photos are no longer in your photo store').waitFor();
    expect(await drawnPhotos(page)).to.have.length(40);

    await notice.getByRole('button', { name: 'The photos really are gone' }).click();
    await notice.getByRole('button', { name: 'Keep them' }).click();
    await notice.getByRole('button', { name: 'The photos really are gone' }).click();
    await notice.getByRole('button', { name: 'Remove 30 photos' }).click();
    await notice.waitFor({ state: 'detached' });
    await page.getByText('10 photos').first().waitFor();
    expect(troubles).to.deep.equal([]);
  });

  it('disappears by itself once the photos are back', async function () {
    renameSync(aside(), many());
    const { page } = await browser.signedIn('/', tall, admin);
    await page.getByText('40 photos').first().waitFor();
    renameSync(many(), aside());
    const notice = page.getByRole('region', { name: 'Photo store' });
    await notice.waitFor();
    await notice.getByRole('button', { name: 'Check again' }).waitFor();
    renameSync(aside(), many());
    // Only if the button is still there: the notice may disappear at the same moment.
    await page.evaluate(
      `[...document.querySelectorAll('button')].find((one) => one.textContent.includes('Check again'))?.click()`,
    );
    await notice.waitFor({ state: 'detached' });
    expect(await drawnPhotos(page)).to.have.length(40);
  });

  it('is shown to admins while the store is unavailable, and not to others', async function () {
    renameSync(join(folder, 'photos'), join(folder, 'unmounted'));
    try {
      const { page } = await browser.signedIn('/', tall, admin);
      const notice = page.getByRole('region', { name: 'Photo store' });
      await notice.getByRole('button', { name: 'Check again' }).waitFor();
      expect(await notice.getByRole('button', { name: 'really are gone' }).count()).to.equal(0);
      const other = await browser.signedIn('/', {}, writer);
      await other.page.waitForTimeout(3000);
      expect(await other.page.getByRole('region', { name: 'Photo store' }).count()).to.equal(0);
      expect(other.troubles).to.deep.equal([]);
    } finally {
      renameSync(join(folder, 'unmounted'), join(folder, 'photos'));
    }
  });
});

describe('the notice about another photo store for admins in a browser', function () {
  let folder: string;
  let browser: DemoBrowser;

  before(async function () {
    needsChromium(this);
    folder = mkdtempSync(join(tmpdir(), 'photofinch-'));
    await writePhotos(join(folder, 'photos'), 10, 320, 240);
    const settings = {
      ...{ PLUGINS: 'test/fixtures/plugins/folder-source', FOLDER_SOURCE_PATH: join(folder, 'photos') },
      ...{ AUTH_COOKIE_SECURE: '0', ADMIN_USERNAME: admin[0], ADMIN_PASSWORD: admin[1], SYNC_INTERVAL: '1s' },
    };
    browser = await DemoBrowser.start(settings, 'serve', async (dataDir) => {
      const before = await startServerProcess({ ...settings, DATA_DIR: dataDir, FOLDER_SOURCE_STORE_ID: 'before' });
      const library = await LibraryClient.signIn(before.url, { username: admin[0], password: admin[1] });
      await until(async () => (await library.json<{ total: number }>('/api/photos')).total === 10);
      await before.stop();
    });
  });
  after(async () => {
    await (browser as DemoBrowser | undefined)?.stop();
    if (folder) rmSync(folder, { recursive: true });
  });

  it('explains what happens to photos in both stores and to the others, and switches to the new one', async function () {
    const { page, troubles } = await browser.signedIn('/', tall, admin);
    const notice = page.getByRole('region', { name: 'Photo store' });
    await notice
      .getByText('photos that are also in it keep their tags and albums; the others leave the library.')
      .waitFor();
    await notice.getByRole('button', { name: 'This is the right store' }).click();
    await notice.getByRole('button', { name: 'Use this store' }).click();
    await notice.waitFor({ state: 'detached' });
    await page.getByText('10 photos').first().waitFor();
    expect(troubles).to.deep.equal([]);
  });
});
