import { expect } from 'chai';
import type { Photo, User } from '../../core/http/wire.ts';
import { apiOf, type Ask } from './demo-api.ts';
import { type DemoBrowser, signIn, uidOf, until, type WatchedPage, withDemo } from './demo-browser.ts';
import { accessTokensRunOut } from './expired-tokens.ts';
import { refused } from './watched-page.ts';

const password = 'a password of theirs';

describe('a session that ends during use', function () {
  let demo: DemoBrowser;
  let admin: Ask;
  withDemo(
    async (started) => {
      demo = started;
      admin = await apiOf(demo.url);
    },
    { AUTH_ACCESS_TTL: '10m' },
  );

  /** A new account, signed in at a place. */
  const somebody = async (username: string, place: string): Promise<WatchedPage & { user: User }> => {
    const user = await admin<User>('POST', '/api/admin/users', { username, password, role: 'write' });
    const watched = await demo.page();
    await watched.page.goto(demo.url + place);
    await signIn(watched.page, username, password);
    return { ...watched, user };
  };
  const ended = async ({ page }: WatchedPage): Promise<void> => {
    await page.getByText('Your session has ended. Sign in to continue').waitFor();
    await page.getByLabel('Password').waitFor();
  };

  it('is renewed unnoticed before it expires', async () => {
    const { page } = await demo.signedIn();
    await page.clock.install();
    for (let i = 0; i < 3; i++) {
      // Only the clock of the page: on a slow machine, a token close to its end would expire before the request arrives.
      await page.clock.fastForward('09:55');
      const renewed = page.waitForResponse(/\/api\/auth\/refresh$/);
      await page.locator('a.tile').nth(i).click();
      expect((await renewed).ok()).to.equal(true);
      await page.locator('.photo-page .original').waitFor();
      await page.keyboard.press('Escape');
      await page.locator('.photo-page').waitFor({ state: 'detached' });
    }
    expect(await page.getByLabel('Password').count()).to.equal(0);
  });

  it('leads back to the photo and the typed text, and shows that the last edit failed', async () => {
    const watched = await somebody('rita', '/');
    const { page, user, expects } = watched;
    expects(refused(401));
    // Signed addresses of photos expire with the session.
    expects(refused(403));
    await page.locator('a.tile').nth(5).click();
    await page.locator('.photo-page .original').waitFor();
    const uid = uidOf(page);
    await page.keyboard.press('i');
    await page.getByPlaceholder('Add a tag').fill('harbour');
    // While the edit is under way: before it, a failed renewal would end the session first.
    await page.route(
      /\/api\/photos$/,
      async (route) => {
        if (route.request().method() === 'PATCH') await admin('POST', `/api/admin/users/${user.id}/logout`);
        await route.continue();
      },
      { times: 1 },
    );
    await page.keyboard.press('Enter');
    await page.getByText('Your session ended before this was done.').waitFor();
    await ended(watched);
    expect(await page.locator('.tile, .photo-page').count()).to.equal(0);

    await signIn(page, 'rita', password);
    await page.locator('.photo-page .original').waitFor();
    expect(uidOf(page)).to.equal(uid);
    const tag = page.getByPlaceholder('Add a tag');
    await tag.waitFor();
    expect(await tag.inputValue()).to.equal('harbour');
    const theirs = await apiOf(demo.url, ['rita', password]);
    const tags = async (): Promise<string[]> => (await theirs<Photo>('GET', `/api/photos/${uid}`)).tags;
    expect(await tags()).to.not.include('harbour');
    await tag.press('Enter');
    await page.getByRole('button', { name: 'Remove the tag harbour' }).waitFor();
    expect(await tags()).to.include('harbour');
    expect(await tag.inputValue()).to.equal('');
  });

  it('leads back to the search, in its order, if it can no longer be renewed', async () => {
    const { page, expects } = await demo.signedIn('/#/search?q=Lisbon&sort=date');
    expects(refused(401));
    await page.locator('h2.month').first().waitFor();
    const shown = `[...document.querySelectorAll('a.tile')].map((tile) => tile.hash).join()`;
    const before: string = await page.evaluate(shown);
    const place = new URL(page.url()).hash;
    await page.context().clearCookies();
    // While the photo is being requested: another request before it would end the session on the search page.
    await page.route(
      /\/api\/photos\/[^/?]+$/,
      (route) => {
        accessTokensRunOut(demo.dataDir);
        return route.continue();
      },
      { times: 1 },
    );
    await page.locator('a.tile').first().click();
    await page.getByText('Your session has ended. Sign in to continue').waitFor();
    await signIn(page);
    await page.locator('.photo-page .original').waitFor();
    await page.keyboard.press('Escape');
    await page.locator('.photo-page').waitFor({ state: 'detached' });
    expect(new URL(page.url()).hash).to.equal(place);
    await until(page, `${shown} === ${JSON.stringify(before)}`);
  });

  it('asks for the new password after it was changed elsewhere, and keeps an unsaved name', async () => {
    const watched = await somebody('sofia', '/#/settings/account');
    const { page, expects } = watched;
    expects(refused(401));
    // Signed addresses of photos expire with the session.
    expects(refused(403));
    const name = page.locator('[name=display-name]');
    await name.fill('Sofía Ávila');
    const elsewhere = await apiOf(demo.url, ['sofia', password]);
    const fresh = 'quite another password';
    await elsewhere('POST', '/api/auth/password', { current_password: password, new_password: fresh });
    await page.getByRole('button', { name: 'Save' }).click();
    await ended(watched);
    await signIn(page, 'sofia', password);
    await page
      .getByRole('alert')
      .filter({ hasText: /password/i })
      .waitFor();
    await signIn(page, 'sofia', fresh);
    await name.waitFor();
    expect(await name.inputValue()).to.equal('Sofía Ávila');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Name saved').waitFor();
  });

  it('leaves nothing of one user to the next', async () => {
    const watched = await somebody('tina', '/');
    const { page, user, expects } = watched;
    expects(refused(401));
    // Signed addresses of photos expire with the session.
    expects(refused(403));
    await page.locator('a.tile').nth(2).click();
    await page.locator('.photo-page .original').waitFor();
    await page.keyboard.press('f');
    await page.locator('.toast').getByRole('button', { name: 'Undo' }).waitFor();
    await page.keyboard.press('i');
    await page.getByPlaceholder('Add a tag').fill('a secret of mine');
    await admin('POST', `/api/admin/users/${user.id}/logout`);
    await page.keyboard.press('Enter');
    await ended(watched);
    await page.evaluate('window.isOfTina = true');
    await signIn(page);
    await until(page, 'window.isOfTina === undefined');
    await page.locator('.photo-page .original').waitFor();
    await page.keyboard.press('i');
    await page.getByPlaceholder('Add a tag').waitFor();
    expect(await page.getByPlaceholder('Add a tag').inputValue()).to.equal('');
    expect(await page.locator('.toast').count()).to.equal(0);
    expect(await page.getByRole('button', { name: 'Remove from favourites' }).count()).to.equal(0);
  });
});
