import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { type DemoBrowser, signIn, until, withDemo } from './demo-browser.ts';
import { refused } from './watched-page.ts';

/** What the browser notes of requests to a server that is not there. */
const unanswered = /Failed to load resource: net::ERR_/;

describe('signing out', function () {
  let demo: DemoBrowser;
  withDemo((started) => {
    demo = started;
  });

  const refreshToken = async (page: Page): Promise<string> => {
    const cookies = await page.context().cookies();
    return cookies.find(({ name }) => name === 'pf_refresh')?.value ?? '';
  };
  /** Of the session that had this token. */
  const goesOn = async (token: string): Promise<boolean> => {
    const headers = { 'content-type': 'application/json' };
    const body = JSON.stringify({ refresh_token: token });
    return (await fetch(`${demo.url}/api/auth/refresh`, { method: 'POST', headers, body })).status === 200;
  };
  const signOut = async (page: Page): Promise<void> => {
    await page.keyboard.press('Control+k');
    await page.getByRole('option', { name: 'Sign out' }).click();
    await page.getByLabel('Password').waitFor();
  };
  const untold = (page: Page) => page.getByText('the server doesn’t know yet');
  const kept = (page: Page): Promise<string[]> => page.evaluate('Object.keys(localStorage).sort()');

  it('leaves no cookie, and nothing of what was searched for, in the browser', async () => {
    const { page } = await demo.signedIn();
    const token = await refreshToken(page);
    const search = page.locator('[type=search]').first();
    await search.fill('Lisbon');
    await search.press('Enter');
    await until(page, `Object.keys(localStorage).some((name) => name.startsWith('photofinch.recent-searches'))`);
    await signOut(page);
    await until(page, `localStorage.getItem('photofinch.leaving') === null`);
    expect(await page.context().cookies()).to.deep.equal([]);
    expect(await kept(page)).to.deep.equal(['photofinch.renewal-key']);
    expect(await goesOn(token)).to.equal(false);
    expect(await untold(page).count()).to.equal(0);
  });

  it('lets the next session begin with the page loaded again', async () => {
    const { page } = await demo.signedIn();
    await page.evaluate('window.isOfTheOneBefore = true');
    await signOut(page);
    await signIn(page, 'admin', 'admin-demo');
    await page.locator('a.tile').first().waitFor();
    expect(await page.evaluate('window.isOfTheOneBefore')).to.equal(undefined);
    await page.getByRole('link', { name: 'Server' }).waitFor();
  });

  it('is made up for when the server was away, and says so until then', async () => {
    const { page, expects } = await demo.signedIn();
    expects(unanswered);
    const token = await refreshToken(page);
    await demo.killServer();
    await signOut(page);
    await untold(page).waitFor();
    await demo.restartServer();
    await untold(page).waitFor({ state: 'detached' });
    expect(await goesOn(token)).to.equal(false);
    expect(await page.context().cookies()).to.deep.equal([]);
  });

  it('is made up for at the next visit when the page was closed while the server was away', async () => {
    const { page, expects } = await demo.signedIn();
    expects(unanswered);
    const token = await refreshToken(page);
    await demo.killServer();
    await signOut(page);
    await untold(page).waitFor();
    const context = page.context();
    await page.close();
    await demo.restartServer();
    // Without the access token, which was in the memory of the page that is gone, that is how it is answered.
    expects(refused(401, '/api/auth/logout'));
    const next = await context.newPage();
    await next.goto(demo.url);
    await next.getByLabel('Password').waitFor();
    await until(next, `localStorage.getItem('photofinch.leaving') === null`);
    expect(await goesOn(token)).to.equal(false);
    expect(await context.cookies()).to.deep.equal([]);
    await signIn(next);
    await next.locator('a.tile').first().waitFor();
  });
});
