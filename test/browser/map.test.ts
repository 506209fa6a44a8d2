import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { type DemoBrowser, uidOf, until, withDemo } from './demo-browser.ts';
import { pixelsOf } from './pixels.ts';

const canvas = '.map-view canvas';
/** The `at` of the page's address. */
const at = `new URLSearchParams(location.hash.split('?')[1]).get('at')`;
/** How many colours a part of the map has: many where there is a picture. */
const colors = `(() => {
  const { data } = ${pixelsOf(canvas)};
  const seen = new Set();
  for (let i = 0; i < data.length; i += 4 * 7) seen.add((data[i] << 16) | (data[i + 1] << 8) | data[i + 2]);
  return seen.size;
})()`;

describe('the map in a browser', function () {
  let demo: DemoBrowser;
  withDemo((started) => {
    demo = started;
  });

  async function opened(place: string): Promise<{ page: Page; troubles: string[] }> {
    const { page, troubles } = await demo.signedIn();
    await page.goto(`${demo.url}/${place}`);
    await page.locator(canvas).waitFor();
    await until(page, `${at} !== null`);
    return { page, troubles };
  }

  it('lists the places that it shows, and follows keys, wheel and buttons', async () => {
    const { page, troubles } = await opened('#/map');
    await until(page, `${colors} > 500`);
    const listed = page.locator('.map-places a');
    const all = await listed.count();
    expect(all).to.be.above(5);
    const before: string = await page.evaluate(at);
    await page.locator(canvas).focus();
    await page.keyboard.press('ArrowRight');
    await until(page, `${at} !== '${before}'`);
    const [, east = 0, zoom = 0] = (await page.evaluate<string>(at)).split(',').map(Number);
    expect(east).to.be.above(Number(before.split(',')[1]));
    await page.keyboard.press('+');
    await until(page, `Number(${at}.split(',')[2]) > ${zoom + 0.9}`);
    await page.getByRole('button', { name: 'Zoom in' }).click();
    await until(page, `Number(${at}.split(',')[2]) > ${zoom + 1.9}`);
    await until(page, `document.querySelectorAll('.map-places a').length < ${all}`);
    await page.mouse.move(500, 400);
    await page.mouse.wheel(0, 240);
    await until(page, `Number(${at}.split(',')[2]) < ${zoom + 1.9}`);
    expect(troubles).to.deep.equal([]);
  });

  it('keeps its place in the address', async () => {
    const { page } = await opened('#/map?at=48,12,6');
    await page.reload();
    await page.locator(canvas).waitFor();
    await until(page, `/^48\\.00,12\\.00,6$/.test(${at})`);
    await page.evaluate(`location.hash = '#/map?at=38.7,-9.1,7'`);
    await until(page, `document.querySelectorAll('.map-places a').length === 1`);
    expect(await page.locator('.map-places a').textContent()).to.include('Lisbon');
  });

  it('opens a group of photos beside it, one of them over it, and comes back', async () => {
    const { page, troubles } = await opened('#/map?at=38.72,-9.14,7');
    await until(page, `${colors} > 100`);
    const map = (await page.locator(canvas).boundingBox())!;
    await page.mouse.click(map.x + map.width / 2, map.y + map.height / 2);
    // A place at first; the photos of a spot once the server has told this part of the map more closely.
    await page.getByRole('heading', { name: /^(Lisbon, Portugal|Photos taken here)$/ }).waitFor();
    await until(page, `document.querySelectorAll('.map-panel .tile img[data-loaded=true]').length === 5`);
    await page.locator('.map-panel a.tile').first().click();
    await page.locator('.photo-page').waitFor();
    expect(uidOf(page)).to.not.equal('');
    await page.keyboard.press('Escape');
    await page.locator('.photo-page').waitFor({ state: 'detached' });
    await page.getByRole('link', { name: 'Close' }).click();
    await page.locator('.map-places').waitFor();
    expect(troubles).to.deep.equal([]);
  });

  it('leads from a place of the list to its photos', async () => {
    const { page, troubles } = await opened('#/map');
    await page.locator('.map-places a', { hasText: 'Lisbon' }).click();
    await until(page, `document.querySelectorAll('.map-panel .tile').length === 5`);
    expect(await page.locator('.map-panel-title').textContent()).to.include('Lisbon, Portugal');
    expect(troubles).to.deep.equal([]);
  });
});
