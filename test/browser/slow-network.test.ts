import { expect } from 'chai';
import type { Page, Request, Route } from 'playwright-core';
import { until as untilHere } from '../support/until.ts';
import { type DemoBrowser, signIn, until, withDemo } from './demo-browser.ts';
import { standsStill } from './page-checks.ts';

/** Requests that are held until `release` is called. */
class Held {
  readonly requests: Request[] = [];
  readonly #routes: Route[] = [];
  #open = false;

  /** @param which selects among the requests to the pattern; all by default */
  static async at(page: Page, url: string | RegExp, which: (request: Request) => boolean = () => true): Promise<Held> {
    const held = new Held();
    await page.route(url, async (route) => {
      if (!which(route.request())) return route.fallback();
      held.requests.push(route.request());
      if (held.#open) return route.continue();
      held.#routes.push(route);
    });
    return held;
  }

  async release(): Promise<void> {
    this.#open = true;
    // Requests that the page has cancelled cannot be continued.
    await Promise.all(this.#routes.splice(0).map((route) => route.continue().catch(() => undefined)));
  }
}

describe('a slow network', function () {
  let demo: DemoBrowser;
  withDemo((started) => {
    demo = started;
  });

  /** Waits until the page has cancelled a request. */
  const givenUp = async (request: Request): Promise<void> => {
    await untilHere(() => request.failure() !== null);
    expect(request.failure()?.errorText).to.equal('net::ERR_ABORTED');
  };
  const asked = async (held: Held, count = 1): Promise<void> => {
    await untilHere(() => held.requests.length >= count);
  };

  it('shows placeholders until thumbnails arrive, which then cause no layout shifts', async () => {
    const { page } = await demo.page();
    await countShifts(page);
    const thumbnails = await Held.at(page, /\/thumb/);
    await page.goto(demo.url);
    await signIn(page);
    await until(page, `document.querySelectorAll('.tile canvas').length > 10`);
    expect(await page.locator('.tile img[data-loaded=true]').count()).to.equal(0);
    const boxes = `JSON.stringify([...document.querySelectorAll('.tile')].map((tile) => tile.getBoundingClientRect()))`;
    const before = await page.evaluate(boxes);
    await thumbnails.release();
    await until(page, `document.querySelectorAll('.tile img[data-loaded=true]').length > 10`);
    expect(await page.evaluate(boxes)).to.equal(before);
    expect(await shifts(page)).to.deep.equal([]);
  });

  it('causes no layout shifts on other pages, however long they load', async () => {
    // With reduced motion, the panel of information does not slide in.
    const { page } = await demo.signedIn('/', { reducedMotion: 'reduce' });
    await countShifts(page);
    await page.reload();
    await page.locator('a.tile img[data-loaded=true]').first().waitFor();
    const devTools = await page.context().newCDPSession(page);
    await devTools.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: 400,
      downloadThroughput: 50 * 1024,
      uploadThroughput: 50 * 1024,
    });
    const pictures = `[...document.querySelectorAll('main img')].some((image) => image.complete && image.naturalWidth > 0)`;
    for (const place of ['people', 'albums', 'explore', 'places', 'favorites']) {
      await page.evaluate(`location.hash = '#/${place}'`);
      await until(page, place === 'favorites' ? `document.querySelector('.message') !== null` : pictures);
    }
    await page.evaluate(`location.hash = '#/'`);
    await page.locator('a.tile').nth(3).click();
    await page.keyboard.press('i');
    await page.getByText('Taken').waitFor();
    await standsStill(page);
    expect(await shifts(page)).to.deep.equal([]);
    await page.evaluate(`location.hash = '#/photo/demo-studio-family.jpg'`);
    await until(page, `document.querySelector('.photo-page .original')?.src.includes('family')`);
    await standsStill(page);
    expect(await shifts(page)).to.deep.equal([]);
  });

  it('shows the results of the latest search, not of an earlier one', async () => {
    const { page } = await demo.signedIn();
    const first = await Held.at(page, /\/api\/search\?q=Kyoto/);
    const box = page.getByRole('combobox', { name: 'Search' });
    await box.fill('Kyoto');
    await box.press('Enter');
    await asked(first);
    await box.fill('Lisbon');
    await box.press('Enter');
    const status = `(document.querySelector('main [role=status]')?.textContent ?? '')`;
    await until(page, `/photos found/.test(${status})`);
    const shown = `${status} + [...document.querySelectorAll('a.tile')].map((tile) => tile.hash).join()`;
    await until(page, `document.querySelectorAll('a.tile').length > 2`);
    const before: string = await page.evaluate(shown);
    await givenUp(first.requests[0]!);
    await first.release();
    await page.waitForTimeout(300);
    expect(await page.evaluate(shown)).to.equal(before);
  });

  it('does not bring back a removed filter if another one is clicked before the answer', async () => {
    const { page } = await demo.at('search?q=Lisbon+photos+2019');
    const chips = page.locator('.search-filters .chip bdi');
    await chips.nth(2).waitFor();
    const held = await Held.at(page, /\/api\/search\?/);
    await page.getByRole('button', { name: 'Remove the filter Lisbon' }).click();
    await asked(held);
    await page.evaluate(`document.querySelector('.search-filters [aria-label="Remove the filter photos"]').click()`);
    await page.keyboard.press('Enter');
    expect(await page.locator('.filter-choices').count(), 'choices for the previous text').to.equal(0);
    await held.release();
    await until(page, `document.querySelectorAll('.search-filters .chip bdi').length === 2`);
    expect(await chips.allTextContents()).to.deep.equal(['photos', '2019']);
    await page.getByRole('button', { name: 'Remove the filter photos' }).click();
    await until(page, `location.hash === '#/search?q=2019'`);
  });

  it('is not kept busy by requests of pages that were left', async () => {
    const { page } = await demo.signedIn();
    for (const [place, url] of [
      ['albums', /\/api\/albums$/],
      ['favorites', /\/api\/photos\/a(nchors|spects)\?only_favorites/],
      ['tags', /\/api\/tags$/],
    ] as const) {
      const held = await Held.at(page, url);
      await page.evaluate(`location.hash = '#/${place}'`);
      await asked(held);
      await page.evaluate(`location.hash = '#/help'`);
      await page.getByRole('heading', { name: 'Keyboard shortcuts' }).waitFor();
      for (const request of held.requests) await givenUp(request);
      await held.release();
      await page.evaluate(`location.hash = '#/${place}'`);
      await page.locator('main a, main .message').first().waitFor();
    }
    const pictures = await Held.at(page, /\/thumb/);
    await page.evaluate(`location.hash = '#/archive'`);
    await page.evaluate(`location.hash = '#/places'`);
    await asked(pictures);
    await page.evaluate(`location.hash = '#/help'`);
    await page.getByRole('heading', { name: 'Keyboard shortcuts' }).waitFor();
    for (const request of pictures.requests) await givenUp(request);
  });

  it('causes one request for two quick clicks or key presses', async () => {
    const { page } = await demo.signedIn('/', {}, ['admin', 'admin-demo']);
    const edits = await Held.at(page, /\/api\/photos$/, (request) => request.method() === 'PATCH');
    await page.locator('a.tile').first().focus();
    await page.keyboard.press('x');
    await page.getByRole('button', { name: 'Add to favourites' }).dblclick();
    await page.keyboard.press('f');
    await asked(edits);
    await edits.release();
    await page.locator('.toast').waitFor();
    expect(edits.requests).to.have.length(1);
    expect(await page.locator('.toast').count()).to.equal(1);
    await page.keyboard.press('Control+z');
    await page.locator('a.tile[data-favorite=true]').first().waitFor({ state: 'detached' });

    const backups = await Held.at(page, /\/api\/admin\/backup$/);
    await page.goto(`${demo.url}/#/admin/backups`);
    await page.getByRole('button', { name: 'Back up now' }).dblclick();
    await asked(backups);
    await backups.release();
    await page.getByText('Backup done and verified').waitFor();
    expect(backups.requests).to.have.length(1);

    const accounts = await Held.at(page, /\/api\/admin\/users$/, (request) => request.method() === 'POST');
    await page.goto(`${demo.url}/#/admin/users`);
    await page.getByRole('button', { name: 'Add account' }).click();
    await page.getByLabel('Username').fill('twice');
    await page.getByLabel('Password').fill('once is enough');
    await page.getByLabel('Password').press('Enter');
    await page.getByLabel('Password').press('Enter');
    await asked(accounts);
    await accounts.release();
    await page.getByText('twice can sign in now').waitFor();
    expect(accounts.requests).to.have.length(1);
  });
});

/** Records layout shifts without input from the next load on, if they are large enough to be visible. */
async function countShifts(page: Page): Promise<void> {
  await page.addInitScript(`
    window.shifts = [];
    new PerformanceObserver((list) => {
      for (const { value, hadRecentInput, sources } of list.getEntries()) {
        if (hadRecentInput || value < 0.01) continue;
        const what = sources.map(({ node }) => node?.outerHTML?.slice(0, 80) ?? '');
        window.shifts.push(location.hash + ' ' + value.toFixed(4) + ' ' + what.join(' | '));
      }
    }).observe({ type: 'layout-shift', buffered: true });
  `);
}

async function shifts(page: Page): Promise<string[]> {
  return page.evaluate('window.shifts');
}
