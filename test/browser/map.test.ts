import { expect } from 'chai';
import type { Page } from 'playwright-core';
import type { PhotoList } from '../../core/http/wire.ts';
import { until as waitUntil } from '../support/until.ts';
import { apiOf } from './demo-api.ts';
import { type DemoBrowser, drawnAnew, uidOf, until, withDemo } from './demo-browser.ts';
import { pixelsOf } from './pixels.ts';

const canvas = '.map-view canvas';
/** The parameter `at` of the page’s address. */
const at = `new URLSearchParams(location.hash.split('?')[1]).get('at')`;
/** The number of colours in a part of the map: high where there is a picture. */
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

  /** The names of places on the map, once it has settled. */
  async function named(page: Page): Promise<string> {
    let names = '';
    await waitUntil(async () => {
      names = (await page.locator(canvas).getAttribute('aria-description')) ?? '';
      return names !== '';
    });
    return names;
  }

  /** Moves the map by the page’s address. */
  async function moved(page: Page, to: string): Promise<void> {
    await page.evaluate(`location.hash = '#/map?at=${to}'`);
    const digits = to.split(',').map(Number);
    await until(
      page,
      `(${at} ?? '').split(',').every((part, i) => Math.abs(part - ${JSON.stringify(digits)}[i]) < 0.1)`,
    );
  }

  it('leaves a dialog open when it stops moving, even away from the selected place', async () => {
    const { page } = await opened('#/map?at=38.72,-9.14,7&place=Lisbon,%20Portugal');
    await page.getByRole('heading', { name: 'Lisbon, Portugal' }).waitFor();
    await page.keyboard.press('Control+k');
    const dialog = page.getByRole('dialog');
    await dialog.waitFor();
    // As if the map were still moving when the dialog is opened.
    await page.evaluate(`document.querySelector('button[aria-label="Zoom in"]').click()`);
    await until(page, `Number(${at}.split(',')[2]) === 8`);
    await page.evaluate(`location.hash = '#/map?at=64.9,-18.7,6&place=Lisbon,%20Portugal'`);
    await until(page, `!location.hash.includes('Lisbon')`);
    await drawnAnew(page);
    expect(await dialog.isVisible()).to.equal(true);
  });

  it('lists the photos and places in view, and follows keys, wheel and buttons', async () => {
    const { page, troubles } = await opened('#/map?show=places');
    await until(page, `${colors} > 500`);
    const listed = page.locator('.map-places a');
    await listed.first().waitFor();
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
    await page.getByRole('link', { name: 'Photos', exact: true }).last().click();
    await page.locator('.map-panel a.tile').first().waitFor();
    expect(troubles).to.deep.equal([]);
  });

  it('keeps its position in the address', async () => {
    const { page } = await opened('#/map?at=48,12,6');
    await page.reload();
    await page.locator(canvas).waitFor();
    await until(page, `/^48\\.00,12\\.00,6$/.test(${at})`);
    await page.evaluate(`location.hash = '#/map?at=38.7,-9.1,7&show=places'`);
    await until(page, `document.querySelectorAll('.map-places a').length === 1`);
    expect(await page.locator('.map-places a').textContent()).to.include('Lisbon');
  });

  for (const [where, point, expected] of [
    ['Lisbon', '38.72,-9.14', 'Lisbon'],
    ['Berlin', '52.52,13.4', 'Berlin|Mitte'],
    ['Kyoto', '35.01,135.77', 'Kyoto'],
    ['the middle of Iceland', '64.9,-18.7', 'Akureyri'],
  ] as const) {
    it(`names at least one place at every zoom level over ${where}`, async () => {
      const { page, troubles } = await opened('#/map?at=20,0,3');
      for (const zoom of [4, 6, 8, 10, 12, 14]) {
        await moved(page, `${point},${zoom}`);
        expect(await named(page)).to.match(/^On the map: ./);
      }
      // The names follow the view with a short delay.
      await until(page, `/${expected}/.test(document.querySelector('${canvas}').getAttribute('aria-description'))`);
      expect(troubles).to.deep.equal([]);
    });
  }

  it('names the nearest town and its distance if no town is in view', async () => {
    const { page } = await opened('#/map?at=64.9,-18.7,14');
    await until(page, `/\\d (km|mi)$/.test(document.querySelector('${canvas}').getAttribute('aria-description'))`);
    expect(await named(page)).to.match(/^On the map: Akureyri · \d+ (km|mi)$/);
  });

  it('limits the zoom to the level of its data, and shows all photos with one button', async () => {
    const { page } = await opened('#/map?at=38.72,-9.14,13.9');
    const nearer = page.getByRole('button', { name: 'Zoom in' });
    await nearer.click();
    await until(page, `Number(${at}.split(',')[2]) === 14`);
    expect(await nearer.isDisabled()).to.equal(true);
    const scale = await page.locator('.map-scale').textContent();
    await page.getByRole('button', { name: 'Show all photos' }).click();
    await until(page, `Number(${at}.split(',')[2]) < 4`);
    expect(await nearer.isDisabled()).to.equal(false);
    expect(await page.locator('.map-scale').textContent()).to.not.equal(scale);
    await until(page, `document.querySelector('.map-panel h2').textContent === '60 photos'`);
  });

  it('shows and lists only the photos of the chosen years, until all years are chosen again', async () => {
    const { photos } = await (await apiOf(demo.url))<PhotoList>('GET', '/api/photos?place=Lisbon');
    const [year = 0] = photos.map(({ taken_at_local: time }) => Number(time.slice(0, 4)));
    const { page, troubles } = await opened('#/map?at=38.72,-9.14,7');
    const shows = async (count: number): Promise<void> => {
      await until(page, `document.querySelector('.map-panel h2')?.textContent === '${count} photos'`);
      await until(page, `${colors} ${count > 0 ? '> 500' : '< 400'}`);
    };
    await shows(5);
    const [from, to] = [page.locator('.map-years select').first(), page.locator('.map-years select').last()];
    await from.selectOption(`${year - 2}`);
    await to.selectOption(`${year - 1}`);
    await until(page, `new URLSearchParams(location.hash.split('?')[1]).get('years') === '${year - 2}-${year - 1}'`);
    await shows(0);
    await to.selectOption(`${year}`);
    await shows(5);
    await from.selectOption(`${year + 1}`);
    await shows(0);
    await page.getByRole('button', { name: 'All years' }).click();
    await shows(5);
    expect(troubles).to.deep.equal([]);
  });

  it('drops the selected place once that is out of view', async () => {
    const { page } = await opened('#/map?at=38.72,-9.14,7&place=Lisbon,%20Portugal');
    await page.getByRole('heading', { name: 'Lisbon, Portugal' }).waitFor();
    await moved(page, '64.9,-18.7,6');
    await page.getByRole('heading', { name: 'No photos here' }).waitFor();
  });

  it('zooms in with a pinch gesture', async () => {
    const { page } = await opened('#/map?at=48,12,5');
    const map = (await page.locator(canvas).boundingBox())!;
    const [x, y] = [map.x + map.width / 2, map.y + map.height / 2];
    const session = await page.context().newCDPSession(page);
    const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', apart: number) =>
      session.send('Input.dispatchTouchEvent', {
        type,
        touchPoints: type === 'touchEnd' ? [] : [x - apart, x + apart].map((at, id) => ({ x: at, y, id })),
      });
    await touch('touchStart', 30);
    for (const apart of [40, 60, 90, 120]) await touch('touchMove', apart);
    await touch('touchEnd', 120);
    await until(page, `Number(${at}.split(',')[2]) > 6.5`);
  });

  it('lists a clicked group of photos, opens one of them in the viewer, and returns', async () => {
    const { page, troubles } = await opened('#/map?at=38.72,-9.14,7');
    await until(page, `${colors} > 100`);
    const map = (await page.locator(canvas).boundingBox())!;
    const middle = [map.x + map.width / 2, map.y + map.height / 2] as const;
    // The land is drawn before the photos on it are known. `data-over` shows that there are photos below the pointer.
    await waitUntil(async () => {
      await page.mouse.move(0, 0);
      await page.mouse.move(...middle);
      return page.evaluate<boolean>(`document.querySelector('${canvas}').dataset.over === 'true'`);
    });
    await page.mouse.click(...middle);
    // A place at first; the photos of a spot once the server has sent this part of the map in more detail.
    await page.getByRole('heading', { name: /^(Lisbon, Portugal|Photos taken here)$/ }).waitFor();
    await until(page, `document.querySelectorAll('.map-panel .tile img[data-loaded=true]').length === 5`);
    await page.locator('.map-panel a.tile').first().click();
    await page.locator('.photo-page').waitFor();
    expect(uidOf(page)).to.not.equal('');
    await page.keyboard.press('Escape');
    await page.locator('.photo-page').waitFor({ state: 'detached' });
    await page.getByRole('link', { name: 'Close' }).click();
    await page.locator('.map-panel .tabs').waitFor();
    expect(troubles).to.deep.equal([]);
  });

  it('lists the photos of a place that is clicked in the list', async () => {
    const { page, troubles } = await opened('#/map?show=places');
    await page.locator('.map-places a', { hasText: 'Lisbon' }).click();
    await until(page, `document.querySelectorAll('.map-panel a.tile').length === 5`);
    expect(await page.locator('.map-panel-title').textContent()).to.include('Lisbon, Portugal');
    expect(troubles).to.deep.equal([]);
  });

  it('sends no requests to other servers', async () => {
    const { page } = await demo.signedIn();
    const asked = new Set<string>();
    page.on('request', (request) => asked.add(new URL(request.url()).origin));
    await page.goto(`${demo.url}/#/map?at=48,12,7`);
    await page.locator(canvas).waitFor();
    await named(page);
    expect([...asked]).to.deep.equal([demo.url]);
  });
});
