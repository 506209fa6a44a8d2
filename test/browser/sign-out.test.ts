import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { type DemoBrowser, signIn, until, withDemo } from './demo-browser.ts';
import { refused } from './watched-page.ts';

/** The browser’s own console messages about requests to a server that is down. */
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
  /** Whether the session with this token is still valid. */
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

  it('ends the session, and leaves no cookies and no recent searches in the browser', async () => {
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

  it('reloads the page before the next session', async () => {
    const { page } = await demo.signedIn();
    await page.evaluate('window.isOfTheOneBefore = true');
    await signOut(page);
    await signIn(page, 'admin', 'admin-demo');
    await page.locator('a.tile').first().waitFor();
    expect(await page.evaluate('window.isOfTheOneBefore')).to.equal(undefined);
    await page.getByRole('link', { name: 'Server' }).waitFor();
  });

  it('is finished once the server is reachable again, with a notice until then', async () => {
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

  it('is finished on the next visit if the page was closed while the server was down', async () => {
    const { page, expects } = await demo.signedIn();
    expects(unanswered);
    const token = await refreshToken(page);
    await demo.killServer();
    await signOut(page);
    await untold(page).waitFor();
    const context = page.context();
    await page.close();
    await demo.restartServer();
    // The access token was in the memory of the closed page: without it, this is the response.
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
