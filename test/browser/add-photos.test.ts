import { expect } from 'chai';
import type { Page, Route } from 'playwright-core';
import type { Album, AlbumPhotos, Albums, PhotoList, StackStep } from '../../core/http/wire.ts';
import { apiOf, type Ask } from './demo-api.ts';
import { type DemoBrowser, pressAfterG, until, withDemo } from './demo-browser.ts';
import { type Look, faultsOf, looks } from './every-page.ts';
import { standsStill } from './page-checks.ts';

const reader: [string, string] = ['reader', 'only-looks-1'];

describe('adding photos from the page of an album', () => {
  let demo: DemoBrowser;
  let ask: Ask;
  let newest: string[];
  withDemo(async (started) => {
    demo = started;
    ask = await apiOf(demo.url);
    newest = (await ask<PhotoList>('GET', '/api/photos?limit=12')).photos.map(({ uid }) => uid);
    await ask('POST', '/api/admin/users', { username: reader[0], password: reader[1], role: 'read' });
  });

  /** Makes an album of some of the newest photos. */
  const made = (name: string, ...photos: number[]): Promise<Album> =>
    ask<Album>('POST', '/api/albums', { name, photos: photos.map((index) => newest[index]) });
  const inside = async ({ uid }: Album): Promise<string[]> =>
    (await ask<AlbumPhotos>('GET', `/api/albums/${uid}/photos`)).photos.map((photo) => photo.uid);
  const button = (page: Page, name = 'Add photos') => page.getByRole('button', { name, exact: true });
  const tile = (page: Page, index: number) => page.locator(`a.tile[data-index="${index}"]`);
  const isAt = (page: Page, place: string): Promise<void> => until(page, `location.hash === ${JSON.stringify(place)}`);
  const placeOf = ({ uid }: Album): string => `#/albums/${uid}`;
  const picking = async (page: Page, album: Album): Promise<void> => {
    await page.getByRole('heading', { name: `Add photos to “${album.name}”` }).waitFor();
    await tile(page, 0).waitFor();
  };

  it('adds the clicked photos that are not yet in the album, shows their number in a toast, and undoes it', async () => {
    const album = await made('By clicks', 0, 1);
    const { page } = await demo.signedIn();
    await page.goto(`${demo.url}/#/albums`);
    await page.getByRole('link', { name: 'By clicks' }).click();
    await button(page).click();
    await picking(page, album);
    await isAt(page, `${placeOf(album)}?add=1`);
    expect(await button(page, 'Add').isDisabled()).to.equal(true);
    await until(page, `document.querySelectorAll('a.tile[data-taken=true]').length === 2`);
    expect(await tile(page, 1).getAttribute('aria-label')).to.contain('Already in the album');
    expect(await tile(page, 2).getAttribute('aria-label')).not.to.contain('Already in the album');
    await tile(page, 1).click();
    await tile(page, 3).click();
    await tile(page, 5).click({ modifiers: ['Shift'] });
    await page.getByRole('status').getByText('4 selected').waitFor();
    await button(page, 'Add').click();
    await page.getByText('3 photos added to “By clicks”').waitFor();
    await isAt(page, placeOf(album));
    await until(page, `document.querySelectorAll('a.tile').length === 5`);
    await until(page, `document.activeElement.matches('.photo-grid')`);
    expect(await inside(album)).to.have.members([0, 1, 3, 4, 5].map((index) => newest[index]));
    await page.locator('.toast').getByRole('button', { name: 'Undo' }).click();
    await until(page, `document.querySelectorAll('a.tile').length === 2`);
    expect(await inside(album)).to.have.members(newest.slice(0, 2));
    await page.goBack();
    await isAt(page, '#/albums');
  });

  it('continues after a reload, and returns to the album even without an earlier page in the history', async () => {
    const album = await made('Reloaded', 0);
    const { page } = await demo.signedIn(`/${placeOf(album)}?add=1`);
    await picking(page, album);
    await page.reload();
    await picking(page, album);
    await tile(page, 2).click();
    await button(page, 'Add').click();
    await page.getByText('1 photo added to “Reloaded”').waitFor();
    await isAt(page, placeOf(album));
    expect(await inside(album)).to.have.members([newest[0], newest[2]]);
  });

  it('returns to the album even after jumps by the calendar', async () => {
    const album = await made('By the calendar', 0);
    const { photos } = await ask<PhotoList>('GET', '/api/photos?limit=1000');
    const days = [photos.at(-1)!, photos[0]!].map(({ taken_at_local }) => taken_at_local.slice(0, 10));
    const { page } = await demo.signedIn();
    await page.goto(`${demo.url}/#/albums`);
    await page.getByRole('link', { name: 'By the calendar' }).click();
    const pickAfterJumps = async (): Promise<void> => {
      await button(page).click();
      await picking(page, album);
      for (const day of days) {
        await pressAfterG(page, 'c');
        await page.getByRole('textbox', { name: 'Type a date' }).fill(day);
        await page.keyboard.press('Enter');
        await isAt(page, `${placeOf(album)}?add=1&date=${day}`);
      }
      await tile(page, 2).click();
      await page.getByText('1 selected').waitFor();
    };
    await pickAfterJumps();
    await button(page, 'Cancel adding photos').click();
    await isAt(page, placeOf(album));
    await pickAfterJumps();
    await button(page, 'Add').click();
    await page.getByText('1 photo added to “By the calendar”').waitFor();
    await isAt(page, placeOf(album));
    await until(page, `document.querySelectorAll('a.tile').length === 2`);
    await page.goBack();
    await isAt(page, '#/albums');
  });

  it('returns to the day at which the album was open, and from there to the page before', async () => {
    const album = await made('At a day', 0);
    const { page } = await demo.signedIn();
    await page.goto(`${demo.url}/#/albums`);
    await page.getByRole('link', { name: 'At a day' }).waitFor();
    await page.evaluate(`location.hash = '${placeOf(album)}?date=2020-01-01'`);
    await button(page).click();
    await picking(page, album);
    await button(page, 'Cancel adding photos').click();
    await isAt(page, `${placeOf(album)}?date=2020-01-01`);
    await page.getByRole('heading', { name: 'At a day', exact: true }).waitFor();
    await page.goBack();
    await isAt(page, '#/albums');
  });

  it('adds nothing and clears the selection after Back, Escape, Cancel or a link to another page', async () => {
    const album = await made('Left', 0);
    const { page } = await demo.signedIn(`/${placeOf(album)}`);
    const length = (): Promise<number> => page.evaluate('history.length');
    await button(page).click();
    await picking(page, album);
    const before = await length();
    const leave = [
      () => page.goBack(),
      () => page.keyboard.press('Escape'),
      () => button(page, 'Cancel adding photos').click(),
    ];
    for (const step of leave) {
      await tile(page, 4).click();
      await page.getByText('1 selected').waitFor();
      await step();
      await isAt(page, placeOf(album));
      await page.getByRole('heading', { name: 'Left', exact: true }).waitFor();
      await button(page).click();
      await picking(page, album);
      await page.getByText('0 selected').waitFor();
    }
    expect(await length(), 'no step is kept twice').to.equal(before);
    await tile(page, 4).click();
    await page.getByRole('link', { name: 'Photos', exact: true }).click();
    await page.getByRole('combobox', { name: 'Search' }).waitFor();
    expect(await page.locator('.selection-bar').count(), 'nor in the timeline').to.equal(0);
    expect(await inside(album)).to.deep.equal([newest[0]]);
  });

  it('can be done with the keyboard, where the keys of other actions have no effect', async () => {
    const album = await made('By keys', 0);
    const { page } = await demo.signedIn(`/${placeOf(album)}`);
    await button(page).focus();
    await page.keyboard.press('Enter');
    await picking(page, album);
    await until(page, `document.activeElement.matches('.photo-grid')`);
    await tile(page, 1).focus();
    await page.keyboard.press('Enter');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press(' ');
    await page.getByText('2 selected').waitFor();
    // Keys that archive, hide and tag photos elsewhere.
    for (const key of ['a', 'h', 't', 'l', 'f']) await page.keyboard.press(key);
    await page.keyboard.press('Control+a');
    const { total } = await ask<PhotoList>('GET', '/api/photos?limit=1&stacked=true');
    await page.getByText(`${total} selected`).waitFor();
    expect(await page.getByRole('dialog').count()).to.equal(0);
    expect((await ask<PhotoList>('GET', '/api/photos?limit=1&stacked=true')).total, 'none is archived').to.equal(total);
    expect(await page.evaluate('location.hash')).to.equal(`${placeOf(album)}?add=1`);
    await button(page, 'Add').focus();
    await page.keyboard.press('Enter');
    await page.getByText('photos added to “By keys”').waitFor();
    await isAt(page, placeOf(album));
    expect((await ask<Albums>('GET', '/api/albums')).albums.find(({ uid }) => uid === album.uid)?.photo_count).to.equal(
      (await ask<PhotoList>('GET', '/api/photos?limit=1')).total,
    );
  });

  it('adds all photos of a stack', async () => {
    const album = await made('Stacked');
    const { step } = await ask<StackStep>('POST', '/api/stacks', { photos: newest.slice(6, 9) });
    const { page } = await demo.signedIn(`/${placeOf(album)}?add=1`);
    await page.locator('a.tile:has(.stack-mark)').first().click();
    await page.getByText('3 selected, with all photos of 1 stack').waitFor();
    await button(page, 'Add').click();
    await page.getByText('3 photos added to “Stacked”').waitFor();
    expect(await inside(album)).to.have.members(newest.slice(6, 9));
    await ask('POST', `/api/stacks/steps/${step}/undo`);
  });

  it('marks a stack once all of its photos are in the album', async () => {
    const { step, stack } = await ask<StackStep>('POST', '/api/stacks', { photos: newest.slice(6, 9) });
    const part = await ask<Album>('POST', '/api/albums', { name: 'Part', photos: [stack?.cover, newest[0]] });
    const whole = await made('Whole', 0, 6, 7, 8);
    const { page } = await demo.signedIn(`/${placeOf(part)}?add=1`);
    const mark = page.locator('a.tile:has(.stack-mark)').first();
    const isTaken = (index: number) => page.locator(`a.tile[data-index="${index}"][data-taken=true]`).waitFor();
    await isTaken(0);
    expect(await mark.getAttribute('data-taken')).not.to.equal('true');
    await page.goto(`${demo.url}/${placeOf(whole)}?add=1`);
    await picking(page, whole);
    await page.locator('a.tile[data-taken=true]:has(.stack-mark)').waitFor();
    await ask('POST', `/api/stacks/steps/${step}/undo`);
  });

  it('adds nothing if it is left while the photos of stacks are still being read', async () => {
    const album = await made('Left early');
    const { step } = await ask<StackStep>('POST', '/api/stacks', { photos: newest.slice(6, 9) });
    const { page } = await demo.signedIn(`/${placeOf(album)}?add=1`);
    const changes: string[] = [];
    page.on('request', (request) => {
      if (request.method() === 'PUT') changes.push(request.postData() ?? '');
    });
    const asked = new Promise<Route>((resolve) => void page.route('**/api/stacks/photos', resolve));
    await page.locator('a.tile:has(.stack-mark)').first().click();
    await button(page, 'Add').click();
    const route = await asked;
    await page.keyboard.press('Escape');
    await isAt(page, placeOf(album));
    const answered = page.waitForResponse('**/api/stacks/photos');
    await route.continue();
    await answered;
    await button(page).first().click();
    await picking(page, album);
    await tile(page, 0).click();
    await button(page, 'Add').click();
    await page.getByText('1 photo added to “Left early”').waitFor();
    expect(changes).to.deep.equal([JSON.stringify({ add: [newest[0]] })]);
    expect(await page.locator('.toast').count()).to.equal(1);
    await ask('POST', `/api/stacks/steps/${step}/undo`);
  });

  it('starts with nothing selected, even after Back from a timeline with selected photos', async () => {
    const album = await made('Back', 0);
    const { page } = await demo.signedIn(`/${placeOf(album)}?add=1`);
    await picking(page, album);
    await page.getByRole('link', { name: 'Photos', exact: true }).click();
    await page.getByRole('combobox', { name: 'Search' }).waitFor();
    for (const index of [2, 3]) await page.locator(`a.tile[data-index="${index}"] .pick`).click({ force: true });
    await page.getByRole('status').getByText('2 selected').waitFor();
    await page.goBack();
    await picking(page, album);
    await page.getByText(/^\d selected/).waitFor();
    expect(await page.getByText(/^\d selected/).innerText()).to.equal('0 selected');
  });

  it('keeps the selection if the server cannot add the photos', async () => {
    const album = await made('Refused', 0);
    const { page, expects } = await demo.signedIn(`/${placeOf(album)}?add=1`);
    expects(new RegExp(`ERR_FAILED .*/api/albums/${album.uid}/photos`));
    await tile(page, 3).click();
    await page.route('**/api/albums/*/photos', (route) =>
      route.request().method() === 'PUT' ? route.abort() : route.continue(),
    );
    await button(page, 'Add').click();
    await page.locator('.toast').waitFor();
    await page.getByText('1 selected').waitFor();
    await page.unroute('**/api/albums/*/photos');
    await button(page, 'Add').click();
    await page.getByText('1 photo added to “Refused”').waitFor();
    expect(await inside(album)).to.have.length(2);
  });

  it('is the only action of an empty album, and works on a phone', async () => {
    const album = await made('Nothing yet');
    const phone = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true };
    const { page } = await demo.signedIn('/', phone);
    await page.goto(`${demo.url}/${placeOf(album)}`);
    await page.getByText('This album is empty.').waitFor();
    expect(await button(page).count()).to.equal(1);
    expect(await page.locator('.message').getByRole('link').count()).to.equal(0);
    await button(page).tap();
    await picking(page, album);
    await tile(page, 0).tap();
    await tile(page, 2).tap();
    await page.getByText('2 selected').waitFor();
    await button(page, 'Add').tap();
    await page.getByText('2 photos added to “Nothing yet”').waitFor();
    await until(page, `document.querySelectorAll('a.tile').length === 2`);
  });

  it('is offered only for albums of chosen photos, and only to users who may change them', async () => {
    const chosen = await made('Chosen', 0);
    const smart = await ask<Album>('POST', '/api/albums', { name: 'Smart', rule: { kinds: ['image'] } });
    const store = (await ask<Albums>('GET', '/api/albums')).albums.find(({ source }) => source !== 'own')!;
    const { page } = await demo.signedIn(`/${placeOf(chosen)}`);
    await button(page).waitFor();
    for (const album of [smart, store]) {
      await page.goto(`${demo.url}/${placeOf(album)}`);
      await page.getByRole('button', { name: 'Edit album' }).waitFor();
      expect(await button(page).count(), album.name).to.equal(0);
      await page.goto(`${demo.url}/${placeOf(album)}?add=1`);
      await isAt(page, placeOf(album));
    }
    const other = await demo.signedIn(`/${placeOf(chosen)}`, {}, reader);
    await other.page.getByRole('heading', { name: 'Chosen' }).waitFor();
    expect(await button(other.page).count()).to.equal(0);
    await other.page.goto(`${demo.url}/${placeOf(chosen)}?add=1`);
    await other.page.getByText('For editors only.').waitFor();
  });

  for (const look of ['desktop', 'phone'] as Look[]) {
    it(`has no accessibility or layout faults on a ${look}`, async () => {
      const album = await made(`Looked at on a ${look}`, 0, 2);
      const { page } = await demo.signedIn(`/${placeOf(album)}`, { ...looks[look], colorScheme: 'light' });
      const found = await faultsOf(page, 'the album', look);
      await page.goto(`${demo.url}/${placeOf(album)}?add=1`);
      await until(page, `document.querySelectorAll('a.tile[data-taken=true]').length === 2`);
      await tile(page, 1).click();
      await tile(page, 2).click();
      await standsStill(page);
      found.push(...(await faultsOf(page, 'adding photos', look)));
      expect(found.join('\n')).to.equal('');
    });
  }
});
