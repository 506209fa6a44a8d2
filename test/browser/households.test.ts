import { expect } from 'chai';
import type { Page } from 'playwright-core';
import type { Album, Albums, People, PhotoList, Withholdings } from '../../core/http/wire.ts';
import { apiOf, type Ask } from './demo-api.ts';
import { type DemoBrowser, until, withDemo } from './demo-browser.ts';
import { refused } from './watched-page.ts';

const viewer: [string, string] = ['grandpa', 'only-looks-1'];
const admin: [string, string] = ['admin', 'admin-demo'];
const editor: [string, string] = ['aunt', 'sorts-photos-1'];

describe('restricting who can see what, in a browser', () => {
  let demo: DemoBrowser;
  let ask: Ask;
  withDemo(async (started) => {
    demo = started;
    ask = await apiOf(demo.url);
    for (const [[username, password], role] of [[viewer, 'read'] as const, [editor, 'write'] as const]) {
      await ask('POST', '/api/admin/users', { username, password, role });
    }
  });

  const asked = async (page: Page): Promise<void> => {
    await page.getByRole('button', { name: 'Who can see this' }).click();
    await page.getByRole('dialog').getByRole('heading').waitFor();
  };
  const saved = async (page: Page): Promise<void> => {
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('Changed who can see').waitFor();
  };
  const cards = async (page: Page): Promise<string[]> => {
    await page.locator('.card').first().waitFor();
    return page.locator('.card-title').allTextContents();
  };

  it('lets an editor hide an album from all viewers, and marks it as hidden', async () => {
    const { photos } = await ask<PhotoList>('GET', '/api/photos?limit=3');
    const album = await ask<Album>('POST', '/api/albums', {
      name: 'Birthday plans',
      photos: photos.map(({ uid }) => uid),
    });
    const { page } = await demo.at(`albums/${album.uid}`, editor);
    await asked(page);
    await page.getByRole('dialog').getByRole('checkbox').first().waitFor();
    // Only admins choose single accounts.
    expect(await page.getByRole('dialog').getByRole('checkbox').count()).to.equal(1);
    await page.getByRole('checkbox', { name: 'Hide from everyone who can only look' }).check();
    await saved(page);
    await page.getByRole('img', { name: 'Hidden from some people' }).waitFor();

    const { page: theirs } = await demo.at('albums', viewer);
    expect(await cards(theirs)).not.to.include('Birthday plans');
    const { page: open, expects } = await demo.at(`albums/${album.uid}`, viewer);
    expects(refused(404, '/api/albums/'));
    await open.getByText('Album not found').waitFor();
    const { page: timeline } = await demo.signedIn('/', {}, viewer);
    await timeline.locator('a.tile').first().waitFor();
    const secret = photos.map(({ uid }) => JSON.stringify(uid)).join();
    expect(await timeline.evaluate(`[${secret}].filter((uid) => document.body.innerHTML.includes(uid))`)).to.deep.equal(
      [],
    );

    const { page: ours } = await demo.at('albums', editor);
    await ours
      .locator('.card', { hasText: 'Birthday plans' })
      .getByRole('img', { name: 'Hidden from some people' })
      .waitFor();
    expect((await ask<Albums>('GET', '/api/albums')).albums.map(({ name }) => name)).to.include('Birthday plans');
  });

  it('lets an admin hide a person from one account, lists that among the accounts, and can be undone', async () => {
    const [person] = (await ask<People>('GET', '/api/people')).people;
    if (!person) throw new Error('the demo shows nobody');
    await ask('POST', `/api/people/${person.id}/name`, { name: 'Amara' });
    const { page } = await demo.at(`people/${person.id}`, admin);
    await asked(page);
    await page.getByRole('group', { name: 'Also hide from' }).getByRole('checkbox', { name: 'aunt' }).check();
    await saved(page);
    await page.getByRole('img', { name: 'Hidden from some people' }).waitFor();

    const { page: theirs } = await demo.at('people', editor);
    await theirs.locator('.person-card').first().waitFor();
    expect(await theirs.locator('.person-name').allTextContents()).not.to.include('Amara');

    const { page: users } = await demo.at('admin/users', admin);
    await users.getByText(`Can’t see: Amara`).waitFor();

    await asked(page);
    const box = page.getByRole('checkbox', { name: 'aunt' });
    expect(await box.isChecked()).to.equal(true);
    await box.uncheck();
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await until(page, `!document.querySelector('.kept-mark')`);
    const left = (await ask<Withholdings>('GET', '/api/withholdings')).withholdings;
    expect(left.filter((one) => one.person)).to.deep.equal([]);
  });

  it('is not offered to viewers', async () => {
    const [person] = (await ask<People>('GET', '/api/people')).people;
    const { page } = await demo.at(`people/${person?.id}`, viewer);
    await page.getByRole('heading', { level: 1 }).waitFor();
    expect(await page.getByRole('button', { name: 'Who can see this' }).count()).to.equal(0);
  });
});
