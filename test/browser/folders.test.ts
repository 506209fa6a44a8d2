import { expect } from 'chai';
import type { Folders, Photo, PhotoList } from '../../core/http/wire.ts';
import { apiOf, type Ask } from './demo-api.ts';
import { type DemoBrowser, until, withDemo } from './demo-browser.ts';

const viewer = { username: 'folder-viewer', password: 'folder-viewer-1', role: 'read' };

describe('folders in a browser', function () {
  let demo: DemoBrowser;
  let ask: Ask;
  withDemo(async (started) => {
    demo = started;
    ask = await apiOf(demo.url);
    await ask('POST', '/api/admin/users', viewer);
  });

  const photoAt = async (folder: string): Promise<Photo> => {
    const { photos } = await ask<PhotoList>('GET', `/api/photos?folder=${encodeURIComponent(folder)}`);
    return ask<Photo>('GET', `/api/photos/${photos[0]!.uid}`);
  };

  it('lead from the navigation to their photos, and back through the path', async () => {
    const { page, troubles } = await demo.signedIn('/');
    await page.getByRole('link', { name: 'Folders', exact: true }).click();
    await page.getByRole('heading', { name: 'Folders', level: 1 }).waitFor();
    const top = await ask<Folders>('GET', '/api/folders');
    const [country] = top.folders;
    await page.getByRole('link', { name: new RegExp(`^${country!.name}`) }).click();
    await page.getByRole('heading', { name: country!.name, level: 1 }).waitFor();
    const inside = await ask<Folders>('GET', `/api/folders?parent=${encodeURIComponent(country!.path)}`);
    // The photos of subfolders are shown on request.
    expect(await page.locator('.tile').count()).to.equal(0);
    await page.getByRole('checkbox', { name: 'Include the folders in here' }).check();
    await until(page, `document.querySelectorAll('.tile img').length === ${inside.photo_count}`);
    await page.getByRole('link', { name: new RegExp(`^${inside.folders[0]!.name}`) }).click();
    await until(page, `document.querySelectorAll('.tile img').length === ${inside.folders[0]!.photo_count}`);
    await page.getByRole('navigation', { name: 'Path' }).getByRole('link', { name: 'Folders' }).click();
    await page.getByRole('heading', { name: 'Folders', level: 1 }).waitFor();
    expect(troubles).to.deep.equal([]);
    await page.context().close();
  });

  it('are linked from the information of a photo', async () => {
    const [country] = (await ask<Folders>('GET', '/api/folders')).folders;
    const photo = await photoAt(country!.path);
    const { page } = await demo.at(`photo/${photo.uid}`);
    await page.locator('.photo-page').waitFor();
    if (!(await page.locator('.photo-info').isVisible())) await page.keyboard.press('i');
    await page.locator('.photo-info').getByRole('link', { name: photo.folder! }).click();
    await page.getByRole('heading', { name: photo.folder!.split('/').at(-1)!, level: 1 }).waitFor();
    await page.context().close();
  });

  it('are available to viewers once an admin allows it', async () => {
    const account: [string, string] = [viewer.username, viewer.password];
    const before = await demo.signedIn('/', {}, account);
    expect(await before.page.getByRole('link', { name: 'Folders', exact: true }).count()).to.equal(0);
    await before.page.context().close();

    const admin = await demo.at('folders', ['admin', 'admin-demo']);
    const allowed = admin.page.waitForResponse(
      (response) => response.url().endsWith('/api/admin/folders') && response.request().method() === 'PUT',
    );
    await admin.page.getByRole('checkbox', { name: 'Show folders to viewers' }).click();
    // The page shows the box as checked before the server has answered.
    expect((await allowed).ok()).to.equal(true);
    await admin.page.context().close();
    const after = await demo.signedIn('/', {}, account);
    await after.page.getByRole('link', { name: 'Folders', exact: true }).click();
    await after.page.getByRole('heading', { name: 'Folders', level: 1 }).waitFor();
    expect(await after.page.getByRole('checkbox', { name: 'Show folders to viewers' }).count()).to.equal(0);
    await after.page.context().close();
  });

  it('show a message if a folder does not exist', async () => {
    const { page, expects } = await demo.at('folders/Atlantis');
    expects(/404/);
    await page.getByRole('heading', { name: 'Folder not found' }).waitFor();
    await page.context().close();
  });
});
