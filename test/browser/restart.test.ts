import { expect } from 'chai';
import type { Page } from 'playwright-core';
import type { PhotoList } from '../../core/http/wire.ts';
import { apiOf } from './demo-api.ts';
import { type DemoBrowser, uidOf, until, withDemo } from './demo-browser.ts';

/** The browser’s own console messages about requests to a server that is down. */
const unanswered = /Failed to load resource: net::ERR_|Failed to fetch dynamically imported module/;

describe('a server that is killed and restarted', function () {
  let demo: DemoBrowser;
  withDemo((started) => {
    demo = started;
  });

  const banner = (page: Page) => page.locator('.banner').getByText('Can’t reach the server');
  /** Restarts the server. The next retry of the page may be half a minute later. */
  const back = async (page: Page): Promise<void> => {
    await demo.restartServer();
    await banner(page).waitFor({ state: 'detached' });
  };

  it('serves the thumbnails that failed while scrolling, once it is back', async () => {
    const { page, expects } = await demo.signedIn('/', { viewport: { width: 700, height: 300 } });
    expects(unanswered);
    await demo.killServer();
    await page.evaluate(`document.querySelector('.photo-grid').scrollTop = 1e6`);
    await banner(page).waitFor();
    expect(await page.locator('.message, dialog').count()).to.equal(0);
    // The notice does not cover the navigation.
    const edge = (selector: string, side: string): Promise<number> =>
      page.evaluate(`document.querySelector('${selector}').getBoundingClientRect().${side}`);
    expect(await edge('.banner p', 'bottom')).to.be.at.most(await edge('.navigation', 'top'));
    await back(page);
    await until(
      page,
      `document.querySelectorAll('.tile img').length > 1
        && [...document.querySelectorAll('.tile img')].every((image) => image.dataset.loaded === 'true')`,
    );
  });

  it('has saved every edit that the page showed as saved', async () => {
    const { page, expects } = await demo.signedIn();
    expects(unanswered);
    await page.locator('a.tile').first().click();
    const done: string[] = [];
    let killed: Promise<void> | undefined;
    for (let i = 0; i < 8; i++) {
      await page.getByRole('button', { name: 'Add to favourites' }).waitFor();
      const uid = uidOf(page);
      await page.keyboard.press('f');
      if (i === 4) killed = demo.killServer();
      const outcome = page.getByRole('button', { name: 'Remove from favourites' });
      const failure = page.locator('.toast[data-failed=true]');
      await outcome.or(failure).first().waitFor();
      if (await outcome.isVisible()) done.push(uid);
      else break;
      await page.keyboard.press('ArrowRight');
      await until(page, `!location.hash.endsWith('/${uid}')`);
    }
    await killed;
    await banner(page).waitFor();
    await back(page);
    const ask = await apiOf(demo.url, ['demo', 'demo-demo']);
    const { photos } = await ask<PhotoList>('GET', '/api/photos?only_favorites=true&limit=100');
    const favourites = photos.map(({ uid }) => uid);
    expect(done).to.have.length.at.least(4);
    expect(favourites).to.include.members(done);
    // An edit under way when the server died may have been saved: the page shows it once it has asked the server.
    await page.keyboard.press('Escape');
    await page.locator('.photo-page').waitFor({ state: 'detached' });
    await until(page, `document.querySelectorAll('a.tile[data-favorite=true]').length === ${favourites.length}`);
  });

  it('serves pages that failed to load, without a reload by the user', async () => {
    const { page, expects } = await demo.signedIn();
    expects(unanswered);
    await page.goto(`${demo.url}/#/albums`);
    await page.locator('main a').first().waitFor();
    await page.goto(`${demo.url}/#/`);
    await demo.killServer();
    await page.goto(`${demo.url}/#/albums`);
    await page.getByRole('button', { name: 'Try again' }).waitFor();
    await banner(page).waitFor();
    await back(page);
    await page.locator('main a').first().waitFor();

    await demo.killServer();
    // The code of this page was not loaded before.
    await page.goto(`${demo.url}/#/memories`);
    await page.getByText('Couldn’t load this page').waitFor();
    await page.getByText(/^The server can’t be reached right now/).waitFor();
    await banner(page).waitFor();
    await back(page);
    await page.getByRole('button', { name: 'Try again' }).waitFor({ state: 'detached' });
    await page.locator('main h2').first().waitFor();
  });

  it('serves the photo that was opened in the meantime', async () => {
    const { page, expects } = await demo.signedIn();
    expects(unanswered);
    await demo.killServer();
    await page.locator('a.tile').nth(1).click();
    await banner(page).waitFor();
    await back(page);
    await page.locator('.photo-page .original').waitFor();
  });
});
