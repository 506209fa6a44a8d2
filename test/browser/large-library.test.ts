import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import type { Page } from 'playwright-core';
import sharp from 'sharp';
import type { Anchors, PhotoList } from '../../core/http/wire.ts';
import { formatDate } from '../../web/state/calendar/day.ts';
import { PhotoDays } from '../../web/state/calendar/photo-days.ts';
import { makeLibrary } from '../bench/library-rows.ts';
import { isLongRun } from '../support/long-run.ts';
import { runCli } from '../support/server-process.ts';
import { apiOf, type Ask } from './demo-api.ts';
import { countNodes, DemoBrowser, drawnAnew, needsChromium, pressAfterG, signIn, until } from './demo-browser.ts';
import { until as untilHere } from '../support/until.ts';
import type { WatchedPage } from './watched-page.ts';

const photos = isLongRun ? 100_000 : 40_000;
const mostNodes = 2000;
const account: [string, string] = ['ben', 'pass-word'];
const scrollTop = `document.querySelector('.photo-grid').scrollTop`;

describe(`a library of ${photos} photos`, function () {
  let demo: DemoBrowser;
  let folder: string;
  let ask: Ask;
  /** The number of photos in the timeline. */
  let total: number;
  let anchors: Anchors['anchors'];
  let thumbnail: Buffer;

  before(async function () {
    needsChromium(this);
    folder = mkdtempSync(join(tmpdir(), 'photofinch-store-'));
    mkdirSync(join(folder, 'photos'));
    demo = await DemoBrowser.start(
      {
        PLUGINS: 'test/fixtures/plugins/folder-source',
        FOLDER_SOURCE_PATH: join(folder, 'photos'),
        AUTH_COOKIE_SECURE: '0',
        MODELS_DIR: 'no-models',
      },
      'serve',
      (dataDir) => makeLibrary(dataDir, photos),
    );
    const input = `${account[1]}\n`;
    const added = await runCli(['user', 'add', account[0], '--role', 'write'], { DATA_DIR: demo.dataDir }, { input });
    expect(added.code, added.stderr).to.equal(0);
    ask = await apiOf(demo.url, account);
    ({ anchors } = await ask<Anchors>('GET', '/api/photos/anchors'));
    total = await count('');
    thumbnail = await sharp({ create: { width: 64, height: 48, channels: 3, background: '#886644' } })
      .webp()
      .toBuffer();
  });
  after(async () => {
    await (demo as DemoBrowser | undefined)?.stop();
    if (folder) rmSync(folder, { recursive: true, force: true });
  });

  const count = async (filter: string): Promise<number> =>
    (await ask<PhotoList>('GET', `/api/photos?limit=1${filter}`)).total;

  /** The timeline, with the same small picture for each photo, since the photo store has none. */
  const opened = async (): Promise<WatchedPage> => {
    const watched = await demo.page();
    const { page } = watched;
    await page.route(/\/thumb\?/, (route) => route.fulfill({ body: thumbnail, contentType: 'image/webp' }));
    // For a photo with motion, while the pointer rests on it.
    await page.route(/\/(full|motion)\?/, (route) => route.fulfill({ status: 204 }));
    await page.goto(demo.url);
    await signIn(page, ...account);
    await until(page, `document.querySelectorAll('.tile img[data-loaded=true]').length > 5`);
    return watched;
  };
  /** Waits until a photo of the list is drawn with its thumbnail, and limits the size of the page. */
  const shows = async (page: Page, index: number): Promise<void> => {
    await until(page, `document.querySelector('[data-index="${index}"] img[data-loaded=true]') !== null`);
    expect(await countNodes(page)).to.be.below(mostNodes);
  };

  it('has as many photos in its months as the server counts in total', () => {
    expect(total).to.be.within(0.9 * photos, photos);
    expect(anchors.reduce((sum, month) => sum + month.count, 0)).to.equal(total);
  });

  it('can be scrolled with the wheel from its newest photo to its oldest, without gaps', async () => {
    const { page } = await opened();
    await page.mouse.move(600, 400);
    const atEnd = `document.querySelector('[data-index="${total - 1}"]') !== null`;
    const filled = `[200, 400, 600].every((y) => document.elementFromPoint(500, y)?.closest('.tile, .month, .layer, .grid'))
      && document.querySelectorAll('.tile').length > 5`;
    let steps = 0;
    while (!(await page.evaluate(atEnd))) {
      if (++steps > 400) throw new Error(`is not at the end after ${steps} turns of the wheel`);
      await page.mouse.wheel(0, 40_000);
      await until(page, filled);
      expect(await countNodes(page)).to.be.below(mostNodes);
    }
    await shows(page, total - 1);
    await page.mouse.wheel(0, -1e8);
    await until(page, `${scrollTop} === 0`);
    await shows(page, 0);
  });

  it('has a calendar that leads to any of its days', async () => {
    const { page } = await opened();
    const days = new PhotoDays(anchors);
    for (const part of [0.9, 0.2, 0.5]) {
      const day = days.dayOf(Math.floor(part * total))!;
      await pressAfterG(page, 'c');
      await page.locator('.calendar').waitFor();
      await page.keyboard.type(formatDate(day));
      await page.keyboard.press('Enter');
      const first = days.begin(day);
      await until(page, `document.activeElement.dataset.index === '${first}'`);
      await shows(page, first);
    }
  });

  it('can be navigated with keys, whether a photo or the list has the focus', async () => {
    const { page } = await opened();
    await page.keyboard.press('End');
    await shows(page, total - 1);
    await page.keyboard.press('Home');
    await shows(page, 0);
    await page.locator('a.tile').first().focus();
    await page.keyboard.press('End');
    await until(page, `document.activeElement.dataset.index === '${total - 1}'`);
    await shows(page, total - 1);
    await page.keyboard.press('Home');
    await until(page, `document.activeElement.dataset.index === '0'`);
    // Even after the focused photo has left the viewport.
    for (let i = 0; i < 8; i++) {
      const before: number = await page.evaluate(scrollTop);
      await page.keyboard.press('PageDown');
      await until(page, `${scrollTop} > ${before + 200}`);
      expect(await countNodes(page)).to.be.below(mostNodes);
    }
  });

  it('shows the month that is clicked on the rail', async () => {
    const { page } = await opened();
    const rail = (await page.getByRole('slider', { name: 'Months' }).boundingBox())!;
    for (const share of [0.25, 0.9, 0.5]) {
      const [x, y] = [rail.x + rail.width / 2, rail.y + rail.height * share];
      await page.mouse.move(x, y);
      const label = (await page.locator('.rail-label').textContent()) ?? '';
      await page.mouse.click(x, y);
      await until(page, `document.querySelector('.date-rail').ariaValueText === ${JSON.stringify(label)}`);
      const month = Number(await page.getByRole('slider', { name: 'Months' }).getAttribute('aria-valuenow'));
      const { count: inMonth, offset } = anchors[month]!;
      await shows(page, offset);
      const heading = page.locator('h2.month', { hasText: label }).first();
      expect(await heading.textContent()).to.include(inMonth.toLocaleString('en-US'));
      const first = await page.locator(`[data-index="${offset}"]`).boundingBox();
      expect(first?.y).to.be.within(0, 400);
    }
  });

  it('names the days of its months, and selects a whole month or day, loaded or not', async () => {
    const { page } = await opened();
    // The newest month may have few photos, and then no names of days.
    const full = anchors.find(({ count }) => count >= 100)!;
    const ofMonth = page.locator(`.group-label[data-start="${full.offset}"]`);
    await page.evaluate(`document.querySelector('.photo-grid').scrollBy(0, 1)`);
    for (let turns = 0; (await ofMonth.count()) < 2; turns++) {
      if (turns > 100) throw new Error('does not come to a month with days');
      await page.evaluate(`document.querySelector('.photo-grid').scrollBy(0, 300)`);
      await drawnAnew(page);
    }
    const [month, day] = [ofMonth.filter({ has: page.locator('h2') }), ofMonth.filter({ has: page.locator('h3') })];
    await day.scrollIntoViewIfNeeded();
    const [name, line, photo] = [
      (await day.locator('h3').boundingBox())!,
      (await day.boundingBox())!,
      (await page.locator(`[data-index="${await day.getAttribute('data-start')}"]`).boundingBox())!,
    ];
    expect(name.y, 'the day stands in its line').to.be.at.least(line.y - 0.5);
    expect(name.y + name.height).to.be.at.most(photo.y + 0.5);
    await month.hover();
    await month.getByRole('button').click();
    await page
      .getByRole('status')
      .getByText(`${full.count.toLocaleString('en')} selected`)
      .waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('status').getByText('selected').waitFor({ state: 'detached' });
    await day.hover();
    await day.getByRole('button').click();
    const lastDay = full.days.at(-1)!;
    await page
      .getByRole('status')
      .getByText(`${lastDay.toLocaleString('en')} selected`)
      .waitFor();
    expect(lastDay).to.be.within(1, full.count - 1);
    expect(await countNodes(page)).to.be.below(mostNodes);
  });

  /** Selects the photos from the first to a later one with Shift, after scrolling to it. */
  const pickUpTo = async (page: Page, last: number): Promise<void> => {
    await page.locator('a.tile').first().focus();
    await page.keyboard.press('x');
    await page.getByRole('status').getByText('1 selected').waitFor();
    await page.mouse.move(600, 400);
    const there = `document.querySelector('a.tile[data-index="${last}"]') !== null`;
    for (let turns = 0; !(await page.evaluate(there)); turns++) {
      if (turns > 600) throw new Error('does not come to the photo');
      // Less than what is drawn, which is the view and as much above and below.
      await page.mouse.wheel(0, 1200);
      await drawnAnew(page);
      // Photos that are not loaded yet are placeholders: the wheel would scroll past the right one.
      await until(page, `document.querySelector('div.tile') === null`);
    }
    await page.locator(`a.tile[data-index="${last}"]`).click({ modifiers: ['Shift'] });
    await page
      .getByRole('status')
      .getByText(`${(last + 1).toLocaleString('en-US')} selected`)
      .waitFor();
  };

  it('selects three thousand photos with Shift, makes them favourites, and undoes it', async () => {
    const { page } = await opened();
    const last = 3000;
    await pickUpTo(page, last);
    const picked = (last + 1).toLocaleString('en-US');
    await page.keyboard.press('f');
    await page.locator('.toast', { hasText: picked }).waitFor();
    expect(await count('&only_favorites=true')).to.equal(last + 1);
    await page.keyboard.press('Control+z');
    await page.locator('.toast').waitFor({ state: 'detached' });
    const favourites = `document.querySelectorAll('.tile[data-favorite=true]').length === 0`;
    await until(page, favourites);
    await untilHere(async () => (await count('&only_favorites=true')) === 0);
    expect(await countNodes(page)).to.be.below(mostNodes);
  });

  it('stops tagging hundreds of photos on request, shows how many are done, and undoes these', async () => {
    const { page } = await opened();
    await pickUpTo(page, 499);
    let answer = (): void => undefined;
    const held = new Promise<void>((resolve) => (answer = resolve));
    await page.route(
      /\/api\/photos$/,
      async (route) => {
        await held;
        await route.continue();
      },
      { times: 1 },
    );
    await page.keyboard.press('t');
    const dialog = page.getByRole('dialog', { name: 'Add a tag' });
    await dialog.getByRole('combobox', { name: 'Add a tag' }).fill('by mistake');
    await page.keyboard.press('Enter');
    await dialog.getByRole('button', { name: 'Stop' }).click();
    await dialog.getByRole('button', { name: 'Close' }).waitFor();
    answer();
    const message = page.locator('.toast', { hasText: '200 of 500 photos changed' });
    await message.waitFor();
    expect([await message.getAttribute('data-failed'), await dialog.count()]).to.deep.equal(['false', 0]);
    expect(await count('&tag=by%20mistake')).to.equal(200);
    await message.getByRole('button', { name: 'Undo' }).click();
    await untilHere(async () => (await count('&tag=by%20mistake')) === 0);
  });
});
