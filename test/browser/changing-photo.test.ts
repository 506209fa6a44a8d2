import { expect } from 'chai';
import type { Page } from 'playwright-core';
import type { Photo } from '../../core/http/wire.ts';
import { until as untilHere } from '../support/until.ts';
import { apiOf, type Ask } from './demo-api.ts';
import { type DemoBrowser, drawnAnew, toastOffersUndo, until, withDemo } from './demo-browser.ts';
import { openNth, originalShown } from './opened-photo.ts';
import { refused } from './watched-page.ts';

describe('a photo viewer that goes on to another photo', function () {
  let demo: DemoBrowser;
  let ask: Ask;
  withDemo(async (started) => {
    demo = started;
    ask = await apiOf(demo.url);
  });

  const at = (uid: string): string => `location.hash.endsWith('${encodeURIComponent(uid)}')`;
  const detailsOf = (uid: string): string => `**/api/photos/${encodeURIComponent(uid)}`;
  const photo = (uid: string): Promise<Photo> => ask('GET', `/api/photos/${encodeURIComponent(uid)}`);
  const info = (page: Page) => page.getByRole('complementary', { name: 'Information' });

  it('takes no edits in its panel until the panel tells of that photo', async () => {
    const { page, uids } = await openNth(demo, 0);
    const answers: (() => void)[] = [];
    await page.route(detailsOf(uids[1]!), async (route) => {
      await new Promise<void>((answer) => answers.push(answer));
      await route.continue();
    });
    await page.keyboard.press('i');
    const field = info(page).getByPlaceholder('Add a tag');
    await field.focus();
    await page.evaluate(`document.querySelector('.step.older').click()`);
    await until(page, at(uids[1]!));
    await untilHere(() => answers.length > 0);
    await drawnAnew(page);
    await page.keyboard.type('astray');
    await page.keyboard.press('Enter');
    expect(await info(page).getAttribute('aria-busy')).to.equal('true');
    expect(await page.locator('.toast').count()).to.equal(0);
    for (const answer of answers) answer();
    await page.locator('.photo-info[aria-busy=false]').waitFor();
    await field.fill('meant');
    await field.press('Enter');
    await toastOffersUndo(page);
    expect([(await photo(uids[0]!)).tags, (await photo(uids[1]!)).tags]).to.deep.equal([[], ['meant']]);
  });

  it('shows nothing of the photo before in its panel when that photo cannot be loaded', async () => {
    const { page, uids, expects } = await openNth(demo, 0);
    expects(refused(404));
    await page.route(detailsOf(uids[1]!), (route) =>
      route.fulfill({ status: 404, contentType: 'application/json', body: '{"detail":"no such photo"}' }),
    );
    await page.keyboard.press('i');
    await info(page).waitFor();
    await page.keyboard.press('ArrowRight');
    await page.locator('.photo-failure').waitFor();
    expect(await info(page).count()).to.equal(0);
    await page.keyboard.press('ArrowRight');
    await originalShown(page);
    await info(page).waitFor();
  });
});
