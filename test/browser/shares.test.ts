import { stat } from 'node:fs/promises';
import { expect } from 'chai';
import type { BrowserContextOptions, Page } from 'playwright-core';
import type { NewShare, PhotoList, Sharing } from '../../core/http/wire.ts';
import { apiOf } from './demo-api.ts';
import { type DemoBrowser, until, withDemo } from './demo-browser.ts';
import { axeFaults, interactiveFaults, overflow } from './page-checks.ts';
import { refused } from './watched-page.ts';

const phone: BrowserContextOptions = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
const password = 'guests of ours';

describe('sharing by links', function () {
  let demo: DemoBrowser;
  withDemo((started) => {
    demo = started;
  });

  const admin = () => apiOf(demo.url, ['admin', 'admin-demo']);
  const allow = async (enabled: boolean): Promise<void> => {
    await (
      await admin()
    )<Sharing>('PUT', '/api/admin/sharing', { enabled });
  };
  /** A link to the newest photos. */
  const share = async (count: number, more: object = {}): Promise<NewShare> => {
    await allow(true);
    const ask = await admin();
    const { photos } = await ask<PhotoList>('GET', `/api/photos?limit=${count}`);
    const body = { photos: photos.map(({ uid }) => uid), expires_at: null, ...more };
    return ask<NewShare>('POST', '/api/shares', body);
  };
  const expectSound = async (page: Page): Promise<void> => {
    const isTouched = await page.evaluate<boolean>(`matchMedia('(hover: none)').matches`);
    expect(await axeFaults(page)).to.deep.equal([]);
    expect(await page.evaluate(overflow)).to.deep.equal([]);
    if (isTouched) expect(await page.evaluate(interactiveFaults)).to.deep.equal([]);
  };
  const tiles = (page: Page) => page.locator('.shared-tile');

  it('is turned on and off by admins only, and its question can be closed with a button', async () => {
    await allow(false);
    const { page } = await demo.signedIn('/#/albums/demo-album-studio', {}, ['admin', 'admin-demo']);
    await page.getByRole('button', { name: 'Share' }).click();
    await page.getByText('Sharing by links is turned off').waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Share' }).click();
    await page.getByRole('button', { name: 'Turn on' }).click();
    await page.getByLabel('Title').waitFor();
    await page.keyboard.press('Escape');
    await page.goto(`${demo.url}/#/settings/shares`);
    const box = page.getByLabel('Allow sharing by links');
    await box.waitFor();
    expect(await box.isChecked()).to.equal(true);
    // The page shows it as off only once the server has answered.
    await box.click();
    await until(page, `!document.querySelector('main input[type=checkbox]').checked`);
    const { page: other } = await demo.signedIn('/#/albums/demo-album-studio');
    await other.getByRole('button', { name: 'Share' }).click();
    await other.getByText('An administrator can turn it on').waitFor();
    expect(await other.getByRole('button', { name: 'Turn on' }).count()).to.equal(0);
    await other.getByRole('button', { name: 'Close' }).click();
    await other.getByRole('dialog').waitFor({ state: 'detached' });
  });

  it('creates a link to an album, which a guest can open until it is revoked', async () => {
    await allow(true);
    const { page } = await demo.signedIn('/#/albums/demo-album-studio');
    await page.getByRole('button', { name: 'Share' }).click();
    expect(await page.getByLabel('Title').inputValue()).to.equal(await page.locator('.list-title h1').innerText());
    await page.getByLabel('Title').fill('For Grandma');
    await page.getByLabel('Ends').selectOption({ label: 'in a week' });
    await expectSound(page);
    await page.getByRole('button', { name: 'Create link' }).click();
    const link = await page.getByLabel('Link', { exact: true }).inputValue();
    expect(link).to.match(new RegExp(`^${demo.url}/s/[\\w-]{43}$`));
    await page.getByRole('button', { name: 'Close' }).click();

    const guest = await demo.page();
    const asked: string[] = [];
    guest.page.on('request', (request) => asked.push(new URL(request.url()).pathname));
    await guest.page.goto(link);
    await guest.page.getByRole('heading', { name: 'For Grandma' }).waitFor();
    expect(await guest.page.title()).to.equal('For Grandma');
    await tiles(guest.page).first().waitFor();
    expect(await tiles(guest.page).first().getAttribute('aria-label')).to.equal('Photo 1 of 11');
    expect(asked.filter((path) => !/^\/(s|assets|api\/shared)\//.test(path))).to.deep.equal([]);
    expect(await guest.page.evaluate('document.body.innerText')).not.to.match(/studio|demo/i);

    await page.goto(`${demo.url}/#/settings/shares`);
    await page.getByText('1 visit').first().waitFor();
    await expectSound(page);
    await page.getByRole('button', { name: 'Revoke the link “For Grandma”' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
    await page.locator('.toast').getByText('Link revoked').waitFor();
    guest.expects(refused(404, '/api/shared/'));
    await guest.page.reload();
    await guest.page.getByRole('heading', { name: 'This link doesn’t work' }).waitFor();
    await expectSound(guest.page);
  });

  it('creates a link to selected photos, which can be changed later', async () => {
    await allow(true);
    const { page, expects } = await demo.signedIn('/#/albums/demo-album-studio');
    expects(refused(400, '/api/shares'));
    await page.keyboard.press('Control+a');
    await page.locator('.selection-bar').getByRole('button', { name: 'Share' }).click();
    await page.getByRole('heading', { name: 'Share 11 photos' }).waitFor();
    await page.getByLabel('Ask for a password').check();
    await page.getByRole('textbox', { name: 'Password' }).fill('password');
    await page.getByRole('button', { name: 'Create link' }).click();
    await page.getByRole('alert').getByText('Many people use this password').waitFor();
    await page.getByRole('textbox', { name: 'Password' }).fill(password);
    await page.getByRole('button', { name: 'Create link' }).click();
    await page.getByLabel('Link', { exact: true }).waitFor();
    await page.keyboard.press('Escape');
    await page.goto(`${demo.url}/#/settings/shares`);
    await page.getByRole('button', { name: 'Change the link “11 photos”' }).first().click();
    await page.getByLabel('Title').fill('Studio day');
    await page.getByLabel('Allow downloads').check();
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Studio day').waitFor();
    await page.getByText('password', { exact: false }).first().waitFor();
  });

  for (const [where, options] of [
    ['a desktop', { viewport: { width: 1440, height: 900 } }],
    ['a dark phone', { ...phone, colorScheme: 'dark' }],
    ['the narrowest phone', { ...phone, viewport: { width: 320, height: 568 } }],
  ] as const) {
    it(`shows photos on ${where}, one by one, with keys`, async () => {
      const { url } = await share(20);
      const { page } = await demo.page(options);
      await page.goto(demo.url + url);
      await page.locator('.shared-tile img[data-loaded=true]').first().waitFor();
      await expectSound(page);
      await page.keyboard.press('Tab');
      await page.keyboard.press('Enter');
      const viewer = page.getByRole('dialog', { name: 'Photo 1 of 20' });
      await viewer.waitFor();
      await page.locator('img[data-state=shown]').waitFor();
      await expectSound(page);
      await page.keyboard.press('ArrowRight');
      await page.getByRole('dialog', { name: 'Photo 2 of 20' }).waitFor();
      expect(new URL(page.url()).hash).to.equal('#2');
      await page.keyboard.press('+');
      await page.locator('.shared-stage[data-zoomed=true]').waitFor();
      await page.keyboard.press('0');
      await page.locator('.shared-stage[data-zoomed=false]').waitFor();
      await page.keyboard.press('Escape');
      await page.getByRole('dialog').waitFor({ state: 'detached' });
      expect(await page.evaluate(`document.activeElement.getAttribute('aria-label')`)).to.equal('Photo 2 of 20');
    });
  }

  it('opens the photo that the address names, even far down the list', async () => {
    const { url } = await share(20);
    const { page } = await demo.page({ viewport: { width: 320, height: 100 } });
    // As with a list so long that it is loaded in many parts.
    await page.route('**/photos?limit=*', (route, request) =>
      route.continue({ url: request.url().replace(/limit=\d+/, 'limit=3') }),
    );
    await page.goto(`${demo.url}${url}#20`);
    await page.getByRole('dialog', { name: 'Photo 20 of 20' }).waitFor();
  });

  it('supports swiping on a phone, and closes the photo on Back', async () => {
    const { url } = await share(5);
    const { page } = await demo.page(phone);
    await page.goto(demo.url + url);
    await tiles(page).nth(1).tap();
    await page.getByRole('dialog', { name: 'Photo 2 of 5' }).waitFor();
    const swipe = async (from: number, to: number): Promise<void> => {
      const client = await page.context().newCDPSession(page);
      const touch = (type: string, x?: number) =>
        client.send('Input.dispatchTouchEvent', {
          type: type as 'touchStart',
          touchPoints: x === undefined ? [] : [{ x, y: 420 }],
        });
      await touch('touchStart', from);
      for (let step = 1; step <= 6; step++) await touch('touchMove', from + ((to - from) * step) / 6);
      await touch('touchEnd');
    };
    await swipe(340, 40);
    await page.getByRole('dialog', { name: 'Photo 3 of 5' }).waitFor();
    await swipe(40, 340);
    await page.getByRole('dialog', { name: 'Photo 2 of 5' }).waitFor();
    await page.goBack();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await tiles(page).first().waitFor();
  });

  it('asks for the password, and reveals nothing before', async () => {
    const { url } = await share(3, { name: 'Secret party', password });
    const { page, expects } = await demo.page(phone);
    expects(refused(403, '/api/shared/'));
    await page.goto(demo.url + url);
    const field = page.getByLabel('Password');
    await field.waitFor();
    expect(await page.evaluate('document.documentElement.innerHTML')).not.to.contain('Secret party');
    await expectSound(page);
    await field.fill('not this one');
    await field.press('Enter');
    await page.getByRole('alert').getByText('This password is wrong.').waitFor();
    await field.fill(password);
    await field.press('Enter');
    await page.getByRole('heading', { name: 'Secret party' }).waitFor();
    await page.reload();
    await tiles(page).first().waitFor();
  });

  it('offers downloads only where they are allowed', async () => {
    const closed = await share(2);
    const open = await share(2, { download: true, details: true });
    const { page } = await demo.page();
    await page.goto(`${demo.url}${closed.url}#1`);
    await page.getByRole('dialog').waitFor();
    expect(await page.getByRole('link', { name: 'Download' }).count()).to.equal(0);
    await page.goto(`${demo.url}${open.url}#1`);
    const label = await page.getByRole('dialog').getAttribute('aria-label');
    expect(label).to.match(/^Photo 1 of 2, \w+ \d+, \d{4}, /);
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Download', exact: true }).click(),
    ]);
    expect(download.suggestedFilename()).to.match(/^photo-[\w-]{6}\.jpe?g$/);
    await page.keyboard.press('Escape');
    const [archive] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Download all' }).click(),
    ]);
    expect(archive.suggestedFilename()).to.equal('Photos.zip');
    expect((await stat(await archive.path())).size).to.be.greaterThan(10_000);
  });

  it('names countries in the language of the guest', async () => {
    const { url } = await share(1, { details: true });
    const { page } = await demo.page({ locale: 'de-DE' });
    await page.goto(demo.url + url);
    expect(await tiles(page).first().getAttribute('aria-label')).to.match(/^Foto 1 von 1, .*, Hamburg, Deutschland$/);
  });

  it('uses the language of the browser, or English', async () => {
    const { url } = await share(2);
    for (const [locale, says, gone] of [
      ['de-AT', 'Geteilte Fotos', 'Dieser Link funktioniert nicht'],
      ['fr-CA', 'Photos partagées', 'Ce lien ne fonctionne pas'],
      ['pt-BR', 'Shared photos', 'This link doesn’t work'],
    ] as const) {
      const { page, expects } = await demo.page({ locale });
      expects(refused(404, '/api/shared/'));
      await page.goto(demo.url + url);
      await page.getByRole('heading', { name: says }).waitFor();
      expect(await page.evaluate('document.documentElement.lang')).to.equal(
        locale.startsWith('pt') ? 'en' : locale.slice(0, 2),
      );
      await page.goto(`${demo.url}/s/nothing`);
      await page.getByRole('heading', { name: gone }).waitFor();
    }
  });

  it('shows that the photos cannot be loaded, and can be retried', async () => {
    const { url } = await share(2);
    const { page, expects } = await demo.page();
    expects(refused(503, '/api/shared/'));
    await page.route('**/api/shared/**', (route) => route.fulfill({ status: 503, json: { detail: 'Away.' } }));
    await page.goto(demo.url + url);
    await page.getByRole('heading', { name: 'Couldn’t load the photos' }).waitFor();
    await page.unroute('**/api/shared/**');
    await page.getByRole('button', { name: 'Try again' }).click();
    await tiles(page).first().waitFor();
  });

  it('shows that later photos cannot be loaded, and loads them on retry or when the browser is online again', async () => {
    const { url } = await share(12);
    const { page, expects } = await demo.page({ viewport: { width: 320, height: 400 } });
    expects(refused(503, '/api/shared/'));
    // As with a list so long that it is loaded in many parts, and a server that fails after some of them.
    let end = 4;
    await page.route('**/photos?limit=*', (route, request) =>
      Number(new URL(request.url()).searchParams.get('offset')) < end
        ? route.continue({ url: request.url().replace(/limit=\d+/, 'limit=4') })
        : route.fulfill({ status: 503, json: { detail: 'Away.' } }),
    );
    await page.goto(demo.url + url);
    const message = page.getByText('Couldn’t load the photos');
    await message.waitFor();
    expect(await tiles(page).count()).to.equal(4);
    await expectSound(page);
    end = 8;
    await page.getByRole('button', { name: 'Try again' }).click();
    await until(page, `document.querySelectorAll('.shared-tile').length === 8`);
    await message.waitFor();
    end = 12;
    await page.evaluate(`dispatchEvent(new Event('online'))`);
    await until(page, `document.querySelectorAll('.shared-tile').length === 12`);
    await message.waitFor({ state: 'detached' });
  });
});
