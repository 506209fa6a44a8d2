import { expect } from 'chai';
import type { Page, Route } from 'playwright-core';
import type { Photo } from '../../core/http/wire.ts';
import { until as untilHere } from '../support/until.ts';
import { apiOf, type Ask } from './demo-api.ts';
import { type DemoBrowser, drawnAnew, drawnPhotos, toastOffersUndo, until, withDemo } from './demo-browser.ts';
import { openNth, originalShown } from './opened-photo.ts';
import { refused } from './watched-page.ts';

describe('a photo viewer that moves on to another photo', function () {
  let demo: DemoBrowser;
  let ask: Ask;
  withDemo(async (started) => {
    demo = started;
    ask = await apiOf(demo.url);
  });

  const at = (uid: string): string => `location.hash.endsWith('${encodeURIComponent(uid)}')`;
  const detailsOf = (uid: string): string => `**/api/photos/${encodeURIComponent(uid)}`;
  const photo = (uid: string): Promise<Photo> => ask('GET', `/api/photos/${encodeURIComponent(uid)}`);
  const info = (page: Page) => page.getByRole('complementary', { name: 'Information' });

  it('accepts no edits in its panel until the panel shows the new photo', async () => {
    const { page, uids } = await openNth(demo, 0);
    const answers: (() => void)[] = [];
    await page.route(detailsOf(uids[1]!), async (route) => {
      await new Promise<void>((answer) => answers.push(answer));
      await route.continue();
    });
    await page.keyboard.press('i');
    const field = info(page).getByPlaceholder('Add a tag');
    await field.focus();
    await page.evaluate(`document.querySelector('.step.older').click()`);
    await until(page, at(uids[1]!));
    await untilHere(() => answers.length > 0);
    await drawnAnew(page);
    await page.keyboard.type('astray');
    await page.keyboard.press('Enter');
    expect(await info(page).getAttribute('aria-busy')).to.equal('true');
    expect(await page.locator('.toast').count()).to.equal(0);
    for (const answer of answers) answer();
    await page.locator('.photo-info[aria-busy=false]').waitFor();
    await field.fill('meant');
    await field.press('Enter');
    await toastOffersUndo(page);
    expect([(await photo(uids[0]!)).tags, (await photo(uids[1]!)).tags]).to.deep.equal([[], ['meant']]);
  });

  it('shows no exposure of the previous photo while that of the new one is being loaded', async () => {
    const { page, uids } = await openNth(demo, 0);
    const exif = { exif: { ISO: 400 } };
    await page.route(`${detailsOf(uids[0]!)}/meta`, (route) => route.fulfill({ json: { exif } }));
    let answer: () => void = () => undefined;
    const isAsked = new Promise<void>((asked) => {
      void page.route(`${detailsOf(uids[1]!)}/meta`, async (route) => {
        asked();
        await new Promise<void>((resolve) => (answer = resolve));
        await route.fulfill({ json: { exif: { exif: { ISO: 800 } } } });
      });
    });
    await page.keyboard.press('i');
    await info(page).getByText('ISO 400').waitFor();
    await page.keyboard.press('ArrowRight');
    await isAsked;
    await page.locator('.photo-info[aria-busy=false]').waitFor();
    expect(await info(page).getByText('ISO 400').count()).to.equal(0);
    answer();
    await info(page).getByText('ISO 800').waitFor();
  });

  it('hides the panel of the previous photo if the next one cannot be loaded', async () => {
    const { page, uids, expects } = await openNth(demo, 0);
    expects(refused(404));
    await page.route(detailsOf(uids[1]!), (route) =>
      route.fulfill({ status: 404, contentType: 'application/json', body: '{"detail":"no such photo"}' }),
    );
    await page.keyboard.press('i');
    await info(page).waitFor();
    await page.keyboard.press('ArrowRight');
    await page.locator('.photo-failure').waitFor();
    expect(await info(page).count()).to.equal(0);
    await page.keyboard.press('ArrowRight');
    await originalShown(page);
    await info(page).waitFor();
  });

  it('adds the tag to the photo for which it was typed, even if the viewer has moved on', async () => {
    const { page, uids } = await openNth(demo, 3);
    const [left, next] = [uids[3]!, uids[4]!];
    await page.keyboard.press('t');
    await page.getByRole('dialog').getByRole('combobox').fill('of the first');
    // The viewer does this by itself when the photo leaves its list.
    await page.evaluate(`document.querySelector('.step.older').click()`);
    await until(page, at(next));
    await page.keyboard.press('Enter');
    await toastOffersUndo(page);
    expect([(await photo(left)).tags, (await photo(next)).tags]).to.deep.equal([['of the first'], []]);
  });

  it('edits the photo for which the dialog was opened, however long the dialog takes to load', async () => {
    const { page, uids } = await openNth(demo, 3);
    let answer = (): void => undefined;
    const held = new Promise<void>((resolve) => (answer = resolve));
    await page.route('**/assets/facts-dialog*.js', async (route) => {
      await held;
      await route.continue();
    });
    await page.keyboard.press('e');
    await page.evaluate(`document.querySelector('.step.older').click()`);
    await until(page, at(uids[4]!));
    answer();
    const dialog = page.getByRole('dialog', { name: /^Edit/ });
    await dialog.getByRole('radio', { name: 'Caption' }).check();
    await dialog.getByRole('textbox').fill('Of the first');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await toastOffersUndo(page);
    expect((await photo(uids[3]!)).caption).to.equal('Of the first');
  });

  it('shows an error if a dialog cannot be loaded, and offers to reload the page', async () => {
    const { page, expects } = await openNth(demo, 3);
    expects(refused(404, '/assets/'));
    await page.route('**/assets/facts-dialog*.js', (route) => route.fulfill({ status: 404, body: '' }));
    await page.keyboard.press('e');
    const dialog = page.getByRole('dialog', { name: 'Couldn’t load this part of the page' });
    await dialog.getByText('The server may have been updated').waitFor();
    await page.unrouteAll();
    await dialog.getByRole('button', { name: 'Reload the page' }).click();
    await originalShown(page);
    await page.keyboard.press('e');
    await page.getByRole('dialog', { name: /^Edit/ }).waitFor();
  });

  it('continues a slide show after a photo that can no longer be opened', async () => {
    const { page, expects } = await demo.signedIn('/#/explore/recent');
    expects(refused(404));
    const uids = await drawnPhotos(page);
    const isGone = (route: Route): boolean =>
      route.request().url().endsWith(encodeURIComponent(uids[1]!)) ||
      (route.request().postData()?.includes(encodeURIComponent(uids[1]!)) ?? false);
    await page.route(/\/api\/(photos|sign)/, (route) =>
      isGone(route)
        ? route.fulfill({ status: 404, contentType: 'application/json', body: '{"detail":"no such photo"}' })
        : route.continue(),
    );
    await page.locator('a.tile').first().click();
    await originalShown(page);
    await page.keyboard.press('p');
    const controls = page.getByRole('group', { name: 'Slide show' });
    await controls.getByRole('combobox', { name: 'Time per photo' }).selectOption('3');
    await page.locator('.photo-failure').waitFor();
    await until(page, at(uids[2]!));
  });
});
