import { readFile } from 'node:fs/promises';
import { expect } from 'chai';
import type { Download, Page } from 'playwright-core';
import type { AlbumPhotos, People, PhotoList } from '../../core/http/wire.ts';
import { readZip } from '../support/zip-reader.ts';
import { apiOf, type Ask } from './demo-api.ts';
import { type DemoBrowser, withDemo } from './demo-browser.ts';

const album = 'demo-album-city-nights';
const viewer = { username: 'downloader', password: 'downloader-password', role: 'read' };

describe('downloads in a browser', function () {
  let demo: DemoBrowser;
  let ask: Ask;
  withDemo(async (started) => {
    demo = started;
    ask = await apiOf(demo.url);
    await ask('POST', '/api/admin/users', viewer);
  });

  /** The file that an action downloads. */
  async function saved(page: Page, act: () => Promise<void>): Promise<{ name: string; files: string[] }> {
    const begun = page.waitForEvent('download');
    await act();
    return contentOf(await begun);
  }

  it('save several selected photos as one ZIP file, and a single photo as it is', async () => {
    const { page } = await demo.signedIn('/');
    const tiles = page.locator('a.tile');
    await tiles.nth(0).focus();
    await page.keyboard.press('x');
    const begun = page.waitForEvent('download');
    await page.keyboard.press('d');
    const one = await begun;
    expect(one.suggestedFilename()).to.match(/\.(jpg|png|webp)$/);
    await tiles.nth(1).click();
    await tiles.nth(2).click();
    await page.getByRole('status').getByText('3 selected').waitFor();
    const [zip] = await Promise.all([
      saved(page, () => page.getByRole('button', { name: 'Download', exact: true }).click()),
      // The message disappears soon.
      page.getByText(/^Downloading 3 photos as a ZIP file, /).waitFor(),
    ]);
    expect(zip.files).to.have.length(3).and.to.include(one.suggestedFilename());
    expect(zip.name).to.match(/^Photos \d{4}-\d\d-\d\d( \d{4}-\d\d-\d\d)?\.zip$/);
    await page.context().close();
  });

  it('save an album under its name, for a viewer as well', async () => {
    const { page } = await demo.at(`albums/${album}`, [viewer.username, viewer.password]);
    const { photos } = await ask<AlbumPhotos>('GET', `/api/albums/${album}/photos`);
    const zip = await saved(page, () => page.getByRole('button', { name: 'Download all' }).click());
    expect(zip.name).to.equal('City nights.zip');
    expect(zip.files).to.have.length(photos.length);
    await page.context().close();
  });

  it('save all photos of a person, and all results of a search', async () => {
    const [person] = (await ask<People>('GET', '/api/people')).people;
    const ofPerson = await demo.at(`people/${person!.id}`);
    const zip = await saved(ofPerson.page, () => ofPerson.page.getByRole('button', { name: 'Download all' }).click());
    expect(zip.files).to.have.length(person!.photo_count);
    await ofPerson.page.context().close();

    const { photos } = await ask<PhotoList>('GET', '/api/photos?limit=4');
    await ask('PATCH', '/api/photos', { uids: photos.map(({ uid }) => uid), add_tags: ['takehome'] });
    const ofSearch = await demo.at('search?q=takehome');
    const found = await saved(ofSearch.page, () => ofSearch.page.getByRole('button', { name: 'Download all' }).click());
    expect(found.files).to.have.length(4);
    await ofSearch.page.context().close();
  });

  it('show the size of a large download, and start only once it is confirmed', async () => {
    const { page } = await demo.at(`albums/${album}`);
    let opened = 0;
    // A gigabyte of demo photos would take longer to make than this test may take.
    await page.route('**/api/download/tickets', async (route) => {
      const answer = await route.fetch();
      await route.fulfill({ response: answer, json: { ...((await answer.json()) as object), bytes: 2_340_000_000 } });
    });
    page.on('download', () => (opened += 1));
    await page.getByRole('button', { name: 'Download all' }).click();
    await page.getByRole('heading', { name: /^Download 6 photos, 2\.34.GB\?$/ }).waitFor();
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Download all' }).click();
    const dialog = page.getByRole('dialog');
    const zip = await saved(page, () => dialog.getByRole('button', { name: 'Download' }).click());
    expect(zip.files).to.have.length(6);
    expect(opened).to.equal(1);
    await page.context().close();
  });
});

async function contentOf(download: Download): Promise<{ name: string; files: string[] }> {
  const files = await readZip(await readFile(await download.path()));
  return { name: download.suggestedFilename(), files: files.map(({ name }) => name).sort() };
}
