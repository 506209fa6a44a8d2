import { expect } from 'chai';
import type { Page } from 'playwright-core';
import type { Photo } from '../../core/http/wire.ts';
import { apiOf } from './demo-api.ts';
import { type DemoBrowser, until, withDemo } from './demo-browser.ts';

const admin: [string, string] = ['admin', 'admin-demo'];

describe('screen reader announcements in a browser', function () {
  let demo: DemoBrowser;
  withDemo((started) => {
    demo = started;
  });

  /** Marks the live regions that exist now; most screen readers ignore those that are added later. */
  const knowLiveParts = (page: Page): Promise<void> =>
    page.evaluate(`for (const part of document.querySelectorAll('[role=status], [aria-live]')) part.isKnown = true`);
  const isTold = (words: string): string =>
    `[...document.querySelectorAll('[role=status], [aria-live]')].some((part) =>
       part.isKnown && part.textContent.includes(${JSON.stringify(words)}))`;

  it('contain the number of selected photos, from the first one on', async () => {
    const { page } = await demo.signedIn();
    await knowLiveParts(page);
    await page.locator('a.tile').first().focus();
    await page.keyboard.press('x');
    await until(page, isTold('1 selected'));
    await page.keyboard.press('Shift+ArrowRight');
    await until(page, isTold('2 selected'));
  });

  it('contain the number of selected people, from the first one on', async () => {
    const { page } = await demo.at('people', admin);
    const pick = page.getByRole('checkbox', { name: 'Select Unnamed' }).first();
    await pick.waitFor();
    await knowLiveParts(page);
    await pick.focus();
    await page.keyboard.press('Space');
    await until(page, isTold('1 selected'));
  });

  it('contain each new message alone, without the earlier ones', async () => {
    const { page } = await demo.signedIn();
    await page.locator('a.tile').first().focus();
    for (const [key, message] of [
      ['f', 'added to your favourites'],
      ['f', 'removed from your favourites'],
    ] as const) {
      await page.keyboard.press('x');
      await page.keyboard.press(key);
      await page.locator('.toast', { hasText: message }).waitFor();
      await page.keyboard.press('Escape');
    }
    const browser = await page.context().newCDPSession(page);
    const { root } = await browser.send('DOM.getDocument');
    const { nodeId } = await browser.send('DOM.querySelector', { nodeId: root.nodeId, selector: '.toasts' });
    const { nodes } = await browser.send('Accessibility.getPartialAXTree', { nodeId, fetchRelatives: false });
    const properties = new Map(nodes[0]?.properties?.map(({ name, value }) => [name, value.value as unknown]));
    expect(properties.get('live')).to.equal('polite');
    expect(properties.get('atomic')).to.equal(false);
  });

  it('contain the caption of the photo that is shown next in the viewer', async () => {
    const { caption } = await (await apiOf(demo.url))<Photo>('GET', '/api/photos/demo-studio-friends.jpg');
    const { page } = await demo.signedIn('/#/photo/demo-studio-family.jpg');
    await page.getByRole('button', { name: 'Newer photo' }).waitFor();
    await knowLiveParts(page);
    await page.keyboard.press('ArrowLeft');
    expect(caption).to.be.a('string').that.is.not.empty;
    await until(page, isTold(caption ?? ''));
  });
});
