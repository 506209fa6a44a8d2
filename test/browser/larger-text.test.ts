import { expect } from 'chai';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { type DemoBrowser, until, withDemo } from './demo-browser.ts';
import { standsStill } from './page-checks.ts';

const admin: [string, string] = ['admin', 'admin-demo'];
const phone: BrowserContextOptions = { viewport: { width: 390, height: 780 }, isMobile: true, hasTouch: true };

/** Texts that are partly outside the elements that show them, except where they are shortened. */
const hiddenWords = (selector: string): string => `[...document.querySelectorAll('${selector}')].flatMap((element) => {
  const range = document.createRange();
  range.selectNodeContents(element);
  const around = [];
  for (let above = element; above; above = above.parentElement) {
    const { overflowX, overflowY, textOverflow } = getComputedStyle(above);
    const isShortened = above === element && textOverflow === 'ellipsis';
    if (overflowX !== 'visible' || overflowY !== 'visible') around.push([above.getBoundingClientRect(), isShortened]);
  }
  const isHidden = [...range.getClientRects()].some(({ left, right, top, bottom }) => left < -1 || right > innerWidth + 1
    || around.some(([box, isShortened], i) => (!isShortened && (left < box.left - 1 || right > box.right + 1))
      || (i === 0 && isShortened && (top < box.top - 3 || bottom > box.bottom + 3))));
  return isHidden ? [element.textContent.trim()] : [];
})`;

describe('text of twice the usual size in a browser', function () {
  let demo: DemoBrowser;
  withDemo((started) => {
    demo = started;
  });

  const at = async (place: string, options: BrowserContextOptions): Promise<Page> => {
    const { page } = await demo.signedIn('/', options, admin);
    // The effect of a larger text size in the settings of a browser.
    await page.evaluate(`document.documentElement.style.fontSize = '200%'`);
    await page.evaluate(`location.hash = '#/help'`);
    await until(page, `document.querySelector('main.page-frame h1') !== null`);
    await page.evaluate(
      `document.querySelector('main').isHelp = true; location.hash = ${JSON.stringify(`#/${place}`)}`,
    );
    await until(page, `document.querySelector('main').isHelp !== true`);
    await standsStill(page);
    return page;
  };
  const desktop: BrowserContextOptions = { viewport: { width: 1280, height: 800 }, locale: 'de-DE' };

  for (const [what, place, selector, options] of [
    ['months above photos', '', '.group-label h2', desktop],
    ['months above photos on a phone', '', '.group-label h2', { ...phone, locale: 'fr-FR' }],
    ['names of pages', '', '.navigation li span', desktop],
    ['names of people and the buttons to add them', 'people', '.person-name, .add-name', desktop],
    ['dates of albums', 'albums', '.card-details > *', desktop],
    ['buttons next to titles', 'admin/backups', '.panel-title button', { ...phone, locale: 'fr-FR' }],
    ['names of trips', 'trips/1', '.trip-header h1 bdi', { ...phone, locale: 'fr-FR' }],
    ['the date and the place of a photo', 'photo/demo-studio-family.jpg', '.photo-caption p:not(.unseen)', desktop],
  ] as const) {
    it(`does not cut off ${what}`, async () => {
      const page = await at(place, options);
      await page.locator(selector).first().waitFor();
      expect(await page.evaluate(hiddenWords(selector))).to.deep.equal([]);
    });
  }
});
