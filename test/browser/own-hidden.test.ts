import { expect } from 'chai';
import type { Page } from 'playwright-core';
import type { Album, AllHiddenByMe, People, Person, PhotoList } from '../../core/http/wire.ts';
import { apiOf, type Ask } from './demo-api.ts';
import { type DemoBrowser, until, withDemo } from './demo-browser.ts';

const viewer: [string, string] = ['grandpa', 'only-looks-1'];

describe('hiding for oneself in a browser', () => {
  let demo: DemoBrowser;
  let ask: Ask;
  /** Requests of the viewer who hides. */
  let askAsViewer: Ask;
  withDemo(async (started) => {
    demo = started;
    ask = await apiOf(demo.url);
    const [username, password] = viewer;
    await ask('POST', '/api/admin/users', { username, password, role: 'read' });
    askAsViewer = await apiOf(demo.url, viewer);
  });

  const hidden = (): Promise<AllHiddenByMe> => askAsViewer('GET', '/api/hidden_by_me');
  const uids = async (asks: Ask): Promise<string[]> =>
    (await asks<PhotoList>('GET', '/api/photos?limit=1000')).photos.map(({ uid }) => uid);
  const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

  it('hides a photo for one viewer only, undoes it, and shows it again from the list of hidden photos', async () => {
    const before = await uids(ask);
    const { page } = await demo.signedIn('/', {}, viewer);
    const first = `document.querySelector('a.tile')?.getAttribute('href')`;
    await page.locator('a.tile').first().waitFor();
    const shown = JSON.stringify(await page.evaluate(first));
    const hide = async (): Promise<void> => {
      await page.locator('a.tile').first().focus();
      await page.keyboard.press('x');
      await button(page, 'Hide for me').click();
      await page.getByText('1 photo hidden for you').waitFor();
      await until(page, `${first} !== undefined && ${first} !== ${shown}`);
    };
    await hide();
    await button(page, 'Undo').click();
    await until(page, `${first} === ${shown}`);
    expect(await uids(askAsViewer)).to.deep.equal(before);
    await hide();
    const left = await uids(askAsViewer);
    const [uid] = before.filter((one) => !left.includes(one));
    expect([left.length, await uids(ask)]).to.deep.equal([before.length - 1, before]);

    const { page: list } = await demo.at('hidden-by-me', viewer);
    await list.locator('a.tile').first().click();
    await list.getByRole('button', { name: 'More' }).click();
    await list.getByRole('menuitem', { name: 'Show to me again' }).click();
    await list.getByText('1 photo shown to you again').waitFor();
    expect(uid).to.be.a('string');
    expect(await uids(askAsViewer)).to.deep.equal(before);
  });

  it('hides a person and an album from their pages, and shows both again from the list', async () => {
    const [person] = (await ask<People>('GET', '/api/people')).people;
    if (!person) throw new Error('the demo shows nobody');
    await ask('POST', `/api/people/${person.id}/name`, { name: 'Amara' });
    const { photos } = await ask<PhotoList>('GET', '/api/photos?limit=2');
    const album = await ask<Album>('POST', '/api/albums', {
      name: 'Old flat',
      photos: photos.map(({ uid }) => uid),
    });

    const { page } = await demo.at(`people/${person.id}`, viewer);
    // The photos that are hidden with a person are counted beforehand.
    const count = (await ask<Person>('GET', `/api/people/${person.id}`)).photo_count;
    await button(page, 'Hide for me').click();
    const dialog = page.getByRole('dialog', { name: 'Hide “Amara” for you?' });
    await dialog.getByText(`${count} photos with this person will disappear for you`).waitFor();
    await button(page, 'Cancel').click();
    await dialog.waitFor({ state: 'detached' });
    expect((await hidden()).people).to.deep.equal([]);
    await button(page, 'Hide for me').click();
    await dialog.getByRole('button', { name: 'Hide for me' }).click();
    await page.getByText(`“Amara” and ${count} photos are now hidden for you`).waitFor();
    await page.locator('.person-card').first().waitFor();
    expect(await page.locator('.person-name').allTextContents()).not.to.include('Amara');

    const { page: ofAlbum } = await demo.at(`albums/${album.uid}`, viewer);
    await button(ofAlbum, 'Hide for me').click();
    await ofAlbum.getByText('“Old flat” is now hidden for you').waitFor();
    expect((await hidden()).albums).to.deep.equal([{ uid: album.uid, name: 'Old flat' }]);
    await until(ofAlbum, `location.hash === '#/albums'`);

    const { page: list } = await demo.at('hidden-by-me', viewer);
    for (const name of ['Amara', 'Old flat']) {
      await button(list, `Show “${name}” to me again`).click();
      await list.getByText(`You see “${name}” again`).waitFor();
    }
    await list.getByText('Nothing hidden by you').waitFor();
    expect(await hidden()).to.deep.equal({ photos: 0, people: [], albums: [] });
    expect((await askAsViewer<People>('GET', '/api/people')).people.map(({ name }) => name)).to.include('Amara');
  });
});
