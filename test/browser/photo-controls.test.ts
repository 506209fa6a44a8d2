import { expect } from 'chai';
import type { Page } from 'playwright-core';
import type { Faces, Photo } from '../../core/http/wire.ts';
import { apiOf } from './demo-api.ts';
import { type DemoBrowser, drawnAnew, uidOf, until, withDemo } from './demo-browser.ts';
import { type OpenedPhoto, openNth, originalShown } from './opened-photo.ts';
import { axeFaults } from './page-checks.ts';

describe('the photo viewer in a browser', function () {
  let demo: DemoBrowser;
  withDemo((started) => {
    demo = started;
  });

  const opened = (nth: number): Promise<OpenedPhoto> => openNth(demo, nth);

  it('zooms to the pointer with the wheel, a double click and keys, and can then be dragged', async () => {
    const { page, troubles } = await opened(1);
    const { x, y, width } = (await page.locator('.picture .original').boundingBox())!;
    const corner = { x: x + 60, y: y + 60 };
    await page.mouse.move(corner.x, corner.y);
    await page.mouse.wheel(0, -400);
    await until(page, zoomIs('> 3'));
    const before = (await page.locator('.picture').boundingBox())!;
    // The same point of the photo is still under the pointer.
    expect((corner.x - before.x) / before.width).to.be.closeTo(60 / width, 0.02);
    await page.mouse.down();
    await page.mouse.move(corner.x - 80, corner.y - 40, { steps: 4 });
    await page.mouse.up();
    await until(page, `Math.abs(document.querySelector('.picture').getBoundingClientRect().x - ${before.x - 80}) < 2`);
    await page.keyboard.press('0');
    await until(page, zoomIs('=== 1'));
    await page.keyboard.press('+');
    await until(page, zoomIs('> 1.5'));
    await page.keyboard.press('-');
    await until(page, zoomIs('=== 1'));
    await page.mouse.dblclick(640, 400);
    await until(page, zoomIs('>= 2'));
    await page.keyboard.press('PageDown');
    await until(page, zoomIs('=== 1'));
    expect(troubles).to.deep.equal([]);
  });

  it('pans with the arrow keys while zoomed, and moves on to the next photo at the edge', async () => {
    const { page, uids } = await opened(1);
    await page.keyboard.press('+');
    await until(page, zoomIs('> 1.5'));
    const place = "document.querySelector('.stage .picture').getBoundingClientRect().x";
    const before: number = await page.evaluate(place);
    await page.keyboard.press('ArrowRight');
    await until(page, `${place} < ${before} - 10`);
    expect(uidOf(page)).to.equal(uids[1]);
    await until(
      page,
      `(dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowRight', bubbles: true })),
        location.hash.endsWith('${encodeURIComponent(uids[2]!)}'))`,
    );
  });

  it('keeps the zoom between photos if that is switched on', async () => {
    const { page } = await opened(1);
    await page.keyboard.press('m');
    await page.getByRole('menuitemcheckbox', { name: 'Keep zoom between photos', checked: false }).click();
    await page.getByText('Zoom is kept between photos').waitFor();
    await page.keyboard.press('+');
    await until(page, zoomIs('> 1.5'));
    await page.keyboard.press('PageDown');
    await originalShown(page);
    await until(page, zoomIs('> 1.5'));
    await page.keyboard.press('z');
    await page.keyboard.press('PageDown');
    await until(page, zoomIs('=== 1'));
  });

  it('shows the local time and the place of a photo, and its position in the list', async () => {
    const { page } = await demo.signedIn('/');
    const total: number = await page.evaluate(`document.querySelectorAll('a.tile').length`);
    await page.goto(`${demo.url}/#/photo/demo-beach-ines-omar.jpg`);
    await originalShown(page);
    const ask = await apiOf(demo.url);
    const { taken_at_local, place } = await ask<Photo>('GET', '/api/photos/demo-beach-ines-omar.jpg');
    const caption = page.locator('.photo-caption');
    await caption.getByText(/^\d+ of 60$/).waitFor();
    expect(total).to.be.at.most(60);
    const said = (await caption.textContent()) ?? '';
    expect(said).to.include(place);
    expect(said).to.include(taken_at_local.slice(0, 4));
    const [hour, minute] = [Number(taken_at_local.slice(11, 13)), taken_at_local.slice(14, 16)];
    expect(said).to.include(`${hour % 12 || 12}:${minute}`);
    await page.keyboard.press('ArrowRight');
    const before = Number(/(\d+) of 60/.exec(said)?.[1]);
    await caption.getByText(`${before + 1} of 60`).waitFor();
  });

  it('shows a strip of neighbours, which are a click, a drag or an arrow key away', async () => {
    const { page, uids, troubles } = await opened(6);
    const strip = page.getByRole('navigation', { name: 'Photos before and after' });
    await strip.locator(`a[href$="${encodeURIComponent(uids[8]!)}"]`).click();
    await until(page, `location.hash.endsWith('${encodeURIComponent(uids[8]!)}')`);
    await strip.locator(`[aria-current][href$="${encodeURIComponent(uids[8]!)}"]`).focus();
    await page.keyboard.press('ArrowLeft');
    await until(page, `document.activeElement.hash?.endsWith('${encodeURIComponent(uids[7]!)}')`);
    const { x, y, width } = (await strip.boundingBox())!;
    await page.mouse.move(x + width / 2, y + 30);
    await page.mouse.down();
    await page.mouse.move(x + width / 2 - 112, y + 30, { steps: 5 });
    await page.mouse.up();
    await until(page, `location.hash.endsWith('${encodeURIComponent(uids[9]!)}')`);
    expect(await strip.locator('a').count()).to.be.below(50);
    await page.setViewportSize({ width: 390, height: 844 });
    await strip.waitFor({ state: 'hidden' });
    expect(troubles).to.deep.equal([]);
  });

  it('has a menu that is used with keys and returns the focus, and is at the bottom of a phone’s screen', async () => {
    const { page, troubles } = await opened(1);
    const more = page.getByRole('button', { name: 'More actions' });
    await more.focus();
    await page.keyboard.press('Enter');
    await until(page, `document.activeElement.textContent.startsWith('Archive')`);
    await page.keyboard.press('ArrowDown');
    await until(page, `document.activeElement.textContent.startsWith('Hide')`);
    await page.keyboard.press('End');
    await until(page, `document.activeElement.textContent.startsWith('Keep zoom')`);
    await page.keyboard.press('ArrowDown');
    await until(page, `document.activeElement.textContent.startsWith('Archive')`);
    expect(await axeFaults(page)).to.deep.equal([]);
    await page.keyboard.press('Escape');
    await until(page, `document.activeElement.ariaLabel === 'More actions'`);
    await page.locator('.photo-page').waitFor();
    await page.setViewportSize({ width: 390, height: 844 });
    await more.click();
    const menu = (await page.locator('.more-menu').boundingBox())!;
    expect([menu.x, menu.width, Math.round(menu.y + menu.height)]).to.deep.equal([0, 390, 844]);
    await page.mouse.click(200, 60);
    await page.locator('.more-menu').waitFor({ state: 'detached' });
    expect(troubles).to.deep.equal([]);
  });

  it('hides its controls while the mouse rests, and shows them again when keys are used', async () => {
    const { page } = await opened(1);
    const idle = (is: boolean): string => `document.querySelector('.photo-page').dataset.idle === '${is}'`;
    await page.mouse.move(400, 300);
    await page.mouse.move(420, 300);
    await until(page, idle(true));
    await page.keyboard.press('Tab');
    await until(page, idle(false));
    await until(page, `getComputedStyle(document.querySelector('.photo-toolbar')).opacity === '1'`);
  });

  it('plays a slide show without the panel, with pause, speed, and steps forward and back', async () => {
    const { page, uids, troubles } = await opened(0);
    const at = (nth: number): string => `location.hash.endsWith('${encodeURIComponent(uids[nth]!)}')`;
    const goesOn = async (nth: number): Promise<void> => {
      // The time of a photo starts once it is visible.
      await originalShown(page);
      await drawnAnew(page);
      await drawnAnew(page);
      await page.clock.fastForward(longTime);
      await until(page, at(nth));
    };
    await holdPhotos(page);
    await page.keyboard.press('i');
    await page.keyboard.press('p');
    const controls = page.getByRole('group', { name: 'Slide show' });
    await controls.getByRole('combobox', { name: 'Time per photo' }).selectOption('20');
    await goesOn(1);
    expect(await page.locator('.photo-info').count()).to.equal(0);
    await controls.getByRole('button', { name: 'Pause' }).click();
    expect(await axeFaults(page)).to.deep.equal([]);
    await controls.getByRole('button', { name: 'Older photo' }).click();
    await until(page, at(2));
    await controls.getByRole('button', { name: 'Newer photo' }).click();
    await until(page, at(1));
    await controls.getByRole('button', { name: 'Play' }).click();
    await goesOn(2);
    await page.keyboard.press('Escape');
    await controls.waitFor({ state: 'detached' });
    await until(page, `document.activeElement.matches('.photo-page')`);
    await page.locator('.photo-info').waitFor();
    await page.keyboard.press('Escape');
    await page.locator('.photo-page').waitFor({ state: 'detached' });
    expect(troubles).to.deep.equal([]);
  });

  it('pauses a slide show while a dialog is open, and continues afterwards', async () => {
    const { page, uids, troubles } = await opened(0);
    const at = (nth: number): string => `location.hash.endsWith('${encodeURIComponent(uids[nth]!)}')`;
    await holdPhotos(page);
    await page.keyboard.press('p');
    const controls = page.getByRole('group', { name: 'Slide show' });
    await controls.getByRole('combobox', { name: 'Time per photo' }).selectOption('20');
    await page.locator('.photo-page').focus();
    // The menu is not available while its toolbar is hidden.
    await page.keyboard.press('m');
    await page.keyboard.press('t');
    const dialog = page.locator('dialog[open]');
    await dialog.getByRole('combobox').waitFor();
    expect(await dialog.count()).to.equal(1);
    // The slide show stops once the dialog is drawn.
    await drawnAnew(page);
    await drawnAnew(page);
    await page.clock.fastForward(longTime);
    expect(await page.evaluate(at(0))).to.equal(true);
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    expect(await controls.count()).to.equal(1);
    // The slide show continues once the page is drawn without the dialog.
    await drawnAnew(page);
    await drawnAnew(page);
    await page.clock.fastForward(longTime);
    await until(page, at(1));
    expect(troubles).to.deep.equal([]);
  });

  it('names a face on hover and on keyboard focus, and leads to the person', async () => {
    const uid = 'demo-beach-ines-omar.jpg';
    const ask = await apiOf(demo.url);
    const { faces } = await ask<Faces>('GET', `/api/photos/${uid}/faces`);
    await ask('POST', `/api/faces/${faces[0]!.id}/person`, { name: 'Omar' });
    const { page, troubles } = await demo.signedIn(`/#/photo/${uid}`);
    await originalShown(page);
    const face = page.locator('.seen-face a').filter({ hasText: 'Omar' }).first();
    await face.waitFor({ state: 'attached' });
    const name = face.locator('.face-label');
    expect(await name.isVisible()).to.equal(false);
    await face.hover();
    await name.waitFor();
    await face.dblclick();
    await until(page, zoomIs('>= 2'));
    await page.keyboard.press('0');
    await until(page, zoomIs('=== 1'));
    await page.mouse.move(5, 400);
    await face.focus();
    await page.keyboard.press('Shift+Tab');
    await page.keyboard.press('Tab');
    await name.waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Omar' }).waitFor();
    expect(troubles).to.deep.equal([]);
  });
});

const zoomIs = (what: string): string =>
  `new DOMMatrix(getComputedStyle(document.querySelector('.stage .picture')).transform).a ${what}`;

const longTime = 600_000;

/**
 * Makes photos of a slide show of twenty seconds stay until the clock is advanced, however long the steps in between take.
 */
async function holdPhotos(page: Page): Promise<void> {
  await page.clock.install();
  await page.evaluate(`{
    const { setTimeout } = window;
    window.setTimeout = (run, delay, ...more) => setTimeout(run, delay === 20_000 ? ${longTime} : delay, ...more);
  }`);
}
