import axe from 'axe-core';
import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { DemoBrowser, drawnPhotos, needsChromium, signIn, uidOf, until, type WatchedPage } from './demo-browser.ts';

describe('a photo in a browser', function () {
  let demo: DemoBrowser;
  before(async function () {
    needsChromium(this);
    this.timeout(180_000);
    demo = await DemoBrowser.start();
  });
  after(async () => {
    await (demo as DemoBrowser | undefined)?.stop();
  });

  const opened = async (nth: number, account = 'demo'): Promise<WatchedPage & { uids: string[] }> => {
    const watched = await demo.page();
    await watched.page.goto(demo.url);
    await signIn(watched.page, account, `${account}-demo`);
    await watched.page.locator('a.tile').nth(nth).click();
    await originalShown(watched.page);
    return { ...watched, uids: await drawnPhotos(watched.page) };
  };

  it('shows the original over its thumbnail, in full resolution', async () => {
    const { page, troubles } = await opened(1);
    const [thumbnail, original] = await Promise.all(
      ['.thumbnail', '.original'].map((selector): Promise<number> =>
        page.evaluate(`document.querySelector('.picture ${selector}').naturalWidth`),
      ),
    );
    expect(original).to.be.above(thumbnail!);
    expect(troubles).to.deep.equal([]);
  });

  it('goes to the next and the previous by keys, and back to the timeline in one step', async () => {
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

  it('knows its neighbours also after a reload', async () => {
    const { page, uids } = await opened(4);
    await page.reload();
    await originalShown(page);
    expect(uidOf(page)).to.equal(uids[4]);
    await page.getByRole('button', { name: 'Older photo' }).click();
    await until(page, `location.hash.endsWith('${encodeURIComponent(uids[5]!)}')`);
    await page.keyboard.press('Escape');
    await page.locator('.photo-page').waitFor({ state: 'detached' });
  });

  it('tells what is known of it', async () => {
    const { page } = await opened(0);
    await page.keyboard.press('i');
    const info = page.getByRole('complementary', { name: 'Information' });
    await info.getByText('Taken').waitFor();
    expect(await info.textContent()).to.match(/\b20\d\d\b.*megapixels/s);
  });

  it('takes a favourite and tags, and shows them after a reload', async () => {
    const { page, troubles } = await opened(6);
    await page.keyboard.press('f');
    await page.getByRole('button', { name: 'Remove from favourites' }).waitFor();
    await page.keyboard.press('i');
    await page.getByPlaceholder('Add a tag').fill('  Ünïcode tag ');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Remove the tag Ünïcode tag' }).waitFor();
    await page.reload();
    await page.getByRole('button', { name: 'Remove from favourites' }).waitFor();
    await page.keyboard.press('i');
    await page.getByRole('button', { name: 'Remove the tag Ünïcode tag' }).click();
    await page.locator('.tags li').waitFor({ state: 'detached' });
    await page.keyboard.press('Escape');
    await page.locator('a.tile[data-favorite=true]').first().waitFor();
    expect(troubles).to.deep.equal([]);
  });

  it('leaves the timeline when it is archived, and comes back when it is taken out', async () => {
    const { page, troubles, uids } = await opened(8);
    const tile = page.locator(`a.tile[href$="${encodeURIComponent(uids[8]!)}"]`);
    await page.keyboard.press('a');
    await page.getByRole('button', { name: 'Take out of the archive' }).waitFor();
    await tile.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Older photo' }).click();
    await until(page, `location.hash.endsWith('${encodeURIComponent(uids[9]!)}')`);
    await page.goto(`${demo.url}/#/photo/${encodeURIComponent(uids[8]!)}`);
    await page.getByRole('button', { name: 'Take out of the archive' }).click();
    await tile.waitFor({ state: 'attached' });
    expect(troubles).to.deep.equal([]);
  });

  it('says so when a link leads to no photo', async () => {
    const { page } = await demo.signedIn();
    await page.goto(`${demo.url}/#/photo/no-such-photo`);
    expect(await page.getByRole('alert').filter({ hasText: /\w/ }).textContent()).to.match(/photo/i);
    await page.keyboard.press('Escape');
    await page.locator('.tile').first().waitFor();
    await page.goto(`${demo.url}/#/nonsense`);
    await page.getByRole('link', { name: 'To the timeline' }).click();
    await page.locator('.tile').first().waitFor();
  });

  it('has no fault that an accessibility checker finds, nor have the other pages', async () => {
    const { page } = await demo.page();
    await page.goto(demo.url);
    await page.getByRole('button', { name: /demo-demo/ }).waitFor();
    expect(await faults(page), 'sign-in').to.deep.equal([]);
    await signIn(page);
    await page.locator('.tile img[data-loaded=true]').first().waitFor();
    expect(await faults(page), 'timeline').to.deep.equal([]);
    await page.locator('a.tile').first().click();
    await originalShown(page);
    await page.keyboard.press('i');
    await page.getByPlaceholder('Add a tag').waitFor();
    expect(await faults(page), 'photo').to.deep.equal([]);
    await page.emulateMedia({ colorScheme: 'dark' });
    expect(await faults(page), 'photo, dark').to.deep.equal([]);
  });
});

async function originalShown(page: Page): Promise<void> {
  await until(
    page,
    `(() => {
    const image = document.querySelector('.photo-page .original');
    const uid = location.hash.split('/').at(-1);
    return image !== null && image.complete && image.naturalWidth > 0 && image.src.includes('/' + uid + '/full');
  })()`,
  );
}

async function faults(page: Page): Promise<string[]> {
  await page.evaluate(axe.source);
  return page.evaluate(
    `axe.run().then(({ violations }) =>
       violations.map(({ id, nodes }) => id + ': ' + nodes.map(({ html }) => html.slice(0, 120)).join(' | ')))`,
  );
}
