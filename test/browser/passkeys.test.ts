import { expect } from 'chai';
import { generateSync } from 'otplib';
import type { CDPSession, Page } from 'playwright-core';
import type { TokenPair } from '../../core/http/wire.ts';
import { type DemoBrowser, signIn, until, type WatchedPage, withDemo } from './demo-browser.ts';
import { refused } from './watched-page.ts';

const password = 'long enough for anna';

describe('passkeys in a browser', function () {
  let demo: DemoBrowser;
  /** Browsers allow passkeys only for domains, such as `localhost`. */
  let home: string;
  let authenticatorId: string;
  withDemo(
    (started) => {
      demo = started;
      home = demo.url.replace('127.0.0.1', 'localhost');
      return Promise.resolve();
    },
    { PLUGINS: 'auth-webauthn,api-keys' },
  );

  const post = async <T>(path: string, body: unknown, token?: string): Promise<T> => {
    const headers = { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) };
    const response = await fetch(demo.url + path, { method: 'POST', headers, body: JSON.stringify(body) });
    expect(response.ok, `${path}: ${response.status}`).to.equal(true);
    return (await response.json()) as T;
  };
  /** Adds a device that always verifies its user. */
  const addAuthenticator = async (page: Page): Promise<CDPSession> => {
    const session = await page.context().newCDPSession(page);
    await session.send('WebAuthn.enable');
    const added = await session.send('WebAuthn.addVirtualAuthenticator', {
      options: {
        protocol: 'ctap2',
        transport: 'internal',
        hasResidentKey: true,
        hasUserVerification: true,
        isUserVerified: true,
        automaticPresenceSimulation: true,
      },
    });
    ({ authenticatorId } = added);
    return session;
  };
  const timeline = (page: Page): Promise<void> => page.locator('a.tile').first().waitFor();
  const addPasskey = async (page: Page, name: string): Promise<void> => {
    await page.goto(`${home}/plugins/auth-webauthn/`);
    await addPasskeyHere(page, name);
  };
  const addPasskeyHere = async (page: Page, name: string): Promise<void> => {
    await page.getByLabel('Name', { exact: true }).fill(name);
    await page.getByLabel('Your password').fill(password);
    // Browsers create passkeys only for the page in the foreground.
    await page.bringToFront();
    await page.getByRole('button', { name: 'Add passkey' }).click();
    await until(page, `document.querySelector('#done').textContent.startsWith('Passkey added.')`);
  };
  const signOut = async (page: Page): Promise<void> => {
    await page.goto(`${home}/#/settings/account`);
    const told = page.waitForResponse(/\/api\/auth\/logout$/);
    await page.getByRole('button', { name: 'Sign out', exact: true }).click();
    await told;
    await page.locator('[name=password]').waitFor();
    // Otherwise the next sign-in would open the page of the previous user.
    await page.goto(`${home}/#/`);
  };
  /** A page of a new account, in a browser whose device verifies its user. */
  const signedIn = async (username: string): Promise<WatchedPage & { device: CDPSession }> => {
    const admin = (await post<TokenPair>('/api/auth/login', { username: 'admin', password: 'admin-demo' }))
      .access_token;
    await post('/api/admin/users', { username, password, role: 'read' }, admin);
    const watched = await demo.page();
    // The host name differs from that of the watched pages.
    watched.expects(new RegExp(`^request to ${home}/`));
    const device = await addAuthenticator(watched.page);
    await watched.page.goto(home);
    await signIn(watched.page, username, password);
    await timeline(watched.page);
    return { ...watched, device };
  };

  it('are added on their page, required after the password, and removed again', async () => {
    const { page, expects } = await signedIn('anna');
    expects(refused(403, `${home}/api/auth/passkeys`));
    await addPasskey(page, 'This laptop');
    expect(await page.getByRole('listitem').allTextContents()).to.have.length(1);

    await signOut(page);
    await signIn(page, 'anna', password);
    const goOn = page.getByRole('button', { name: 'Continue with Passkey' });
    await goOn.waitFor();
    expect(await page.locator('.tile').count()).to.equal(0);
    await goOn.click();
    await timeline(page);
    const codes = await post<object>('/api/auth/login', { username: 'anna', password });
    expect(codes).not.to.have.property('access_token');

    await page.goto(`${home}/plugins/auth-webauthn/`);
    const remove = page.getByRole('button', { name: 'Remove: This laptop' });
    await page.getByLabel('Your password').fill('not the password');
    await remove.click();
    await page.getByText('The password or the code is wrong.').waitFor();
    await page.getByLabel('Your password').fill(password);
    await remove.click();
    await page.getByText('You have no passkeys yet.').waitFor();
    expect(await post<object>('/api/auth/login', { username: 'anna', password })).to.have.property('access_token');
  });

  it('are the second step, after the password, to create an API key', async () => {
    const { page } = await signedIn('dora');
    await addPasskey(page, 'This laptop');
    await page.goto(`${home}/#/settings/security`);
    await page.getByRole('button', { name: 'New key' }).click();
    await page.getByLabel('Name of the key').fill('A script');
    await page.getByLabel('Enter your password').fill(password);
    await page.getByText('Your browser then asks for your second step: Passkey.').waitFor();
    await page.bringToFront();
    await page.getByRole('button', { name: 'Create key' }).click();
    await page.getByText('Copy the key now').waitFor();
  });

  it('are one of several second steps: a code can be typed instead to create an API key', async () => {
    const { page } = await signedIn('fritz');
    const { access_token: token } = await post<TokenPair>('/api/auth/login', { username: 'fritz', password });
    const { secret } = await post<{ secret: string }>('/api/auth/2fa/enroll', { password }, token);
    const confirmed = { code: generateSync({ secret }) };
    const { recovery_codes: codes } = await post<{ recovery_codes: string[] }>(
      '/api/auth/2fa/confirm',
      confirmed,
      token,
    );
    await page.goto(`${home}/plugins/auth-webauthn/`);
    await page.getByLabel('Code of your second step').fill(codes[0]!);
    await addPasskeyHere(page, 'This laptop');
    await page.getByText('or nothing to use a passkey').waitFor();
    await page.goto(`${home}/#/settings/security`);
    await page.getByRole('button', { name: 'New key' }).click();
    await page.getByLabel('Name of the key').fill('A script');
    await page.getByLabel('Enter your password').fill(password);
    await page.getByLabel('Authenticator app').check();
    await page.getByLabel('Code for two-step sign-in').fill(codes[1]!);
    await page.getByRole('button', { name: 'Create key' }).click();
    await page.getByText('Copy the key now').waitFor();
  });

  it('can be seen and removed by admins', async () => {
    const { page } = await signedIn('eva');
    await addPasskey(page, 'Unknown laptop');
    const { page: ofAdmin, troubles } = await demo.page();
    await ofAdmin.goto(`${demo.url}/#/admin/users`);
    await signIn(ofAdmin, 'admin', 'admin-demo');
    await ofAdmin.getByRole('button', { name: 'Edit eva' }).click();
    const links = ofAdmin.getByRole('region', { name: 'Passkeys and links' });
    await links.getByText('Unknown laptop').waitFor();
    await ofAdmin.getByRole('button', { name: 'Remove Unknown laptop' }).click();
    await ofAdmin.getByText('Unknown laptop removed').waitFor();
    await links.waitFor({ state: 'detached' });
    expect(await post<object>('/api/auth/login', { username: 'eva', password })).to.have.property('access_token');
    expect(troubles).to.deep.equal([]);
  });

  it('sign in without a password if the device verifies its user, and can otherwise be retried', async () => {
    const { page, device } = await signedIn('berta');
    await addPasskey(page, 'This phone');
    await signOut(page);
    await page.getByRole('link', { name: 'Sign in with a passkey' }).click();
    await timeline(page);
    const account = page.getByText('berta', { exact: true });
    await page.goto(`${home}/#/settings/account`);
    await account.first().waitFor();

    await signOut(page);
    const { credentials } = await device.send('WebAuthn.getCredentials', { authenticatorId });
    expect(credentials).to.have.length(1);
    await device.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: false });
    await page.getByRole('link', { name: 'Sign in with a passkey' }).click();
    await page.getByText('No passkey came from the browser').waitFor();
    expect(await page.getByRole('button', { name: 'Use a passkey' }).isEnabled()).to.equal(true);
    await device.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: true });
    await page.getByRole('button', { name: 'Use a passkey' }).click();
    await timeline(page);
  });
});
