import { expect } from 'chai';
import { generateSync } from 'otplib';
import type { Page } from 'playwright-core';
import { apiOf } from './demo-api.ts';
import { type DemoBrowser, signIn, until, type WatchedPage, withDemo } from './demo-browser.ts';
import { refused } from './watched-page.ts';

describe('settings in a browser', function () {
  let demo: DemoBrowser;
  withDemo((started) => {
    demo = started;
  });

  /** A page of settings, of the demo user by default. */
  const settings = async (section: string, account: [string, string] = ['demo', 'demo-demo']): Promise<WatchedPage> => {
    const watched = await demo.page();
    await watched.page.goto(`${demo.url}/#/settings/${section}`);
    await signIn(watched.page, ...account);
    await watched.page.getByRole('heading', { name: 'Settings' }).waitFor();
    return watched;
  };
  const press = (page: Page, name: string): Promise<void> => page.getByRole('button', { name, exact: true }).click();

  it('switch the theme at once, and keep it after a reload', async () => {
    const { page, troubles } = await settings('');
    await page.getByLabel('Dark').check();
    const dark = `getComputedStyle(document.body).backgroundColor === 'rgb(23, 20, 18)'`;
    await until(page, dark);
    await page.reload();
    await page.getByLabel('Dark').waitFor();
    await until(page, dark);
    expect(await page.getByLabel('Dark').isChecked()).to.equal(true);
    expect(await page.locator('meta[name=theme-color][media=all]').getAttribute('content')).to.equal('#171412');
    expect(troubles).to.deep.equal([]);
  });

  it('change the language of the page and of its dates', async () => {
    const { page, troubles } = await settings('');
    await page.getByLabel('Deutsch').check();
    await page.getByRole('heading', { name: 'Einstellungen' }).waitFor();
    expect(await page.evaluate('document.documentElement.lang')).to.equal('de');
    // Dates as well, although the browser’s own language is another.
    await page.goto(`${demo.url}/#/photo/demo-beach-ines-omar.jpg`);
    await page.locator('.photo-page .original').waitFor();
    await page.keyboard.press('i');
    await page
      .locator('.photo-info')
      .getByText(/^(Mon|Diens|Donners|Frei|Sams|Sonn)tag, \d|^Mittwoch, \d/)
      .waitFor();
    expect(troubles).to.deep.equal([]);
  });

  it('save a new name', async () => {
    const { page, troubles } = await settings('account');
    await page.getByLabel('Your name', { exact: true }).last().fill('Dana שָׁלוֹם');
    await press(page, 'Save');
    await page.getByText('Name saved').waitFor();
    await page.reload();
    await until(page, `document.querySelector('[name=display-name]')?.value === 'Dana שָׁלוֹם'`);
    expect(troubles).to.deep.equal([]);
  });

  it('end another session, which then asks for the password', async () => {
    const { page: phone, expects } = await settings('');
    expects(refused(401));
    const { page, troubles } = await settings('sessions');
    await page.getByText('This device').waitFor();
    const others = page.getByRole('button', { name: /^Sign out Chrome/ });
    const all = page.getByRole('button', { name: 'Sign out all others' });
    if ((await all.count()) > 0) await all.click();
    else await others.first().click();
    await page.getByText('You aren’t signed in anywhere else.').waitFor();
    // A new hash instead of a click on a link: a background request may have ended the session of the page already.
    await phone.evaluate(`location.hash = '#/favorites'`);
    await phone.getByLabel('Password').waitFor();
    expect(troubles).to.deep.equal([]);
  });

  it('show that the new passwords differ, and that the current one is wrong', async () => {
    const { page, expects } = await settings('security');
    expects(refused(403, '/api/auth/password'));
    await page.getByLabel('Current password').fill('wrong');
    await page.getByLabel('New password', { exact: true }).fill('long enough');
    await page.getByLabel('Repeat new password').fill('something else');
    await press(page, 'Change password');
    await page.getByText('The two passwords don’t match.').waitFor();
    await page.getByLabel('Repeat new password').fill('long enough');
    await press(page, 'Change password');
    await page.getByRole('alert').filter({ hasText: 'The current password is wrong.' }).waitFor();
  });

  it('change the password in place, after which skipped faces are still stored on the device', async () => {
    const [username, password, fresh] = ['ursula', 'a password of theirs', 'another password'];
    const admin = await apiOf(demo.url);
    await admin('POST', '/api/admin/users', { username, password, role: 'write' });
    const { page } = await settings('security', [username, password]);
    await page.getByLabel('Current password').fill(password);
    await page.getByLabel('New password', { exact: true }).fill(fresh);
    await page.getByLabel('Repeat new password').fill(fresh);
    await press(page, 'Change password');
    await page.getByText('Password changed').waitFor();
    await page.getByRole('link', { name: 'Faces to name' }).click();
    await page.getByRole('heading', { name: 'Who is this?' }).waitFor();
    await page.keyboard.press('s');
    await until(
      page,
      `Object.entries(localStorage).some(([name, ids]) => /skipped-groups/.test(name) && /\\d/.test(ids))`,
    );
  });

  it('show what the server refuses in German, at the field and in a toast', async () => {
    const { page, expects } = await demo.signedIn('/', { locale: 'de-DE' }, ['admin', 'admin-demo']);
    expects(refused(403));
    await page.goto(`${demo.url}/#/settings/security`);
    await page.getByLabel('Bisheriges Passwort').fill('wrong');
    await page.getByLabel('Neues Passwort', { exact: true }).fill('long enough');
    await page.getByLabel('Neues Passwort wiederholen').fill('long enough');
    await press(page, 'Passwort ändern');
    await page.getByRole('alert').filter({ hasText: 'Das bisherige Passwort stimmt nicht.' }).waitFor();
    // As if the role had been taken away meanwhile.
    await page.route('**/api/photos', (route) =>
      route.request().method() === 'PATCH'
        ? route.fulfill({
            status: 403,
            headers: { 'x-error-kind': 'role_too_low' },
            json: { detail: 'Your role may not do this: it needs the role write.' },
          })
        : route.continue(),
    );
    await page.goto(`${demo.url}/#/`);
    await page.locator('a.tile').first().focus();
    await page.keyboard.press('x');
    await page.keyboard.press('f');
    await page.getByText('Deine Rolle erlaubt das nicht. Ein Administrator kann sie ändern.').waitFor();
  });

  it('turn on a second factor, which sign-in then requires, and turn it off again', async () => {
    const { page, troubles } = await settings('security', ['admin', 'admin-demo']);
    await press(page, 'Set up');
    await page.getByLabel('Your password').fill('admin-demo');
    await press(page, 'Continue');
    await page.getByRole('img', { name: 'QR code' }).locator('path').first().waitFor();
    const secret = ((await page.locator('.secret code').textContent()) ?? '').replaceAll(' ', '');
    await page.getByLabel('Code', { exact: true }).fill(generateSync({ secret }));
    await press(page, 'Turn on');
    await page.getByText('Save these recovery codes').waitFor();
    const codes = await page.locator('.recovery-codes code').allTextContents();
    expect(codes).to.have.length(10);
    await press(page, 'I have saved them');
    await page.getByText('You have 10 recovery codes left.').waitFor();
    expect(troubles).to.deep.equal([]);

    const { page: other } = await demo.page();
    await other.goto(`${demo.url}/#/settings/security`);
    await signIn(other, 'admin', 'admin-demo');
    await other.getByLabel('Code').fill(generateSync({ secret, epoch: Math.floor(Date.now() / 1000) + 30 }));
    await other.getByText('You have 10 recovery codes left.').waitFor();
    await press(other, 'Turn off');
    await other.getByRole('textbox', { name: 'Password', exact: true }).fill('admin-demo');
    await other.getByLabel('Code or recovery code').fill(codes[0]!);
    await press(other, 'Turn off');
    await other.getByRole('button', { name: 'Set up' }).waitFor();
  });

  it('include help with the shortcuts that the user’s role allows', async () => {
    const { page, troubles } = await demo.signedIn();
    await page.keyboard.press('?');
    await page.getByRole('heading', { name: 'Keyboard shortcuts' }).waitFor();
    const rows = await page.locator('.shortcuts dd').allTextContents();
    expect(rows).to.include.members(['Albums', 'Faces to name', 'Search']);
    expect(rows).not.to.include('Server');
    // The actions of keys for an ordinary photo, although none is selected.
    expect(rows).to.include.members(['Add to favourites', 'Archive', 'Hide']);
    expect(rows).not.to.include.oneOf(['Remove from favourites', 'Remove from archive', 'Unhide']);
    for (const section of await page.locator('.shortcuts section').all()) {
      const keys = await section.locator('dt').allTextContents();
      expect(keys, await section.locator('h3').innerText()).to.have.lengthOf(new Set(keys).size);
    }
    await page.getByText('GeoNames').waitFor();
    expect(troubles).to.deep.equal([]);
  });
});
