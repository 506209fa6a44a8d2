import { expect } from 'chai';
import type { Page } from 'playwright-core';
import type { TokenPair } from '../../core/http/wire.ts';
import { apiOf } from './demo-api.ts';
import { type DemoBrowser, drawnPhotos, signIn, uidOf, until, withDemo } from './demo-browser.ts';
import { type OpenedPhoto, openNth, originalShown } from './opened-photo.ts';
import { axeFaults } from './page-checks.ts';
import { pixelsOf } from './pixels.ts';
import { refused } from './watched-page.ts';

describe('a photo in a browser', function () {
  let demo: DemoBrowser;
  withDemo((started) => {
    demo = started;
  });

  const opened = (nth: number, account?: string): Promise<OpenedPhoto> => openNth(demo, nth, account);

  it('shows the original over its thumbnail, in higher resolution', async () => {
    const { page, troubles } = await opened(1);
    const [thumbnail, original] = await Promise.all(
      ['.thumbnail', '.original'].map((selector): Promise<number> =>
        page.evaluate(`document.querySelector('.picture ${selector}').naturalWidth`),
      ),
    );
    expect(original).to.be.above(thumbnail!);
    expect(troubles).to.deep.equal([]);
  });

  it('leads to the next and the previous one with keys, and back to the timeline in one step', async () => {
    const { page, troubles, uids } = await opened(2);
    await page.keyboard.press('ArrowRight');
    await until(page, `location.hash.endsWith('${encodeURIComponent(uids[3]!)}')`);
    await originalShown(page);
    await page.locator('.step.newer').waitFor();
    await page.keyboard.press('ArrowLeft');
    await originalShown(page);
    await page.locator('.step.newer').waitFor();
    await page.keyboard.press('ArrowLeft');
    await until(page, `location.hash.endsWith('${encodeURIComponent(uids[1]!)}')`);
    await page.goBack();
    await page.locator('.photo-page').waitFor({ state: 'detached' });
    expect(new URL(page.url()).hash).to.be.oneOf(['', '#/']);
    await page.goForward();
    await originalShown(page);
    expect(uidOf(page)).to.equal(uids[1]);
    await page.keyboard.press('Escape');
    await page.locator('.photo-page').waitFor({ state: 'detached' });
    expect(troubles).to.deep.equal([]);
  });

  it('is closed with one step back, however often Escape is pressed meanwhile', async () => {
    const { page } = await opened(3);
    await page.evaluate(`(() => {
      const back = history.back.bind(history);
      history.back = () => setTimeout(back, 50);
    })()`);
    for (let i = 0; i < 3; i++) await page.keyboard.press('Escape');
    await page.locator('.photo-page').waitFor({ state: 'detached' });
    expect(new URL(page.url()).hash).to.be.oneOf(['', '#/']);
    await page.locator('a.tile').nth(4).click();
    await originalShown(page);
    await page.keyboard.press('Escape');
    await page.locator('.photo-page').waitFor({ state: 'detached' });
  });

  it('puts its time into the window title', async () => {
    const { page } = await opened(4);
    const caption = (await page.locator('.photo-caption .when').innerText()).replaceAll(/\s+/g, ' ');
    await until(page, `document.title.replaceAll(/\\s+/g, ' ') === ${JSON.stringify(`${caption} · Photofinch`)}`);
    await page.keyboard.press('Escape');
    await until(page, `document.title === 'Photofinch'`);
  });

  it('has its neighbours even after a reload', async () => {
    const { page, uids } = await opened(4);
    await page.reload();
    await originalShown(page);
    expect(uidOf(page)).to.equal(uids[4]);
    await page.getByRole('button', { name: 'Older photo' }).click();
    await until(page, `location.hash.endsWith('${encodeURIComponent(uids[5]!)}')`);
    await page.keyboard.press('Escape');
    await page.locator('.photo-page').waitFor({ state: 'detached' });
  });

  it('shows its date and its size in the information panel', async () => {
    const { page } = await opened(0);
    await page.keyboard.press('i');
    const info = page.getByRole('complementary', { name: 'Information' });
    await info.getByText('Taken').waitFor();
    expect(await info.textContent()).to.match(/20\d\d.*\d MP/s);
  });

  it('saves a favourite and tags, which are still there after a reload', async () => {
    const { page, troubles } = await opened(6);
    await page.keyboard.press('f');
    await page.getByRole('button', { name: 'Remove from favourites' }).waitFor();
    await page.keyboard.press('i');
    await page.getByPlaceholder('Add a tag').fill('  Ünïcode tag ');
    // The tag is shown before the server has answered, and a reload cancels pending requests.
    const saved = page.waitForResponse((answer) => answer.request().postData()?.includes('add_tags') ?? false);
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Remove the tag Ünïcode tag' }).waitFor();
    await saved;
    await page.reload();
    await page.getByRole('button', { name: 'Remove from favourites' }).waitFor();
    await page.keyboard.press('i');
    await page.getByRole('button', { name: 'Remove the tag Ünïcode tag' }).click();
    await page.locator('.tags:not(.quiet-tags) li').waitFor({ state: 'detached' });
    await page.keyboard.press('Escape');
    await page.locator('a.tile[data-favorite=true]').first().waitFor();
    expect(troubles).to.deep.equal([]);
  });

  it('leaves the timeline when it is archived, and returns when it is removed from the archive', async () => {
    const { page, troubles, uids } = await opened(8);
    const tile = page.locator(`a.tile[href$="${encodeURIComponent(uids[8]!)}"]`);
    await page.keyboard.press('a');
    await tile.waitFor({ state: 'detached' });
    await until(page, `location.hash.endsWith('${encodeURIComponent(uids[9]!)}')`);
    await originalShown(page);
    await page.goto(`${demo.url}/#/photo/${encodeURIComponent(uids[8]!)}`);
    await page.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: 'Remove from archive' }).click();
    await tile.waitFor({ state: 'attached' });
    expect(troubles).to.deep.equal([]);
  });

  it('returns to the timeline when hiding it is undone', async () => {
    const { page, uids } = await opened(8);
    await page.keyboard.press('h');
    await until(page, `location.hash.endsWith('${encodeURIComponent(uids[9]!)}')`);
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.locator(`a.tile[href$="${encodeURIComponent(uids[8]!)}"]`).waitFor({ state: 'attached' });
  });

  it('is swiped to the next and the previous one on a phone, and swiped away', async () => {
    const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
    const { page, troubles } = await demo.signedIn('/', phone);
    const uids = await drawnPhotos(page);
    await page.locator('a.tile').nth(1).tap();
    await originalShown(page);
    await swipe(page, [300, 420], [60, 430]);
    await until(page, `location.hash.endsWith('${encodeURIComponent(uids[2]!)}')`);
    await originalShown(page);
    await swipe(page, [80, 420], [320, 430]);
    await until(page, `location.hash.endsWith('${encodeURIComponent(uids[1]!)}')`);
    await originalShown(page);
    await swipe(page, [200, 300], [205, 640]);
    await page.locator('.photo-page').waitFor({ state: 'detached' });
    expect(troubles).to.deep.equal([]);
  });

  it('shows on a map where it was taken, also on phones', async () => {
    for (const options of [{}, { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }]) {
      const { page } = await demo.signedIn('/', options);
      await page.goto(`${demo.url}/#/photo/demo-beach-ines-omar.jpg`);
      await originalShown(page);
      await page.keyboard.press('i');
      await page.locator('.small-map canvas').scrollIntoViewIfNeeded();
      await until(page, `document.querySelector('.small-map canvas').getBoundingClientRect().height > 100`);
      // At least land, sea, and the ring around the picture.
      await until(page, `new Set(new Uint32Array(${pixelsOf('.small-map canvas')}.data.buffer)).size > 3`);
      await page.locator('.small-map').click();
      await until(page, `location.hash.startsWith('#/map')`);
    }
  });

  it('preloads its neighbours', async () => {
    const { page, uids } = await opened(3);
    await until(
      page,
      `performance.getEntriesByType('resource').some(({ name }) => name.includes('/${uids[4]!}/full'))
        && performance.getEntriesByType('resource').some(({ name }) => name.includes('/${uids[2]!}/full'))`,
    );
  });

  it('shows face boxes on request, in which a face can be named, and which lead to the person', async () => {
    const { page, troubles } = await demo.signedIn('/#/photo/demo-studio-family.jpg');
    await originalShown(page);
    await page.keyboard.press('b');
    await page.locator('.seen-face').nth(2).waitFor();
    await page.locator('.seen-face button').first().click();
    const field = page.locator('.seen-face').getByRole('combobox');
    await field.waitFor();
    await page.keyboard.press('Tab');
    await until(page, `document.activeElement.textContent === 'Not a face'`);
    await page.keyboard.press('Shift+Tab');
    await until(page, `document.activeElement.matches('.seen-face input')`);
    await page.keyboard.press('Tab');
    await page.keyboard.press('Escape');
    await field.waitFor({ state: 'detached' });
    await page.locator('.seen-face button').first().click();
    await field.fill('Ines Müller');
    await page.keyboard.press('Enter');
    const named = page.locator('.seen-face a').filter({ hasText: 'Ines Müller' });
    await named.waitFor();
    await page.keyboard.press('i');
    const info = page.getByRole('complementary', { name: 'Information' });
    await info.getByRole('link', { name: 'Ines Müller' }).first().waitFor();
    await named.click();
    await page.getByRole('heading', { name: 'Ines Müller' }).waitFor();
    expect(troubles).to.deep.equal([]);
  });

  it('shows the new names of faces after an undo, and after a person was renamed elsewhere', async () => {
    const { page } = await demo.signedIn('/#/photo/demo-studio-family.jpg');
    await originalShown(page);
    await page.keyboard.press('b');
    await page.locator('.seen-face').nth(2).waitFor();
    const named = page.locator('.seen-face a').filter({ hasText: 'Zoe' });
    const name = async (): Promise<void> => {
      await page.locator('.seen-face button').first().click();
      await page.locator('.seen-face').getByRole('combobox').fill('Zoe');
      await page.keyboard.press('Enter');
      await named.waitFor();
    };
    await name();
    await page.getByRole('button', { name: 'Undo' }).click();
    await named.waitFor({ state: 'detached' });
    await name();
    await named.click();
    await page.getByRole('heading', { name: 'Zoe' }).waitFor();
    const id = new URL(page.url()).hash.split('/')[2] ?? '';
    await (
      await apiOf(demo.url)
    )('POST', `/api/people/${id}/name`, { name: 'Mia' });
    await page.goBack();
    await page.locator('.seen-face a').filter({ hasText: 'Mia' }).waitFor();
    expect(await named.count()).to.equal(0);
  });

  it('shows viewers no controls for editing', async () => {
    await addReader(demo.url);
    const { page, troubles } = await demo.signedIn('/#/photo/demo-studio-family.jpg', {}, ['visitor', 'only-looks-1']);
    await originalShown(page);
    await page.keyboard.press('i');
    await page.keyboard.press('b');
    await page.locator('.seen-face').first().waitFor();
    await page.locator('.photo-people a').first().waitFor();
    expect(await page.getByRole('combobox').count()).to.equal(0);
    expect(await page.locator('.photo-info input').count()).to.equal(0);
    await page.getByRole('button', { name: 'Download' }).waitFor();
    await page.keyboard.press('m');
    await page.getByRole('menuitem', { name: 'Slide show' }).waitFor();
    expect(await page.getByRole('menuitem', { name: 'Archive' }).count()).to.equal(0);
    await page.keyboard.press('Escape');
    await page.locator('.more-menu').waitFor({ state: 'detached' });
    await page.keyboard.press('a');
    expect(await page.locator('.toast').count()).to.equal(0);
    expect(troubles).to.deep.equal([]);
  });

  it('shows a message if the address leads to no photo or page', async () => {
    const { page, expects } = await demo.signedIn();
    expects(refused(404, '/api/photos/no-such-photo'));
    expects(refused(404, '/api/sign'));
    await page.goto(`${demo.url}/#/photo/no-such-photo`);
    expect(await page.getByRole('alert').filter({ hasText: /\w/ }).textContent()).to.match(/photo/i);
    await page.keyboard.press('Escape');
    await page.locator('a.tile').first().waitFor();
    await page.goto(`${demo.url}/#/nonsense`);
    await page.getByRole('link', { name: 'Go to your photos' }).click();
    await page.locator('a.tile').first().waitFor();
  });

  it('has no accessibility faults, and neither have the sign-in and the timeline', async () => {
    const { page } = await demo.page();
    await page.goto(demo.url);
    await page.getByRole('button', { name: /demo-demo/ }).waitFor();
    expect(await axeFaults(page), 'sign-in').to.deep.equal([]);
    await signIn(page);
    await page.locator('a.tile img[data-loaded=true]').first().waitFor();
    expect(await axeFaults(page), 'timeline').to.deep.equal([]);
    await page.locator('a.tile').first().click();
    await originalShown(page);
    await page.keyboard.press('i');
    await page.getByPlaceholder('Add a tag').waitFor();
    expect(await axeFaults(page), 'photo').to.deep.equal([]);
    await page.emulateMedia({ colorScheme: 'dark' });
    expect(await axeFaults(page), 'photo, dark').to.deep.equal([]);
  });
});

/** Swipes a finger over the screen in small steps. */
async function swipe(page: Page, from: [x: number, y: number], to: [x: number, y: number]): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const steps = 8;
  for (let step = 0; step <= steps; step++) {
    const [x, y] = from.map((start, i) => start + ((to[i]! - start) * step) / steps) as [number, number];
    const type = step === 0 ? 'touchStart' : 'touchMove';
    await session.send('Input.dispatchTouchEvent', { type, touchPoints: [{ x, y }] });
  }
  await session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  await session.detach();
}

/** Adds an account with the role of a viewer. */
async function addReader(url: string): Promise<void> {
  const send = async (path: string, body: unknown, token = ''): Promise<unknown> => {
    const headers = { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) };
    return (await fetch(url + path, { method: 'POST', headers, body: JSON.stringify(body) })).json();
  };
  const admin = (await send('/api/auth/login', { username: 'admin', password: 'admin-demo' })) as TokenPair;
  const account = { username: 'visitor', password: 'only-looks-1', role: 'read' };
  await send('/api/admin/users', account, admin.access_token);
}
