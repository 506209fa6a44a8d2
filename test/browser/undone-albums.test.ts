import { expect } from 'chai';
import type { Page } from 'playwright-core';
import type { Album, AlbumPhotos, Albums, PhotoList } from '../../core/http/wire.ts';
import { apiOf, type Ask } from './demo-api.ts';
import { type DemoBrowser, drawnPhotos, withDemo } from './demo-browser.ts';
import { refused } from './watched-page.ts';

const writer: [string, string] = ['writer', 'writes-a-lot-1'];
const reader: [string, string] = ['reader', 'only-looks-1'];

describe('undoing the creation of an album in a browser', () => {
  let demo: DemoBrowser;
  let ask: Ask;
  withDemo(async (started) => {
    demo = started;
    ask = await apiOf(demo.url);
    await ask('POST', '/api/admin/users', { username: writer[0], password: writer[1], role: 'write' });
    await ask('POST', '/api/admin/users', { username: reader[0], password: reader[1], role: 'read' });
  });

  const inside = async ({ uid }: Album): Promise<string[]> =>
    (await ask<AlbumPhotos>('GET', `/api/albums/${uid}/photos`)).photos.map((photo) => photo.uid);
  const make = async (page: Page, name: string): Promise<Album> => {
    await page.locator('a.tile[data-index="0"] .pick').click({ force: true });
    await page.getByRole('status').getByText('1 selected').waitFor();
    await page.keyboard.press('l');
    await page.getByRole('combobox', { name: 'Find or name an album' }).fill(name);
    await page.getByRole('option', { name: `New album “${name}”` }).click();
    await page.getByText(`1 photo added to “${name}”`).waitFor();
    return (await ask<Albums>('GET', '/api/albums')).albums.find((one) => one.name === name)!;
  };
  const undo = (page: Page): Promise<void> => page.locator('.toast').getByRole('button', { name: 'Undo' }).click();

  it('keeps photos that someone else has added, and says so', async () => {
    const { page } = await demo.signedIn();
    const [mine = '', theirs = ''] = await drawnPhotos(page);
    const album = await make(page, 'Of us both');
    expect(await inside(album)).to.deep.equal([mine]);
    await ask('PUT', `/api/albums/${album.uid}/photos`, { add: [theirs] });
    await undo(page);
    await page.getByText('the album stays: others have been added to it since').waitFor();
    expect(await inside(album)).to.deep.equal([theirs]);
  });

  it('keeps all photos if the album was hidden from viewers meanwhile, and offers no retry', async () => {
    const { page, expects } = await demo.signedIn('/', {}, writer);
    const [photo = ''] = await drawnPhotos(page);
    const album = await make(page, 'Surprise');
    await ask('PUT', `/api/albums/${album.uid}/audience`, { kept_from_readers: true });
    expects(refused(409, `/api/albums/${album.uid}`));
    await undo(page);
    const told = page.locator('.toast', { hasText: 'This album is hidden from everyone who can only look' });
    await told.waitFor();
    expect(await told.getByRole('button', { name: 'Undo' }).count()).to.equal(0);
    expect(await inside(album)).to.deep.equal([photo]);
    const seen = await (await apiOf(demo.url, reader))<PhotoList>('GET', '/api/photos?limit=5');
    expect(seen.photos.map(({ uid }) => uid)).not.to.include(photo);
  });
});
