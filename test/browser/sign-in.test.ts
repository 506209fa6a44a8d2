import { expect } from 'chai';
import { renewalKeyName } from '../../web/storage-keys.ts';
import { type DemoBrowser, signIn, withDemo } from './demo-browser.ts';
import { refused } from './watched-page.ts';

describe('signing in with a browser', function () {
  let demo: DemoBrowser;

  /** The statuses of the responses if a text is tried as each kind of token. */
  async function statusesOf(text: string): Promise<number[]> {
    const renew = (body: object): RequestInit => ({
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    const answers = await Promise.all([
      fetch(`${demo.url}/api/auth/refresh`, renew({ renewal_key: text })),
      fetch(`${demo.url}/api/auth/refresh`, renew({ refresh_token: text, renewal_key: text })),
      fetch(`${demo.url}/api/auth/me`, { headers: { authorization: `Bearer ${text}` } }),
    ]);
    return answers.map(({ status }) => status);
  }

  withDemo((started) => {
    demo = started;
  });

  it('offers the demo accounts, and shows the timeline after one click', async () => {
    const { page, troubles } = await demo.page();
    await page.goto(demo.url);
    await page.getByRole('button', { name: /demo-demo/ }).click();
    await page.locator('a.tile img[data-loaded=true]').first().waitFor();
    expect(troubles).to.deep.equal([]);
  });

  it('shows that a password is wrong, and allows another attempt', async () => {
    const { page, troubles, expects } = await demo.page();
    expects(refused(401, '/api/auth/login'));
    await page.goto(demo.url);
    await signIn(page, 'demo', 'not the password');
    const alert = page.getByRole('alert').filter({ hasText: /\w/ });
    await alert.waitFor();
    expect((await alert.textContent())?.toLowerCase()).to.include('password');
    await signIn(page);
    await page.locator('a.tile').first().waitFor();
    expect(troubles).to.deep.equal([]);
  });

  it('shows in German how long to wait after too many wrong passwords', async () => {
    const { page, expects } = await demo.page({ locale: 'de-DE' });
    expects(refused(429, '/api/auth/login'));
    // Real failures would lock out tests that run in parallel.
    await page.route('**/api/auth/login', (route) =>
      route.fulfill({
        status: 429,
        headers: { 'retry-after': '541', 'x-error-kind': 'too_many_attempts' },
        json: { detail: 'Too many failed attempts.' },
      }),
    );
    await page.goto(demo.url);
    await page.getByLabel('Benutzername').fill('demo');
    await page.getByLabel('Passwort').fill('wrong password');
    await page.getByRole('button', { name: 'Anmelden', exact: true }).click();
    await page.getByText('Zu viele Fehlversuche. Versuch es in 10 Minuten noch einmal.').waitFor();
  });

  it('keeps the session after a reload, with no usable token where scripts could read it', async () => {
    const { page, troubles } = await demo.signedIn();
    const stored: string = await page.evaluate(`JSON.stringify([{ ...localStorage }, { ...sessionStorage }])`);
    const key: string = await page.evaluate(`localStorage.getItem('${renewalKeyName}')`);
    expect(stored.replace(key, '')).to.not.match(/[0-9a-f]{32}/);
    expect(await statusesOf(key), 'the key without the cookie').to.deep.equal([401, 401, 401]);
    expect(await page.evaluate('document.cookie')).to.equal('');
    await page.reload();
    await page.locator('a.tile img[data-loaded=true]').first().waitFor();
    expect(troubles).to.deep.equal([]);
  });

  it('keeps the session when several tabs start at the same moment', async () => {
    const { page } = await demo.signedIn();
    const tabs = await Promise.all([1, 2, 3, 4].map(() => page.context().newPage()));
    await Promise.all(tabs.map((tab) => tab.goto(demo.url)));
    await Promise.all(tabs.map((tab) => tab.locator('a.tile').first().waitFor()));
    await page.reload();
    await page.locator('a.tile').first().waitFor();
  });

  it('is undone in all tabs by signing out in one, even after a reload', async () => {
    const { page, troubles } = await demo.signedIn();
    const other = await page.context().newPage();
    await other.goto(demo.url);
    await other.locator('a.tile').first().waitFor();
    await page.getByRole('link', { name: 'Settings' }).click();
    await page.getByRole('link', { name: 'Account' }).click();
    // A page that is reloaded before the server has answered would send the request again.
    const told = page.waitForResponse(/\/api\/auth\/logout$/);
    await page.getByRole('button', { name: 'Sign out' }).click();
    expect((await told).ok()).to.equal(true);
    await page.getByLabel('Password').waitFor();
    await other.getByLabel('Password').waitFor();
    expect(await page.locator('.tile').count()).to.equal(0);
    await page.reload();
    await page.getByLabel('Password').waitFor();
    expect(troubles).to.deep.equal([]);
  });

  it('leads to the photo whose link was opened', async () => {
    const { page } = await demo.signedIn();
    const link = await page.locator('a.tile').nth(3).getAttribute('href');
    const { page: another } = await demo.signedIn(`/${link ?? ''}`);
    await another.locator('.original').waitFor();
    expect(new URL(another.url()).hash).to.equal(link);
  });
});
