import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { generateSync } from 'otplib';
import type { Page } from 'playwright-core';
import type { TokenPair } from '../../core/http/wire.ts';
import { type DemoBrowser, drawnAnew, signIn, type WatchedPage, withDemo } from './demo-browser.ts';
import { axeFaults } from './page-checks.ts';
import { refused } from './watched-page.ts';

const password = 'long enough for anna';

/** A user whose sign-in requires a code. */
interface Enrolled {
  readonly username: string;
  /** A valid code that was not used yet: that of the next half minute, since enrolling used the current one. */
  readonly code: () => string;
  readonly recoveryCodes: readonly string[];
}

describe('signing in with a second factor in a browser', function () {
  let demo: DemoBrowser;
  let admin: string;
  withDemo(
    async (started) => {
      demo = started;
      admin = (await login('admin', 'admin-demo')).access_token;
    },
    { TRUST_PROXY: '1' },
  );

  const ask = async <T>(method: string, path: string, body: unknown, token?: string): Promise<T> => {
    const response = await fetch(demo.url + path, {
      method,
      headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
      body: JSON.stringify(body),
    });
    expect(response.ok, `${method} ${path}: ${response.status}`).to.equal(true);
    return (await response.json()) as T;
  };
  const login = (username: string, secret: string): Promise<TokenPair> =>
    ask('POST', '/api/auth/login', { username, password: secret });

  const enrolled = async (username: string): Promise<Enrolled> => {
    await ask('POST', '/api/admin/users', { username, password, role: 'read' }, admin);
    const token = (await login(username, password)).access_token;
    const { secret } = await ask<{ secret: string }>('POST', '/api/auth/2fa/enroll', { password }, token);
    const confirmation = { code: generateSync({ secret }) };
    const { recovery_codes: recoveryCodes } = await ask<{ recovery_codes: string[] }>(
      'POST',
      '/api/auth/2fa/confirm',
      confirmation,
      token,
    );
    const code = (): string => generateSync({ secret, epoch: Math.floor(Date.now() / 1000) + 30 });
    return { username, code, recoveryCodes };
  };

  /** A page that asks `user` for a code. */
  const asked = async (
    { username }: Enrolled,
    options: Parameters<DemoBrowser['page']>[0] = {},
  ): Promise<WatchedPage> => {
    const watched = await demo.page(options);
    await watched.page.goto(demo.url);
    await signIn(watched.page, username, password);
    await watched.page.getByLabel('Code').waitFor();
    return watched;
  };
  const timeline = (page: Page): Promise<void> => page.locator('a.tile').first().waitFor();
  const told = async (page: Page): Promise<string> => {
    const alert = page.getByRole('alert').filter({ hasText: /\w/ });
    await alert.waitFor();
    return (await alert.textContent()) ?? '';
  };
  const focused = (page: Page): Promise<string> => page.evaluate('document.activeElement?.name ?? ""');
  it('asks for the code after the password, and continues by itself after the sixth digit', async () => {
    const user = await enrolled('anna');
    const { page, troubles } = await asked(user);
    expect(await focused(page)).to.equal('code');
    expect(await page.getByText('Signing in as anna').count()).to.equal(1);
    expect(await page.locator('.tile').count()).to.equal(0);
    await page.keyboard.type(user.code());
    await timeline(page);
    expect(troubles).to.deep.equal([]);
    await page.reload();
    await timeline(page);
  });

  it('asks for the code again after a reload, and continues with it', async () => {
    const user = await enrolled('klara');
    const { page, troubles } = await asked(user);
    await page.reload();
    await page.getByLabel('Code').waitFor();
    await page.keyboard.type(user.code());
    await timeline(page);
    expect(troubles).to.deep.equal([]);
    expect(await page.evaluate('sessionStorage.length')).to.equal(0);
  });

  it('accepts a code that is pasted with a space', async () => {
    const user = await enrolled('berta');
    const { page, troubles } = await asked(user);
    await page.getByLabel('Code').fill(user.code().replace(/^.../, '$& '));
    await timeline(page);
    expect(troubles).to.deep.equal([]);
  });

  it('shows that a code is wrong, and accepts the next one typed over it', async () => {
    const user = await enrolled('carla');
    const { page, troubles, expects } = await asked(user);
    expects(refused(401, '/api/auth/login/2fa'));
    const wrong = user.code().replaceAll(/\d/g, (digit) => String((Number(digit) + 5) % 10));
    await page.keyboard.type(wrong);
    expect(await told(page)).to.match(/code is wrong/i);
    expect(await focused(page)).to.equal('code');
    expect(await page.getByLabel('Code').getAttribute('aria-invalid')).to.equal('true');
    await page.keyboard.type(user.code());
    await timeline(page);
    expect(troubles).to.deep.equal([]);
  });

  it('accepts a recovery code instead, once', async () => {
    const user = await enrolled('dora');
    const [recoveryCode = ''] = user.recoveryCodes;
    const { page, troubles } = await asked(user);
    await page.getByRole('button', { name: 'Use a recovery code instead' }).click();
    expect(await focused(page)).to.equal('recovery-code');
    await page.keyboard.type(recoveryCode.toUpperCase());
    await page.keyboard.press('Enter');
    await timeline(page);
    expect(troubles).to.deep.equal([]);

    const { page: again, expects } = await asked(user);
    expects(refused(401, '/api/auth/login/2fa'));
    await again.getByRole('button', { name: 'Use a recovery code instead' }).click();
    await again.keyboard.type(recoveryCode);
    await again.keyboard.press('Enter');
    expect(await told(again)).to.match(/code is wrong/i);
    await again.getByRole('button', { name: 'Use the app’s code instead' }).click();
    expect(await again.getByRole('alert').filter({ hasText: /\w/ }).count()).to.equal(0);
    expect(await focused(again)).to.equal('code');
  });

  it('leads back to the password, which has to be typed again', async () => {
    const user = await enrolled('emma');
    const { page } = await asked(user);
    await page.getByRole('button', { name: 'Back to the password' }).click();
    expect(await page.getByLabel('Username').inputValue()).to.equal('emma');
    expect(await page.getByLabel('Password').inputValue()).to.equal('');
    expect(await focused(page)).to.equal('password');
  });

  it('shows how long to wait after too many wrong codes', async () => {
    const user = await enrolled('frida');
    const { page, troubles, expects } = await asked(user, { extraHTTPHeaders: { 'x-forwarded-for': '192.0.2.7' } });
    expects(refused(401, '/api/auth/login/2fa'));
    expects(refused(429, '/api/auth/login/2fa'));
    const right = user.code();
    for (let attempt = 0; attempt < 10; attempt += 1) {
      await page.getByLabel('Code').fill('');
      await page.keyboard.type(String(Number(right.slice(0, 1)) ^ 1) + right.slice(1, 5) + String(attempt));
      await page.getByText('Signing in…').waitFor({ state: 'detached' });
      expect(await told(page)).to.match(/code is wrong|too many/i);
    }
    await page.getByLabel('Code').fill(user.code());
    await page.getByText(/Too many failed attempts. Try again in \d+ minutes/).waitFor();
    expect(troubles).to.deep.equal([]);
  });

  it('asks for the password again if the code comes too late', async () => {
    const user = await enrolled('hanna');
    const { page, troubles } = await demo.page();
    await page.clock.install();
    await page.goto(demo.url);
    await signIn(page, user.username, password);
    await page.getByLabel('Code').waitFor();
    // The timeout starts once the question is drawn.
    await drawnAnew(page);
    await drawnAnew(page);
    await page.clock.fastForward('05:01');
    expect(await told(page)).to.match(/took too long/);
    expect(await focused(page)).to.equal('password');
    await page.keyboard.type(password);
    await page.keyboard.press('Enter');
    await page.getByLabel('Code').waitFor();
    expect(troubles).to.deep.equal([]);
  });

  for (const colorScheme of ['light', 'dark'] as const) {
    for (const viewport of [
      { width: 1280, height: 800 },
      { width: 360, height: 640 },
    ]) {
      it(`is accessible and fits on the screen, in the ${colorScheme} theme and ${viewport.width} px wide`, async () => {
        const user = await enrolled(`grete-${colorScheme}-${viewport.width}`);
        const { page, expects } = await asked(user, { colorScheme, viewport });
        expects(refused(401, '/api/auth/login/2fa'));
        expect(await axeFaults(page)).to.deep.equal([]);
        for (const control of await page.locator('input, button').all()) {
          const { x, width, height } = (await control.boundingBox())!;
          expect([x >= 0, x + width <= viewport.width, height >= 44]).to.deep.equal([true, true, true]);
        }
        await page.getByRole('button', { name: 'Use a recovery code instead' }).click();
        await page.getByLabel('Recovery code').fill('no-such-code');
        await page.keyboard.press('Enter');
        await told(page);
        expect(await axeFaults(page)).to.deep.equal([]);
      });
    }
  }

  it('asks for a recovery code if the server has lost the secret for checking codes', async () => {
    const user = await enrolled('ida');
    await demo.killServer();
    rmSync(join(demo.dataDir, 'signing-secret'));
    await demo.restartServer();
    const { page, troubles, expects } = await asked(user);
    expects(refused(503, '/api/auth/login/2fa'));
    await page.keyboard.type(user.code());
    expect(await told(page)).to.match(/Use a recovery code, or ask an administrator/);
    expect(await focused(page)).to.equal('recovery-code');
    await page.keyboard.type(user.recoveryCodes[0]!);
    await page.keyboard.press('Enter');
    await timeline(page);
    expect(troubles).to.deep.equal([]);
  });

  it('asks to start again if the server no longer knows of the sign-in', async () => {
    const user = await enrolled('jana');
    const { page, expects } = await asked(user);
    expects(refused(401, '/api/auth/login/2fa'));
    await demo.killServer();
    await demo.restartServer();
    await page.keyboard.type(user.code());
    expect(await told(page)).to.match(/Start again with your password/);
    await page.getByRole('button', { name: 'Back to the password' }).click();
    await page.keyboard.type(password);
    await page.keyboard.press('Enter');
    await page.getByLabel('Code').waitFor();
  });
});
