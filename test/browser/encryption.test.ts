import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { openIndex } from '../support/index-file.ts';
import { type DemoBrowser, until, withDemo } from './demo-browser.ts';
import { axeFaults, interactiveFaults, overflow, standsStill } from './page-checks.ts';
import { refused, type WatchedPage } from './watched-page.ts';

const admin: [string, string] = ['admin', 'admin-demo'];
const passphrase = 'seven geese over the pond';
/** The errors of a connection that the server closes. */
const cutOff = /net::ERR_(CONNECTION_RESET|EMPTY_RESPONSE|SOCKET_NOT_CONNECTED)/;
const narrow: BrowserContextOptions = { viewport: { width: 320, height: 640 }, isMobile: true, hasTouch: true };
const looks: Record<string, BrowserContextOptions> = {
  'in the light theme': { colorScheme: 'light' },
  'in the dark theme': { colorScheme: 'dark' },
  'on a narrow phone, in German': { ...narrow, locale: 'de-DE' },
  'on a narrow phone, in French': { ...narrow, locale: 'fr-FR', colorScheme: 'dark' },
};

describe('an encrypted library in a browser', function () {
  let demo: DemoBrowser;
  let recoveryKey = '';
  withDemo((started) => {
    demo = started;
  });

  const press = (page: Page, name: string | RegExp): Promise<void> => page.getByRole('button', { name }).click();
  /** Opens the page about encryption. Once the library is locked, requests that are under way are refused. */
  const section = async (options: BrowserContextOptions = {}): Promise<WatchedPage> => {
    const watched = await demo.signedIn('/', options, admin);
    watched.expects(refused(503));
    watched.expects(cutOff);
    await watched.page.goto(`${demo.url}/#/admin/encryption`);
    await watched.page.locator('.panel form, .panel .rows').first().waitFor();
    return watched;
  };
  const isLocked = (page: Page): Promise<void> => page.locator('.unlock form').waitFor();
  const isOpen = (page: Page): Promise<void> => page.locator('a.tile img[data-loaded=true]').first().waitFor();
  const faults = async (page: Page): Promise<string[]> => [
    ...(await axeFaults(page)),
    ...(await page.evaluate<string[]>(overflow)),
    ...(page.viewportSize()?.width === 320 ? await page.evaluate<string[]>(interactiveFaults) : []),
  ];
  const lockNow = async (page: Page): Promise<void> => {
    await press(page, 'Lock now');
    await page.getByRole('dialog').getByRole('button', { name: 'Lock now' }).click();
  };
  const makeKey = async (page: Page): Promise<string> => {
    const code = page.locator('.recovery-key code');
    await code.waitFor();
    return (await code.textContent()) ?? '';
  };

  it('is not encrypted if the two passphrases differ or the password is wrong', async () => {
    const { page, expects } = await section();
    expects(refused(403, '/api/admin/encryption'));
    await page.getByLabel('Passphrase', { exact: true }).fill(passphrase);
    await page.getByLabel('Repeat passphrase').fill('six geese over the pond');
    await page.getByLabel('Your password').fill('a guess');
    await press(page, 'Encrypt this library');
    await page.getByText('The two passphrases don’t match.').waitFor();
    await page.getByLabel('Repeat passphrase').fill(passphrase);
    await press(page, 'Encrypt this library');
    await page.getByText('The current password is wrong.').waitFor();
    expect(await faults(page)).to.deep.equal([]);
  });

  it('shows the recovery key until it is confirmed as written down, and is encrypted and open afterwards', async () => {
    const { page } = await section();
    await page.getByLabel('Passphrase', { exact: true }).fill(passphrase);
    await page.getByLabel('Repeat passphrase').fill(passphrase);
    await page.getByLabel('Your password').fill(admin[1]);
    await press(page, 'Encrypt this library');
    recoveryKey = await makeKey(page);
    expect(recoveryKey).to.match(/^([0-9A-Z]{4}-){8}[0-9A-Z]{4}$/);
    expect(await page.getByRole('button', { name: 'Continue' }).isDisabled()).to.equal(true);
    expect(await faults(page)).to.deep.equal([]);
    await page.keyboard.press('Escape');
    await page.getByLabel('I have written it down').check();
    await press(page, 'Continue');
    await page.getByText('This library is encrypted:').waitFor();
    await page.goto(`${demo.url}/#/search?q=amara`);
    await isOpen(page);
  });

  it('locks at once in all tabs, forgets recent searches, and can be unlocked with the keyboard alone', async () => {
    const { page, expects } = await section();
    const other = await page.context().newPage();
    await other.goto(`${demo.url}/#/search?q=amara`);
    await isOpen(other);
    await page.evaluate(`localStorage.setItem('photofinch.recent-searches.1', '["amara"]')`);
    await lockNow(page);
    await Promise.all([isLocked(page), isLocked(other)]);
    expect(await page.evaluate(`Object.keys(localStorage).filter((name) => name.includes('recent'))`)).to.deep.equal(
      [],
    );

    expects(refused(401, '/api/unlock'));
    await page.keyboard.type('eight geese');
    await page.keyboard.press('Enter');
    await page.getByText('This passphrase is wrong.').waitFor();
    await page.keyboard.type(passphrase);
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    expect(await page.locator('[name=passphrase]').inputValue()).to.equal(passphrase);
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.getByText('This library is encrypted:').waitFor();
    // The other tab is where it was, without another sign-in.
    await isOpen(other);
  });

  it('allows changes of its keys: adding and removing a passphrase, and renewing the recovery key', async () => {
    const { page } = await section();
    await press(page, 'Add a passphrase');
    await page.getByLabel('Name').fill('Nora');
    await page.getByLabel('Passphrase', { exact: true }).fill('a phrase of her own');
    await page.getByLabel('Repeat passphrase').fill('a phrase of her own');
    await page.getByLabel('Your password').fill(admin[1]);
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    await press(page, 'Remove Nora');
    expect(await faults(page)).to.deep.equal([]);
    await page.getByLabel('Your password').fill(admin[1]);
    await page.locator('form').getByRole('button', { name: 'Remove Nora' }).click();
    await page.getByText('The key is removed').waitFor();

    await press(page, 'New recovery key');
    await page.getByLabel('Your password').fill(admin[1]);
    await press(page, 'Make a new one');
    const fresh = await makeKey(page);
    expect(fresh).to.not.equal(recoveryKey);
    recoveryKey = fresh;
    await page.getByLabel('I have written it down').check();
    await press(page, 'Continue');
    await page.getByText('This library is encrypted:').waitFor();
    expect(await page.locator('.rows > li').count()).to.equal(2);
  });

  it('is unlocked by the recovery key in lower case with spaces, after a wrong key', async () => {
    const { page, expects } = await section();
    expects(refused(401, '/api/unlock'));
    await lockNow(page);
    await isLocked(page);
    await press(page, 'Use the recovery key instead');
    await page.getByLabel('Recovery key').fill('0000-0000');
    await press(page, 'Unlock');
    await page.getByText('This recovery key is wrong.').waitFor();
    await page.getByLabel('Recovery key').fill(` ${recoveryKey.toLowerCase().replaceAll('-', ' ')} `);
    await press(page, 'Unlock');
    await page.getByText('This library is encrypted:').waitFor();
  });

  for (const [look, options] of Object.entries(looks)) {
    it(`lists unencrypted files next to it, ${look}`, async () => {
      const file = join(demo.dataDir, 'index-replaced-20260101T000000.000Z.sqlite3');
      openIndex(file).close();
      const { page } = await section(options);
      await page.getByText(file).waitFor();
      expect(await faults(page)).to.deep.equal([]);
      rmSync(file);
    });
  }

  describe('that is locked', () => {
    before(async () => {
      const { page } = await section();
      await lockNow(page);
      await isLocked(page);
    });

    for (const [look, options] of Object.entries(looks)) {
      it(`has no accessibility or layout faults ${look}`, async () => {
        const { page } = await demo.page(options);
        await page.goto(`${demo.url}/#/people`);
        await isLocked(page);
        await page.locator('summary').click();
        expect(await faults(page)).to.deep.equal([]);
        await page.locator('.unlock .quiet').click();
        await standsStill(page);
        expect(await faults(page)).to.deep.equal([]);
        await until(page, `document.activeElement.name === 'recovery-key'`);
      });
    }

    it('asks for the passphrase in place of a shared album as well', async () => {
      const { page, expects } = await demo.page();
      expects(refused(503, '/s/'));
      await page.goto(`${demo.url}/s/any-link`);
      await isLocked(page);
      await page.getByText('Not your server? Ask the person who runs it.').waitFor();
    });

    it('shows how long to wait after too many wrong passphrases', async () => {
      const { page, expects } = await demo.page();
      expects(refused(401, '/api/unlock'));
      expects(refused(429, '/api/unlock'));
      await page.goto(demo.url);
      await isLocked(page);
      const failure = page.locator('.failure');
      for (let i = 0; i < 12; i++) {
        await page.locator('[name=passphrase]').fill(`guess ${i}`);
        const answered = page.waitForResponse(/\/api\/unlock$/);
        await page.keyboard.press('Enter');
        await answered;
        await until(page, `document.querySelector('.failure').textContent !== ''`);
      }
      expect(await failure.textContent()).to.match(
        /^Too many failed attempts\. Try again in (a minute|\d+ minutes)\.$/,
      );
    });
  });
});
