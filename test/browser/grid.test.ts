import { expect } from 'chai';
import type { Page } from 'playwright-core';
import type { Anchors, People, PhotoList } from '../../core/http/wire.ts';
import { apiOf, type Ask } from './demo-api.ts';
import { type DemoBrowser, scrolledDown, until, withDemo } from './demo-browser.ts';
import { restFinger } from './resting-finger.ts';

/**
 * The number of tiles in the list, and which share of its area they cover between the first one’s top and the last one’s
 * bottom.
 */
const covered = `(() => {
  const tiles = [...document.querySelectorAll('.tile')].map((tile) => tile.getBoundingClientRect());
  const [top, bottom] = [Math.min(...tiles.map(({ top }) => top)), Math.max(...tiles.map(({ bottom }) => bottom))];
  const area = tiles.reduce((sum, { width, height }) => sum + width * height, 0);
  return { tiles: tiles.length, share: area / (document.querySelector('.grid').clientWidth * (bottom - top)) };
})()`;

/** Labels that overlap a photo or another label, or are cut off. */
const clashes = `(() => {
  const boxes = [...document.querySelectorAll('.tile, .group-label')];
  const overlap = (a, b) => a.left < b.right - 0.5 && b.left < a.right - 0.5 && a.top < b.bottom - 0.5 && b.top < a.bottom - 0.5;
  const clashing = boxes.filter((label) => label.matches('.group-label') && boxes.some((other) => other !== label
    && overlap(label.getBoundingClientRect(), other.getBoundingClientRect())));
  const cut = [...document.querySelectorAll('.group-label')].filter((label) => label.scrollWidth > label.clientWidth + 1);
  return [...clashing, ...cut].map((label) => label.textContent);
})()`;

const picked = `document.querySelectorAll('.tile[data-picked=true]').length`;
const tall = { width: 1440, height: 4000 };

describe('the grid of photos in a browser', function () {
  let demo: DemoBrowser;
  let ask: Ask;
  let total: number;
  let months: Anchors['anchors'];
  withDemo(async (started) => {
    demo = started;
    ask = await apiOf(demo.url);
    months = (await ask<Anchors>('GET', '/api/photos/anchors')).anchors;
    total = (await ask<PhotoList>('GET', '/api/photos?limit=1')).total;
  });

  /** Adds a tag to that many photos from all over the timeline. */
  async function tagged(tag: string, count: number): Promise<void> {
    const { photos } = await ask<PhotoList>('GET', '/api/photos?limit=100');
    const uids = photos.filter((_, i) => (i * count) % photos.length < count).map(({ uid }) => uid);
    expect(uids).to.have.length(count);
    await ask('PATCH', '/api/photos', { uids, add_tags: [tag] });
  }

  async function coveredAt(place: string, viewport: { width: number; height: number }, count: number): Promise<number> {
    const { page } = await demo.signedIn(place, { viewport });
    await until(page, `${covered}.tiles === ${count}`);
    expect(await page.evaluate(clashes)).to.deep.equal([]);
    const { share } = await page.evaluate<{ share: number }>(covered);
    await page.context().close();
    return share;
  }

  it('is over 85 % covered by photos: in the timeline, an album, a search, a tag and a person', async () => {
    await tagged('everywhere', 30);
    await tagged('twelfth', 12);
    const [person] = (await ask<People>('GET', '/api/people')).people;
    for (const viewport of [tall, { width: 390, height: 4000 }]) {
      expect(await coveredAt('/', viewport, total), 'timeline').to.be.above(0.85);
      expect(await coveredAt('/#/albums/demo-album-city-nights', viewport, 6), 'album').to.be.above(0.85);
      expect(await coveredAt('/#/search?q=twelfth', viewport, 12), 'search').to.be.above(0.85);
      expect(await coveredAt('/#/tags/everywhere', viewport, 30), 'thirty').to.be.above(0.85);
      const somebody = coveredAt(`/#/people/${person!.id}`, viewport, person!.photo_count);
      expect(await somebody, 'person').to.be.above(0.85);
    }
  });

  it('selects all photos of a month with its tick, and deselects them again', async () => {
    const { page } = await demo.signedIn();
    const [newest] = months;
    const label = page.locator('.group-label').first();
    const tick = label.getByRole('button');
    const opacity = `getComputedStyle(document.querySelector('.group-tick')).opacity`;
    expect(await page.evaluate(opacity)).to.equal('0');
    await label.hover();
    await until(page, `${opacity} === '1'`);
    await tick.click();
    await page.getByRole('status').getByText(`${newest!.count} selected`).waitFor();
    expect(await tick.getAttribute('aria-pressed')).to.equal('true');
    // With one photo deselected, it is no longer the whole month.
    await page.locator('a.tile').nth(1).click();
    expect(await tick.getAttribute('aria-pressed')).to.equal('false');
    await tick.click();
    await page.getByRole('status').getByText(`${newest!.count} selected`).waitFor();
    await tick.click();
    await until(page, `${picked} === 0`);
  });

  it('names a month and its number of photos separately, also for screen readers', async () => {
    const { page } = await demo.signedIn();
    await page
      .getByRole('heading', { name: /^\w+ \d{4} ?, \d+ photos$/ })
      .first()
      .waitFor();
  });

  it('selects a month with the keyboard alone', async () => {
    const { page } = await demo.signedIn();
    await page.locator('a.tile').first().focus();
    await page.keyboard.press('Shift+Tab');
    await until(page, `document.activeElement.matches('.group-tick')`);
    const name = await page.evaluate<string>(`document.activeElement.ariaLabel`);
    expect(name).to.match(/^Select \w+ \d{4}, \d+ photos?$/);
    await page.keyboard.press('Space');
    await page.getByRole('status').getByText(`${months[0]!.count} selected`).waitFor();
  });

  it('selects a month with a long press on its label, and deselects it with a tap', async () => {
    const { page } = await demo.signedIn('/', {
      viewport: { width: 390, height: 844 },
      hasTouch: true,
      isMobile: true,
    });
    const ticks = `[...document.querySelectorAll('.group-tick, .pick')].filter((tick) => tick.checkVisibility()).length`;
    expect(await page.evaluate(ticks), 'no rings before anything is picked').to.equal(0);
    const label = page.locator('.group-label').first();
    const box = (await label.boundingBox())!;
    const touchPoints = [{ x: box.x + 20, y: box.y + box.height / 2 }];
    const devTools = await page.context().newCDPSession(page);
    await restFinger(page, devTools, touchPoints, `${months[0]!.count} selected`);
    await devTools.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
    expect(await page.evaluate(ticks)).to.be.above(0);
    await label.tap();
    await until(page, `${picked} === 0`);
  });

  it('selects all photos of the list with one shortcut, loaded or not', async () => {
    const { page } = await demo.signedIn();
    await page.keyboard.press('Control+a');
    await page.getByRole('status').getByText(`${total} selected`).waitFor();
    await page.keyboard.press('Escape');
    await until(page, `${picked} === 0`);
    await page.goto(`${demo.url}/#/albums/demo-album-city-nights`);
    await until(page, `document.querySelectorAll('a.tile').length === 6`);
    await page.keyboard.press('Control+a');
    await page.getByRole('status').getByText('6 selected').waitFor();
  });

  it('changes the size of photos, keeps it in this browser, and stays at the same photo', async () => {
    const { page } = await demo.signedIn();
    await page.mouse.move(600, 400);
    await scrolledDown(page, 900);
    const slider = page.getByRole('slider', { name: 'Photo size' });
    const usual = await heightOf(page);
    const top = await topPhoto(page);
    await page.keyboard.press('-');
    await until(page, `${firstHeight} < ${usual - 20}`);
    await isAtTop(page, top);
    await page.keyboard.down('Control');
    await page.mouse.wheel(0, -120);
    await page.keyboard.up('Control');
    await until(page, `Math.abs(${firstHeight} - ${usual}) < 60`);
    await isAtTop(page, top);
    await slider.focus();
    await page.keyboard.press('End');
    await until(page, `${firstHeight} > ${usual * 1.4}`);
    await isAtTop(page, top);
    expect(await slider.getAttribute('aria-valuetext')).to.equal('Huge');
    await page.reload();
    await until(page, `document.querySelectorAll('a.tile').length > 0 && ${firstHeight} > ${usual * 1.4}`);
    await isAtTop(page, top);
  });

  it('enlarges photos with a pinch gesture', async () => {
    const { page } = await demo.signedIn('/', { viewport: { width: 390, height: 844 }, hasTouch: true });
    const usual = await heightOf(page);
    const devTools = await page.context().newCDPSession(page);
    const fingers = (apart: number): { x: number; y: number; id: number }[] =>
      [-1, 1].map((side) => ({ x: 195 + (side * apart) / 2, y: 400, id: side + 1 }));
    await devTools.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: fingers(80) });
    for (const apart of [100, 120, 140]) {
      await devTools.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: fingers(apart) });
    }
    await devTools.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
    await until(page, `${firstHeight} > ${usual * 1.2}`);
    expect(await page.evaluate('visualViewport.scale')).to.equal(1);
  });

  it('labels each photo with its local time, whatever the browser’s time zone, and its place', async () => {
    const labels: string[][] = [];
    for (const timezoneId of ['Pacific/Auckland', 'America/Los_Angeles']) {
      const { page } = await demo.signedIn('/', { timezoneId });
      labels.push(
        await page.evaluate(`[...document.querySelectorAll('a.tile')].slice(0, 12).map((tile) => tile.ariaLabel)`),
      );
    }
    expect(labels[0]).to.deep.equal(labels[1]);
    const { photos } = await ask<PhotoList>('GET', '/api/photos?limit=12');
    photos.forEach(({ taken_at_local, place }, i) => {
      const [, minutes] = /T\d\d:(\d\d)/.exec(taken_at_local) ?? [];
      expect(labels[0]![i])
        .to.include(`:${minutes}`)
        .and.include(taken_at_local.slice(0, 4))
        .and.include(place ?? '');
    });
  });
});

const firstHeight = `document.querySelector('.tile').getBoundingClientRect().height`;
const heightOf = (page: Page): Promise<number> => page.evaluate<number>(firstHeight);

/** The first photo in a visible row. */
function topPhoto(page: Page): Promise<string> {
  return page.evaluate(
    `decodeURIComponent([...document.querySelectorAll('a.tile')].find((tile) =>
       tile.getBoundingClientRect().bottom > document.querySelector('.photo-grid').getBoundingClientRect().top + 4)
         .hash.split('/').at(-1))`,
  );
}

async function isAtTop(page: Page, uid: string): Promise<void> {
  await until(
    page,
    `((tile, list) => tile !== null && tile.getBoundingClientRect().bottom >= list.top && tile.getBoundingClientRect().top <= list.top + 60)(
      document.querySelector('a.tile[href$="${encodeURIComponent(uid)}"]'), document.querySelector('.photo-grid').getBoundingClientRect())`,
  );
}
