import { expect } from 'chai';
import { type DemoBrowser, until, withDemo } from './demo-browser.ts';

/** The month in view. */
const now = `document.querySelector('.date-rail').ariaValueText`;
const scrollTop = `document.querySelector('.photo-grid').scrollTop`;

describe('the date rail in a browser', function () {
  let demo: DemoBrowser;
  withDemo((started) => {
    demo = started;
  });

  it('jumps to a month on a click, and names the month under the pointer', async () => {
    const { page, troubles } = await demo.signedIn();
    const rail = (await page.getByRole('slider', { name: 'Months' }).boundingBox())!;
    const middle = rail.x + rail.width / 2;
    await page.mouse.move(middle, rail.y + rail.height * 0.6);
    const label = (await page.locator('.rail-label').textContent()) ?? '';
    expect(label).to.match(/^\w+ 20\d\d$/);
    await page.mouse.click(middle, rail.y + rail.height * 0.6);
    await until(page, `${now} === '${label}' && ${scrollTop} > 500`);
    await until(page, `document.querySelectorAll('.tile img[data-loaded=true]').length > 3`);
    expect(troubles).to.deep.equal([]);
  });

  it('shows months while it is dragged, and follows the list as it scrolls', async () => {
    const { page } = await demo.signedIn();
    const rail = (await page.getByRole('slider', { name: 'Months' }).boundingBox())!;
    const middle = rail.x + rail.width / 2;
    const newest = await page.getByRole('slider', { name: 'Months' }).getAttribute('aria-valuetext');
    await page.mouse.move(middle, rail.y + 2);
    await page.mouse.down();
    await page.mouse.move(middle, rail.y + rail.height * 0.4, { steps: 6 });
    const label = `document.querySelector('.rail-label').textContent`;
    await until(page, `${label} !== '${newest}' && ${now} === ${label}`);
    await page.mouse.move(middle, rail.y + rail.height + 50, { steps: 6 });
    await page.mouse.up();
    await until(page, `${scrollTop} > 1000`);
    await until(page, `Number(document.querySelector('.date-rail').getAttribute('aria-valuenow')) > 3`);
    await page.mouse.move(600, 400);
    await page.mouse.wheel(0, -10_000);
    await until(page, `${scrollTop} === 0`);
    await until(page, `document.querySelector('.date-rail').getAttribute('aria-valuenow') === '0'`);
  });

  it('can be navigated with keys', async () => {
    const { page, troubles } = await demo.signedIn();
    const slider = page.getByRole('slider', { name: 'Months' });
    await slider.focus();
    const newest = await slider.getAttribute('aria-valuetext');
    for (let month = 1; month <= 16; month++) {
      await page.keyboard.press('ArrowDown');
      await until(page, `document.querySelector('.date-rail').ariaValueNow === '${month}'`);
    }
    await page.keyboard.press('Home');
    await until(page, `document.querySelector('.date-rail').ariaValueText === '${newest}' && ${scrollTop} === 0`);
    expect(troubles).to.deep.equal([]);
  });

  it('is missing if all photos fit into the window', async () => {
    const { page } = await demo.signedIn();
    await page.goto(`${demo.url}/#/places/${encodeURIComponent('Lisbon, Portugal')}`);
    await until(page, `document.querySelectorAll('.tile img[data-loaded=true]').length === 5`);
    expect(await page.getByRole('slider', { name: 'Months' }).count()).to.equal(0);
  });

  it('is a handle on phones, which is visible while the list scrolls', async () => {
    const { page, troubles } = await demo.signedIn('/', { viewport: { width: 390, height: 844 }, hasTouch: true });
    const opacity = `getComputedStyle(document.querySelector('.rail-handle')).opacity`;
    expect(await page.evaluate(opacity)).to.equal('0');
    // The handle disappears shortly after the list has stopped.
    await until(page, `(document.querySelector('.photo-grid').scrollBy(0, 100), ${opacity} === '1')`);
    expect(troubles).to.deep.equal([]);
  });
});
