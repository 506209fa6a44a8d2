import { expect } from 'chai';
import { countNodes, type DemoBrowser, drawnAnew, drawnPhotos, scrolledDown, until, withDemo } from './demo-browser.ts';
import { restFinger } from './resting-finger.ts';

const scrollTop = `document.querySelector('.photo-grid').scrollTop`;

describe('the timeline in a browser', function () {
  let demo: DemoBrowser;
  withDemo((started) => {
    demo = started;
  });

  it('shows months and thumbnails without any error in the browser', async () => {
    const { page, troubles } = await demo.signedIn();
    expect(await page.locator('h2.month').first().textContent()).to.match(/^\w+ \d{4}/);
    await until(page, `document.querySelectorAll('.tile img[data-loaded=true]').length > 10`);
    expect(await countNodes(page)).to.be.below(2000);
    expect(troubles).to.deep.equal([]);
  });

  it('shows all photos on the way from the newest to the oldest', async () => {
    const { page, troubles } = await demo.signedIn();
    const seen = new Set<string>();
    await page.mouse.move(600, 400);
    const end: number = await page.evaluate(
      `(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight)(document.querySelector('.photo-grid'))`,
    );
    for (let down = 0; down < end; down += 500) {
      for (const uid of await drawnPhotos(page)) seen.add(uid);
      await page.mouse.wheel(0, 500);
      await until(page, `${scrollTop} >= ${Math.min(down + 500, end) - 1}`);
      await drawnAnew(page);
    }
    for (const uid of await drawnPhotos(page)) seen.add(uid);
    const { photos } = (await (await fetch(`${demo.url}/api/status`)).json()) as { photos: number };
    expect(seen.size).to.equal(photos);
    expect(troubles).to.deep.equal([]);
  });

  it('keeps its position after a reload, and when the window becomes narrow', async () => {
    const { page } = await demo.signedIn();
    await scrolledDown(page, 700);
    const top = await topPhoto();
    await page.reload();
    await page.locator('a.tile img[data-loaded=true]').first().waitFor();
    await until(page, `Math.abs(${scrollTop} - 700) <= 1`);
    await page.setViewportSize({ width: 420, height: 800 });
    await until(
      page,
      `((tile) => tile !== null && innerWidth === 420 && tile.getBoundingClientRect().right <= 420
        && tile.getBoundingClientRect().y >= -200 && tile.getBoundingClientRect().y <= 800)(
        document.querySelector('a.tile[href$="${encodeURIComponent(top)}"]'))`,
    );

    async function topPhoto(): Promise<string> {
      return page.evaluate(
        `decodeURIComponent([...document.querySelectorAll('a.tile')]
           .find((tile) => tile.getBoundingClientRect().bottom > 60).hash.split('/').at(-1))`,
      );
    }
  });

  it('scrolls to the newest photos on a click on its link or on the logo', async () => {
    const { page } = await demo.signedIn();
    for (const link of ['.navigation [aria-current=page]', '.brand a']) {
      await scrolledDown(page, 700);
      await page.locator(link).click();
      await until(page, `${scrollTop} === 0`);
    }
  });

  it('has no layout shifts while thumbnails load', async () => {
    const { page } = await demo.page();
    await page.addInitScript(`
      window.shifts = 0;
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) if (!entry.hadRecentInput) window.shifts += entry.value;
      }).observe({ type: 'layout-shift', buffered: true });
    `);
    await page.goto(demo.url);
    await page.getByRole('button', { name: /demo-demo/ }).click();
    await until(page, `document.querySelectorAll('.tile img[data-loaded=true]').length > 10`);
    await page.waitForTimeout(600);
    await page.evaluate('window.shifts = 0');
    await page.reload();
    await until(page, `document.querySelectorAll('.tile img[data-loaded=true]').length > 10`);
    await page.waitForTimeout(300);
    expect(await page.evaluate('window.shifts')).to.be.below(0.01);
  });

  it('is preceded by a link that skips the navigation', async () => {
    const { page } = await demo.signedIn();
    await page.goto(`${demo.url}/#/places`);
    await page.locator('a.card').first().waitFor();
    const skip = page.getByRole('button', { name: 'Skip to content' });
    await page.locator('.navigation a').first().focus();
    await page.keyboard.press('Shift+Tab');
    await until(page, `document.activeElement.matches('.skip-link')`);
    const box = await skip.boundingBox();
    expect(box!.x, 'is seen when it has the focus').to.be.at.least(0);
    expect(await page.evaluate(`getComputedStyle(document.activeElement).clipPath`)).to.equal('none');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Tab');
    await until(page, `document.activeElement.matches('a.card')`);
  });

  it('can be used with the keyboard alone, from the sign-in to a photo and back', async () => {
    const { page, troubles } = await demo.page();
    await page.goto(demo.url);
    await page.getByLabel('Username').waitFor();
    await page.keyboard.type('demo');
    await page.keyboard.press('Tab');
    await page.keyboard.type('demo-demo');
    await page.keyboard.press('Enter');
    await page.locator('a.tile img[data-loaded=true]').first().waitFor();
    await page.keyboard.press('Tab');
    await until(page, `document.activeElement.matches('.group-tick')`);
    await page.keyboard.press('Tab');
    const focused = `document.activeElement.dataset.index`;
    expect(await page.evaluate(focused)).to.equal('0');
    await page.keyboard.press('ArrowRight');
    await until(page, `${focused} === '1'`);
    await page.keyboard.press('End');
    await until(page, `Number(${focused}) > 10`);
    const last: string = await page.evaluate(focused);
    await page.keyboard.press('Enter');
    await page.locator('.photo-page .original').waitFor();
    const before = page.url();
    await page.keyboard.press('ArrowLeft');
    await until(
      page,
      `location.href !== ${JSON.stringify(before)} && document.querySelector('.photo-page .original') !== null`,
    );
    await page.keyboard.press('Escape');
    await until(page, `${focused} === '${Number(last) - 1}'`);
    expect(troubles).to.deep.equal([]);
  });

  it('selects a photo with a long press, and more with taps', async () => {
    const { page, troubles } = await demo.signedIn('/', { hasTouch: true, isMobile: true });
    const box = (await page.locator('a.tile').first().boundingBox())!;
    const touchPoints = [{ x: box.x + box.width / 2, y: box.y + box.height / 2 }];
    const devTools = await page.context().newCDPSession(page);
    await restFinger(page, devTools, touchPoints, '1 selected');
    await devTools.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
    await page.locator('a.tile').nth(1).tap();
    await page.getByRole('status').getByText('2 selected').waitFor();
    expect(new URL(page.url()).hash).to.not.include('photo');
    expect(troubles).to.deep.equal([]);
  });

  it('selects photos that are dragged over with the mouse, or with a finger after a long press', async () => {
    const { page, troubles } = await demo.signedIn('/', { hasTouch: true });
    const middle = async (nth: number): Promise<{ x: number; y: number }> => {
      const box = (await page.locator('a.tile').nth(nth).boundingBox())!;
      return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
    };
    const [first, third, fourth] = [await middle(0), await middle(2), await middle(3)];
    await page.mouse.move(first.x, first.y);
    await page.mouse.down();
    await page.mouse.move(fourth.x, fourth.y, { steps: 5 });
    await page.getByRole('status').getByText('4 selected').waitFor();
    await page.mouse.move(third.x, third.y, { steps: 3 });
    await page.getByRole('status').getByText('3 selected').waitFor();
    await page.mouse.up();
    await page.keyboard.press('Escape');
    await page.getByRole('status').getByText('3 selected').waitFor({ state: 'detached' });

    const devTools = await page.context().newCDPSession(page);
    await restFinger(page, devTools, [first], '1 selected');
    await devTools.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: [third] });
    await page.getByRole('status').getByText('3 selected').waitFor();
    await devTools.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
    expect(new URL(page.url()).hash).to.not.include('photo');
    expect(troubles).to.deep.equal([]);
  });

  it('is light or dark like the system', async () => {
    const background = `getComputedStyle(document.body).backgroundColor`;
    const light = await demo.signedIn('/', { colorScheme: 'light' });
    const dark = await demo.signedIn('/', { colorScheme: 'dark' });
    expect(brightness(await light.page.evaluate(background))).to.be.above(200);
    expect(brightness(await dark.page.evaluate(background))).to.be.below(60);
  });
});

/** `rgb(1, 2, 3)` → 2 */
function brightness(color: string): number {
  const parts = color.match(/\d+/g)!.slice(0, 3).map(Number);
  return parts.reduce((sum, part) => sum + part, 0) / 3;
}
