import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { signedInFlag } from '../../web/kept-names.ts';
import { until, withDemo, type DemoBrowser } from './demo-browser.ts';
import { refused } from './watched-page.ts';

describe('a page of a plugin in a browser', () => {
  let demo: DemoBrowser;

  withDemo(
    (started) => {
      demo = started;
    },
    { PLUGINS: 'test/fixtures/plugins/page-plugin' },
  );

  // By a locator, which goes on where the page is loaded anew.
  const untilItSays = (page: Page, words: string): Promise<void> => page.getByText(words, { exact: true }).waitFor();

  it('has a link in the navigation, acts for the signed-in user and has the look of the app', async () => {
    const { page, expects } = await demo.signedIn();
    expects(refused(403));
    await page.getByRole('link', { name: 'Tides' }).click();
    await untilItSays(page, 'demo, write, en, true, 403');
    expect(new URL(page.url()).pathname).to.equal('/plugins/@me/pages/');
    const colour = (theme: string): Promise<string> =>
      page.evaluate<string>(
        `(document.documentElement.dataset.theme = '${theme}', getComputedStyle(document.body).backgroundColor)`,
      );
    expect(await colour('dark')).to.equal('rgb(23, 20, 18)');
    expect(await colour('light')).to.equal('rgb(255, 255, 255)');
    // The app picks the session up again where the page left it.
    await page.goBack();
    await until(page, `document.querySelector('a.tile')`);
  });

  it('is found in the command palette', async () => {
    const { page, expects } = await demo.signedIn();
    expects(refused(403));
    await page.getByRole('link', { name: 'Tides' }).waitFor();
    await page.keyboard.press('Control+k');
    await page.keyboard.type('tid');
    await page.getByRole('option', { name: 'Tides' }).waitFor();
    await page.keyboard.press('Enter');
    await untilItSays(page, 'demo, write, en, true, 403');
  });

  it('knows nobody any more once they have signed out in another tab', async () => {
    const { page, expects } = await demo.signedIn();
    expects(refused(403));
    await page.goto(`${demo.url}/plugins/@me/pages/`);
    await untilItSays(page, 'demo, write, en, true, 403');
    const other = await page.context().newPage();
    await other.goto(`${demo.url}/plugins/-/page.css`);
    await other.evaluate(`localStorage.removeItem('${signedInFlag}')`);
    await untilItSays(page, 'Nobody, 401');
  });
});
