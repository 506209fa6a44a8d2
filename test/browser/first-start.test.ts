import { expect } from 'chai';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import type { Status } from '../../core/http/wire.ts';
import { endProcess } from '../support/child-process.ts';
import { OpenHouse } from '../support/open-process.ts';
import { until } from '../support/until.ts';
import { buildWebPage, closeChromium, needsChromium, openChromium } from './demo-browser.ts';
import { axeFaults, interactiveFaults, overflow } from './page-checks.ts';
import { refused, watchedPage } from './watched-page.ts';

const phone: BrowserContextOptions = { viewport: { width: 360, height: 740 }, isMobile: true, hasTouch: true };

/** A photo folder that is opened for the first time, for the tests of one block. */
function firstStart() {
  const house = new OpenHouse();
  const there = { house } as { house: OpenHouse; browser: Browser; open: Awaited<ReturnType<OpenHouse['open']>> };
  before(async function () {
    needsChromium(this);
    await buildWebPage();
    await house.fill(4);
    [there.browser, there.open] = await Promise.all([openChromium(), house.open([house.photos, '--port', '0'])]);
  });
  after(async () => {
    await endProcess(there.open.child, 'SIGTERM');
    await closeChromium();
    house.remove();
  });
  return there;
}

describe('the first start in a browser', () => {
  const there = firstStart();

  const visit = (options: BrowserContextOptions = {}) => watchedPage(there.browser, there.open.url, options);
  const link = (): string => `${there.open.url}/#link=${there.open.code}`;
  const welcome = (page: Page) => page.getByRole('heading', { level: 2 });

  for (const [look, options] of Object.entries({ desktop: {}, phone })) {
    for (const locale of ['en-GB', 'de-DE']) {
      it(`asks for the account on a ${look} in the browser’s language, ${locale}, without accessibility or layout faults`, async () => {
        const { page } = await visit({ ...options, locale });
        await page.goto(link());
        await welcome(page).waitFor();
        expect(await welcome(page).textContent()).to.equal(locale === 'en-GB' ? 'Welcome' : 'Willkommen');
        expect(await page.evaluate('document.activeElement.name')).to.equal('name');
        expect(await axeFaults(page)).to.deep.equal([]);
        expect(await page.evaluate(overflow)).to.deep.equal([]);
        if (look === 'phone') expect(await page.evaluate(interactiveFaults)).to.deep.equal([]);
      });
    }
  }

  it('removes the code from the address, and keeps it through a reload in another language', async () => {
    const { page } = await visit();
    await page.goto(link());
    await welcome(page).waitFor();
    expect(new URL(page.url()).hash).to.equal('');
    await page.getByRole('radio', { name: 'Deutsch' }).click();
    await page.getByRole('heading', { name: 'Willkommen' }).waitFor();
    expect(await page.locator('[name=setup-code]').count()).to.equal(0);
  });

  it('asks for the code from the terminal if opened without the link, and says when the code is wrong', async () => {
    const { page, expects } = await visit();
    expects(refused(401, '/api/setup'));
    await page.goto(there.open.url);
    await page.locator('[name=setup-code]:focus').waitFor();
    await page.locator('[name=setup-code]').fill('a guess');
    await fillIn(page);
    await page.locator('[type=submit]').click();
    const alert = page.getByRole('alert').filter({ hasText: /\w/ });
    expect(await alert.textContent()).to.match(/^This link or code doesn’t work/);
  });

  it('shows on a phone why no account is created, and moves the focus to the password', async () => {
    const { page, expects } = await visit({ ...phone, viewport: { width: 390, height: 844 } });
    expects(refused(400, '/api/setup'));
    await page.goto(link());
    await page.getByLabel('Your name').fill('Anna');
    await page.locator('[name=password]').fill('1234');
    await page.locator('form [type=submit]').click();
    const failure = page.locator('.failure');
    await failure.getByText('Use at least 8 characters').waitFor();
    const { y, height } = (await failure.boundingBox())!;
    expect(y + height).to.be.at.most(844);
    expect(await page.evaluate('document.activeElement.name')).to.equal('password');
  });

  it('reads no photos before there is an account, and says so', async () => {
    const { page } = await visit();
    await page.goto(link());
    await page.getByText('Your photos are read once the account is there.').waitFor();
    const { photos, indexing } = (await (await fetch(`${there.open.url}/api/status`)).json()) as Status;
    expect([photos, indexing.running]).to.deep.equal([0, false]);
  });

  it('creates the account, adopts the browser’s time zone, and leads to the photos', async () => {
    const { page } = await visit({ timezoneId: 'Asia/Tokyo' });
    await page.goto(link());
    await welcome(page).waitFor();
    expect(await page.locator('[name=time-zone]').inputValue()).to.equal('Asia/Tokyo');
    await fillIn(page);
    expect(await page.locator('[name=username]').inputValue()).to.equal('anna.muller');
    await page.locator('[type=submit]').click();
    await page.locator('a.tile img[data-loaded=true]').first().waitFor();
    await until(async () => ((await (await fetch(`${there.open.url}/api/status`)).json()) as Status).photos === 4);
    await page.reload();
    await page.locator('a.tile').first().waitFor();
  });

  it('says that a link has been used already, and offers to sign in', async () => {
    const { page, expects } = await visit();
    expects(refused(401, '/api/auth/link'));
    await page.goto(link());
    await page.getByText(/^This link or code doesn’t work/).waitFor();
    await page.locator('[name=username]').fill('anna.muller');
    await page.locator('[name=password]').fill('a-password-of-theirs');
    await page.locator('[type=submit]').click();
    await page.locator('a.tile').first().waitFor();
  });

  it('signs the owner in with the link of the next start', async () => {
    await endProcess(there.open.child, 'SIGTERM');
    there.open = await there.house.open([there.house.photos, '--port', '0']);
    const { page } = await visit();
    await page.goto(link());
    await page.locator('a.tile').first().waitFor();
    expect(new URL(page.url()).hash).to.equal('');
  });
});

describe('the first start of a library that is to be encrypted', () => {
  const there = firstStart();

  it('creates the account, shows the recovery key once, and leads to the photos of the encrypted library', async () => {
    const { page, expects } = await watchedPage(there.browser, there.open.url, phone);
    // Errors while the library is locked, and while the unlocked server replaces the locked one.
    expects(refused(503));
    expects(/net::ERR_/);
    await page.goto(`${there.open.url}/#link=${there.open.code}`);
    await page.getByRole('heading', { name: 'Welcome' }).waitFor();
    await fillIn(page);
    await page.getByLabel('Encrypt this library').check();
    await page.locator('[name=new-passphrase]').fill('seven geese over the pond');
    await page.locator('[name=repeated-passphrase]').fill('seven geese over the pond');
    expect(await axeFaults(page)).to.deep.equal([]);
    expect(await page.evaluate(interactiveFaults)).to.deep.equal([]);
    await page.getByRole('button', { name: 'Create account' }).click();
    await page.getByRole('heading', { name: 'Your recovery key' }).waitFor();
    expect(await page.locator('.recovery-key code').textContent()).to.match(/^([0-9A-Z]{4}-){8}[0-9A-Z]{4}$/);
    expect(await axeFaults(page)).to.deep.equal([]);
    expect(await page.evaluate(overflow)).to.deep.equal([]);
    await page.getByLabel('I have written it down').check();
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.locator('a.tile img[data-loaded=true]').first().waitFor();
    await page.goto(`${there.open.url}/#/admin/encryption`);
    await page.getByText('This library is encrypted:').waitFor();
  });
});

async function fillIn(page: Page): Promise<void> {
  await page.locator('[name=name]').fill('Änna Müller');
  await page.locator('[name=password]').fill('a-password-of-theirs');
}
