import { expect } from 'chai';
import type { Page } from 'playwright-core';
import type { Photo, PhotoList } from '../../core/http/wire.ts';
import { apiOf } from './demo-api.ts';
import { type DemoBrowser, drawnAnew, until, withDemo } from './demo-browser.ts';
import { originalShown } from './opened-photo.ts';
import { until as untilIs } from '../support/until.ts';
import { axeFaults } from './page-checks.ts';

const uid = 'demo-beach-ines-omar.jpg';

describe('editing photos in a browser', function () {
  let demo: DemoBrowser;
  withDemo((started) => {
    demo = started;
  });

  const photo = async (of = uid): Promise<Photo> =>
    (await apiOf(demo.url))<Photo>('GET', `/api/photos/${encodeURIComponent(of)}`);
  const opened = async (): Promise<Page> => {
    const { page } = await demo.signedIn('/');
    await page.goto(`${demo.url}/#/photo/${uid}`);
    await originalShown(page);
    return page;
  };
  const dialogOf = (page: Page) => page.getByRole('dialog', { name: /^Edit/ });

  it('changes a caption, shows the one in the file next to it, and restores that, which can be undone as well', async () => {
    const before = await photo();
    const page = await opened();
    await page.keyboard.press('i');
    await page.getByRole('button', { name: 'Edit date, place, caption' }).click();
    const dialog = dialogOf(page);
    await dialog.getByRole('radio', { name: 'Caption' }).check();
    await dialog.getByRole('textbox', { name: 'Caption' }).fill('Picnic with Omar');
    expect(await axeFaults(page)).to.deep.equal([]);
    await dialog.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Caption changed: 1 photo').waitFor();
    const info = page.getByRole('complementary', { name: 'Information' });
    await info.getByText('Picnic with Omar').waitFor();
    await info.getByText(`In the file: ${before.caption ?? 'none'}`).waitFor();
    await info.getByRole('button', { name: 'Caption: as in the file' }).click();
    await page.getByText('Shown as in the file again').waitFor();
    expect((await photo()).edited).to.deep.equal([]);
    // Restoring can be undone as well.
    await page.keyboard.press('Control+z');
    await info.getByText('Picnic with Omar').waitFor();
    await page.keyboard.press('Control+z');
    await info.getByText('Picnic with Omar').waitFor({ state: 'detached' });
  });

  it('discards a half-typed tag when the viewer moves on to another photo', async () => {
    const page = await opened();
    await page.keyboard.press('i');
    const field = page.getByPlaceholder('Add a tag');
    await field.fill('picn');
    await page.getByRole('button', { name: 'Older photo' }).click();
    await until(page, `!location.hash.includes('${uid}')`);
    await untilIs(async () => (await field.inputValue()) === '');
  });

  it('changes a date with the keyboard alone, and undoes it from the toast', async () => {
    const before = await photo();
    const page = await opened();
    await page.keyboard.press('e');
    const dialog = dialogOf(page);
    const field = dialog.getByLabel('Date and time, where the photo was taken');
    await field.fill('2001-02-03T04:05:06');
    await field.press('Enter');
    await page.getByText('Date changed: 1 photo').waitFor();
    expect(await photo()).to.include({ taken_at_local: '2001-02-03T04:05:06' });
    await page.getByRole('button', { name: 'Undo' }).click();
    await untilIs(async () => (await photo()).taken_at === before.taken_at);
  });

  it('sets a place that was found by its name, and undoes it from the toast', async () => {
    const page = await opened();
    await page.keyboard.press('e');
    const dialog = dialogOf(page);
    await dialog.getByRole('radio', { name: 'Place' }).check();
    await dialog.getByRole('searchbox', { name: 'Find a town' }).fill('reykj');
    await dialog.getByRole('button', { name: 'Reykjavík Iceland' }).click();
    await dialog.getByText('Move the map until the place is under the pin').waitFor();
    expect(await axeFaults(page)).to.deep.equal([]);
    await dialog.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Place changed: 1 photo').waitFor();
    expect((await photo()).place).to.equal('Reykjavík, Iceland');
    await page.getByRole('button', { name: 'Undo' }).click();
    await untilIs(async () => !(await photo()).edited.includes('place'));
  });

  it('chooses a place with Enter only from the results for the typed name, and otherwise changes nothing', async () => {
    const page = await opened();
    await page.keyboard.press('e');
    const dialog = dialogOf(page);
    await dialog.getByRole('radio', { name: 'Place' }).check();
    const field = dialog.getByRole('searchbox', { name: 'Find a town' });
    await field.fill('qqqq');
    await field.press('Enter');
    await dialog.getByText('No town by that name').waitFor();
    await field.press('Enter');
    await field.fill('reykj');
    await dialog.getByRole('button', { name: 'Reykjavík Iceland' }).waitFor();
    let answer = (): void => undefined;
    const mayAnswer = new Promise<void>((resolve) => (answer = resolve));
    await page.route('**/api/towns?q=lisb', async (route) => {
      await mayAnswer;
      await route.continue();
    });
    await field.fill('lisb');
    await field.press('Enter');
    expect(await field.inputValue(), 'the towns of the earlier name are still shown').to.equal('lisb');
    answer();
    await dialog.getByRole('button', { name: 'Lisbon Portugal' }).waitFor();
    await field.press('Enter');
    await untilIs(async () => (await field.inputValue()) === '');
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    expect((await photo()).edited).to.deep.equal([]);
  });

  it('removes a place, shows the one in the file, and restores it', async () => {
    const before = await photo();
    expect(before.place).to.be.a('string');
    const page = await opened();
    await page.keyboard.press('i');
    await page.keyboard.press('e');
    const dialog = dialogOf(page);
    await dialog.getByRole('radio', { name: 'Place' }).check();
    await dialog.getByRole('button', { name: 'Remove place' }).click();
    await page.getByText('Place removed: 1 photo').waitFor();
    expect(await photo()).to.deep.include({ place: null, lat: null, edited: ['place'] });
    const info = page.getByRole('complementary', { name: 'Information' });
    await info.getByText(`In the file: ${before.place}`).waitFor();
    await info.getByRole('button', { name: 'Place: as in the file' }).click();
    await untilIs(async () => (await photo()).place === before.place);
  });

  it('rotates a photo with a key, and shows its original rotated', async () => {
    const before = await photo();
    const page = await opened();
    const stands = `document.querySelector('.picture .original').naturalWidth < document.querySelector('.picture .original').naturalHeight`;
    expect(await page.evaluate(stands)).to.equal(before.width! < before.height!);
    await page.keyboard.press('.');
    await page.getByText('1 photo rotated').waitFor();
    await until(page, `(${stands}) === ${before.width! >= before.height!}`);
    expect(await photo()).to.include({ rotation: 90, width: before.height, height: before.width });
    await page.keyboard.press(',');
    await until(page, `(${stands}) === ${before.width! < before.height!}`);
    expect((await photo()).rotation).to.equal(0);
  });

  it('never squeezes a rotated photo into its old shape', async () => {
    const page = await opened();
    const { width, height } = await photo();
    let answer = (): void => undefined;
    const held = new Promise<void>((resolve) => (answer = resolve));
    await page.route(/\/(thumb|full)\?/, async (route) => {
      await held;
      await route.continue();
    });
    await page.keyboard.press('.');
    const box = `document.querySelector('.picture').getBoundingClientRect()`;
    await until(page, `(${box}.width < ${box}.height) === ${height! < width!}`);
    const fit = `[...document.querySelectorAll('.picture img')].every(
      ({ naturalWidth, naturalHeight }) => naturalWidth === 0 || naturalWidth < naturalHeight === ${box}.width < ${box}.height,
    )`;
    expect(await page.evaluate(fit)).to.equal(true);
    await page.getByText('1 photo rotated').waitFor();
    expect(await page.evaluate(fit)).to.equal(true);
    answer();
    await originalShown(page);
    expect(await page.evaluate(fit)).to.equal(true);
    await page.keyboard.press(',');
    await untilIs(async () => (await photo()).rotation === 0);
  });

  it('keeps a photo sharp when its size becomes known while it is open', async () => {
    const { page } = await demo.at('tags');
    await page.route(/\/api\/photos\?/, async (route) => {
      const answer = await route.fetch();
      const list = (await answer.json()) as PhotoList;
      const photos = list.photos.map((item) => ({ ...item, width: null, height: null }));
      await route.fulfill({ response: answer, json: { ...list, photos } });
    });
    await page.goto(`${demo.url}/#/`);
    await page.locator('a.tile').first().click();
    await originalShown(page);
    await page.keyboard.press('f');
    await page.locator('.toast').first().waitFor();
    await drawnAnew(page);
    expect(await page.locator('.picture .original').count()).to.equal(1);
  });

  it('undoes rotations one by one, the last one first', async () => {
    const page = await opened();
    const turned = page.locator('.toast', { hasText: '1 photo rotated' });
    for (const rotation of [90, 180]) {
      await page.keyboard.press('.');
      await untilIs(async () => (await photo()).rotation === rotation);
    }
    for (const rotation of [90, 0]) {
      await turned.waitFor();
      expect(await turned.count()).to.equal(1);
      await turned.getByRole('button', { name: 'Undo' }).click();
      await untilIs(async () => (await photo()).rotation === rotation);
    }
    await turned.waitFor({ state: 'detached' });
  });

  it('says that there is nothing to undo after a later change by someone else', async () => {
    const page = await opened();
    await page.keyboard.press('.');
    await page.getByText('1 photo rotated').waitFor();
    // Another client rotates it as well.
    await (
      await apiOf(demo.url)
    )('PATCH', `/api/photos/${encodeURIComponent(uid)}`, { rotation: 270 });
    await page.locator('.toast').getByRole('button', { name: 'Undo' }).click();
    await page.getByText('Nothing to undo').waitFor();
    expect((await photo()).rotation).to.equal(270);
  });

  it('shifts the dates of a selection together, and undoes them together', async () => {
    const { page } = await demo.signedIn('/');
    const uids: string[] = [];
    for (const nth of [0, 1, 2]) {
      const tile = page.locator('a.tile').nth(nth);
      uids.push(decodeURIComponent((await tile.getAttribute('href'))!.split('/photo/')[1]!));
      await tile.focus();
      await page.keyboard.press('x');
    }
    const before = await Promise.all(uids.map((of) => photo(of)));
    await page.getByRole('button', { name: 'Edit date, place, caption' }).click();
    const dialog = page.getByRole('dialog', { name: 'Edit 3 photos' });
    await dialog.getByLabel('Hours').fill('2');
    await dialog.getByLabel('Hours').press('Enter');
    await page.getByText('Date changed: 3 photos').waitFor();
    const shifted = await Promise.all(uids.map((of) => photo(of)));
    expect(shifted.map(({ taken_at }) => taken_at)).to.deep.equal(before.map(({ taken_at }) => taken_at + 7200));
    await page.getByRole('button', { name: 'Undo' }).click();
    await untilIs(async () => (await photo(uids[2])).original === null);
    const after = await Promise.all(uids.map((of) => photo(of)));
    expect(after.map(({ taken_at }) => taken_at)).to.deep.equal(before.map(({ taken_at }) => taken_at));
  });
});
