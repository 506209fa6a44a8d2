import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { signedInFlag } from '../../web/storage-keys.ts';
import { firstBlock, snippetsOf } from '../support/documented-snippets.ts';
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

  // A locator still works after the page was reloaded.
  const untilItSays = (page: Page, words: string): Promise<void> => page.getByText(words, { exact: true }).waitFor();

  it('has a link in the navigation, acts for the signed-in user, and has the look of the app', async () => {
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
    // The app resumes the session that the page used.
    await page.goBack();
    await until(page, `document.querySelector('a.tile')`);
  });

  it('is listed in the command palette', async () => {
    const { page, expects } = await demo.signedIn();
    expects(refused(403));
    await page.getByRole('link', { name: 'Tides' }).waitFor();
    await page.keyboard.press('Control+k');
    await page.keyboard.type('tid');
    await page.getByRole('option', { name: 'Tides' }).waitFor();
    await page.keyboard.press('Enter');
    await untilItSays(page, 'demo, write, en, true, 403');
  });

  it('is signed out when the user signs out in another tab', async () => {
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

describe('the page of docs/plugins.md in a browser', () => {
  const folder = mkdtempSync(join(tmpdir(), 'photofinch-'));
  let demo: DemoBrowser;

  before(() => {
    mkdirSync(join(folder, 'pages'));
    writeFileSync(join(folder, 'pages/index.html'), firstBlock('docs/plugins.md', 'html'));
    const snippets = snippetsOf('docs/plugins.md');
    for (const { kind, code } of snippets) {
      const [, file] = /^\/\/ (pages\/\S+\.js)$/m.exec(code) ?? [];
      if (kind === 'page' && file) writeFileSync(join(folder, file), code);
      if (kind === 'plugin' && code.includes(`name: 'sea-level'`)) writeFileSync(join(folder, 'sea-level.mjs'), code);
    }
  });
  after(() => {
    rmSync(folder, { recursive: true });
  });
  withDemo(
    (started) => {
      demo = started;
    },
    { PLUGINS: join(folder, 'sea-level.mjs') },
  );

  it('counts the photos of the signed-in user', async () => {
    const { page } = await demo.signedIn();
    const { total } = await page.evaluate<{ total: number }>(
      `import('/plugins/-/page.js').then(({ call }) => call('GET', '/api/photos?limit=1'))`,
    );
    await page.getByRole('link', { name: 'Sea level' }).click();
    await page.getByRole('heading', { name: 'Sea level' }).waitFor();
    await page.getByText(total.toLocaleString('en'), { exact: true }).waitFor();
    expect(total).to.be.greaterThan(10);
    await page.getByRole('link', { name: 'Photofinch' }).click();
    await until(page, `document.querySelector('a.tile')`);
  });

  it('keeps a hidden form hidden, wraps a long address, and has buttons no wider than their labels need', async () => {
    const { page } = await demo.signedIn();
    await page.goto(`${demo.url}/plugins/sea-level/`);
    await page.getByRole('link', { name: 'Photofinch' }).waitFor();
    const seen = await page.evaluate<{ form: number; beyond: number; button: number; main: number }>(`(() => {
      const main = document.querySelector('main');
      main.insertAdjacentHTML('afterbegin', '<form hidden><label>Name <input></label></form><p><a>' + 'x'.repeat(500) + '</a></p>');
      const width = (element) => element.getBoundingClientRect().width;
      return {
        form: document.querySelector('form').getClientRects().length,
        beyond: document.documentElement.scrollWidth - document.documentElement.clientWidth,
        button: width(document.querySelector('a.button')),
        main: width(main),
      };
    })()`);
    expect(seen).to.include({ form: 0, beyond: 0 });
    expect(seen.button).to.be.lessThan(seen.main / 2);
  });
});
