import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Server } from '@hapi/hapi';
import { expect } from 'chai';
import { addPendingCookie } from '../../core/http/pipeline/pending-cookie.ts';
import { inject } from '../../core/compose/inject.ts';
import type { TokenPair } from '../../core/http/wire.ts';
import { movedClock, type MovedClock } from '../support/moved-clock.ts';
import { codeOf, TwoFactorHouse, wrongCodeOf } from '../support/two-factor-house.ts';

describe('the second factor', function () {
  let folder: string;
  let house: TwoFactorHouse;
  let clock: MovedClock;

  before(async () => {
    folder = mkdtempSync(join(tmpdir(), 'photofinch-'));
    clock = movedClock();
    house = await TwoFactorHouse.open(folder);
  });
  after(async () => {
    await house.close();
    clock.restore();
    rmSync(folder, { recursive: true });
  });

  const state = async ({ token }: { token: string }) => (await house.ask('GET', '/api/auth/2fa', { token })).json();

  describe('enrolment', () => {
    it('shows a secret, and takes effect only when a first code confirms it', async () => {
      const anna = await house.newcomer();
      expect(await state(anna)).to.deep.equal({ available: true, enabled: false, recovery_codes_left: 0 });
      const begun = await house.enroll(anna);
      expect(begun.status).to.equal(200);
      const { secret, otpauth_url, qr_svg } = begun.json<Record<string, string>>() as {
        secret: string;
        otpauth_url: string;
        qr_svg: string;
      };
      expect(secret).to.match(/^[A-Z2-7]{32,}$/);
      expect(otpauth_url).to.equal(`otpauth://totp/Photofinch:${anna.username}?secret=${secret}&issuer=Photofinch`);
      expect(qr_svg)
        .to.match(/^<svg [^>]*viewBox/)
        .and.not.include('data:');
      expect((await house.begin(anna.username)).json()).to.have.property('access_token');

      const wrong = await house.confirm(anna, wrongCodeOf(secret));
      expect([wrong.status, (await state(anna))['enabled']]).to.deep.equal([400, false]);
      const right = await house.confirm(anna, codeOf(secret));
      expect(right.status).to.equal(200);
      const { enabled, recovery_codes } = right.json<{ enabled: boolean; recovery_codes: string[] }>();
      expect([enabled, new Set(recovery_codes).size]).to.deep.equal([true, 10]);
      expect(await state(anna)).to.deep.equal({ available: true, enabled: true, recovery_codes_left: 10 });
    });

    it('needs the password, and is refused while the factor is on', async () => {
      const anna = await house.newcomer();
      expect((await house.enroll(anna, 'wrong horse')).status).to.equal(403);
      await house.enrolled(anna);
      const again = await house.enroll(anna);
      expect([again.status, again.json()['detail']]).to.deep.equal([
        409,
        'The second factor is on already: switch it off first.',
      ]);
    });

    it('invalidates the first secret if it is begun twice', async () => {
      const anna = await house.newcomer();
      const first = (await house.enroll(anna)).json<{ secret: string }>().secret;
      const second = (await house.enroll(anna)).json<{ secret: string }>().secret;
      expect((await house.confirm(anna, codeOf(first))).status).to.equal(400);
      expect((await house.confirm(anna, codeOf(second))).status).to.equal(200);
    });

    it('answers 409 if it was not begun or is already confirmed, and counts no wrong codes', async () => {
      const anna = await house.newcomer();
      const nothing = await house.confirm(anna, '123456');
      expect([nothing.status, nothing.json()['detail']]).to.deep.equal([
        409,
        'There is nothing to confirm: begin to enrol first, and scan the new QR code.',
      ]);
      const { secret } = await house.enrolled(anna);
      for (let attempt = 0; attempt < 11; attempt += 1) {
        const again = await house.confirm(anna, codeOf(secret));
        expect([again.status, again.json()['detail']]).to.deep.equal([
          409,
          'The second factor is on already: switch it off first.',
        ]);
      }
    });
  });

  describe('sign-in in two steps', () => {
    it('continues with the token of the first step, and has no session before the second', async () => {
      const anna = await house.newcomer();
      const { secret } = await house.enrolled(anna);
      clock.forward(30);
      const first = await house.begin(anna.username);
      expect(first.status).to.equal(200);
      expect(Object.keys(first.json()).sort()).to.deep.equal([
        '2fa_required',
        'expires_in',
        'factors',
        'pending_token',
        'two_factor_required',
      ]);
      expect(first.json()).to.include({ two_factor_required: true, '2fa_required': true, expires_in: 300 });
      expect([...first.cookies.keys()]).to.deep.equal(['pf_pending']);
      const { pending_token: pending } = first.json<{ pending_token: string }>();
      expect((await house.ask('GET', '/api/auth/me', { token: pending })).status).to.equal(401);

      const second = await house.finish(pending, codeOf(secret));
      expect(second.status).to.equal(200);
      const { access_token, refresh_token } = second.json<TokenPair>();
      expect(second.cookies.get('pf_refresh')?.value).to.equal(refresh_token);
      expect((await house.ask('GET', '/api/auth/me', { token: access_token })).status).to.equal(200);
      clock.forward(30);
      expect((await house.finish(pending, codeOf(secret))).status).to.equal(401);
    });

    it('continues with the cookie of the first step, which is cleared at the end', async () => {
      const anna = await house.newcomer();
      const { secret } = await house.enrolled(anna);
      clock.forward(30);
      const first = await house.begin(anna.username);
      const set = first.cookies.get('pf_pending');
      expect(set?.attributes.filter((text) => !text.startsWith('Expires='))).to.have.members([
        'Max-Age=300',
        'Secure',
        'HttpOnly',
        'SameSite=Strict',
        'Path=/api/auth',
      ]);
      expect(set?.value).not.to.include(first.json<{ pending_token: string }>().pending_token);
      const cookie = `pf_pending=${set?.value}`;

      const wrong = await step({ code: wrongCodeOf(secret) }, cookie);
      expect([wrong.status, wrong.cookies.size]).to.deep.equal([401, 0]);
      const right = await step({ code: codeOf(secret) }, cookie);
      expect(right.status).to.equal(200);
      expect(right.json()).to.have.property('access_token');
      expect(right.cookies.get('pf_pending')).to.deep.include({ value: '' });
      expect(right.cookies.get('pf_pending')?.attributes).to.include.members(['Max-Age=0', 'Path=/api/auth']);
      clock.forward(30);
      expect((await step({ code: codeOf(secret) }, cookie)).status).to.equal(401);
    });

    it('prefers the token in the body to the cookie', async () => {
      const anna = await house.newcomer();
      const berta = await house.newcomer();
      const { secret } = await house.enrolled(anna);
      await house.enrolled(berta);
      clock.forward(30);
      const cookie = `pf_pending=${(await house.begin(berta.username)).cookies.get('pf_pending')?.value}`;
      const pending_token = await house.pendingToken(anna.username);
      const done = await step({ pending_token, code: codeOf(secret) }, cookie);
      expect(done.json<TokenPair>().user.id).to.equal(anna.id);
    });

    it('ignores a damaged or foreign cookie', async () => {
      const anna = await house.newcomer();
      const { secret } = await house.enrolled(anna);
      clock.forward(30);
      const first = await house.begin(anna.username);
      const sealed = first.cookies.get('pf_pending')?.value ?? '';
      const { pending_token } = first.json<{ pending_token: string }>();
      const foreign = new Server();
      await addPendingCookie(foreign, {
        secret: Buffer.alloc(32, 9),
        secure: true,
        ttl: 300,
        sessions: { timeForCode: () => 300 },
      });
      const [abroad = ''] = await foreign.states.format({ name: 'pf_pending', value: pending_token, options: {} });
      const elsewhere = abroad.slice('pf_pending='.length, abroad.indexOf(';'));
      expect(elsewhere).to.match(/^Fe26\.2\*/);
      const altered = sealed.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A'));
      for (const value of ['', 'rubbish', pending_token, sealed.slice(0, -2), altered, elsewhere]) {
        const answer = await step({ code: codeOf(secret) }, `pf_pending=${value}`);
        expect([answer.status, answer.json()['detail']], value).to.deep.equal([
          401,
          'The sign-in took too long or was ended: begin again with the password.',
        ]);
        expect((await house.ask('GET', '/api/health', { cookie: `pf_pending=${value}` })).status).to.equal(200);
      }
      const both = await step({ code: codeOf(secret) }, `pf_pending=rubbish; pf_pending=${sealed}`);
      expect(both.status).to.equal(200);
    });

    it('tells a reloaded page how long the code is accepted, and continues there', async () => {
      const anna = await house.newcomer();
      const { secret } = await house.enrolled(anna);
      clock.forward(30);
      const start = Date.now();
      /** The real time that has passed, which counts, too. */
      const passed = (): number => Math.ceil((Date.now() - start) / 1000);
      const first = await house.begin(anna.username);
      const cookie = `pf_pending=${first.cookies.get('pf_pending')?.value}`;
      const waits = () => house.ask('GET', '/api/auth/login/2fa', { cookie });
      const before = (await waits()).json<{ pending: boolean; expires_in: number }>();
      expect(before.pending).to.equal(true);
      expect(before.expires_in).to.be.within(300 - passed(), 300);
      await step({ code: wrongCodeOf(secret) }, cookie);
      clock.forward(40);
      const later = (await waits()).json<{ pending: boolean; expires_in: number }>();
      expect(later.pending).to.equal(true);
      expect(later.expires_in).to.be.within(300 - passed(), 260);
      expect((await step({ code: codeOf(secret) }, cookie)).status).to.equal(200);

      const done = await waits();
      expect(done.status).to.equal(401);
      expect(done.headers['www-authenticate']).to.equal('Bearer');
      expect(done.json()['detail']).to.match(/begin again with the password/);
      expect(done.cookies.get('pf_pending')?.attributes).to.include('Max-Age=0');
    });

    it('is not revealed without its cookie, after it expired or after signing out everywhere', async () => {
      const anna = await house.newcomer();
      await house.enrolled(anna);
      const first = await house.begin(anna.username);
      const { pending_token } = first.json<{ pending_token: string }>();
      const cookie = `pf_pending=${first.cookies.get('pf_pending')?.value}`;
      const waits = async (asked: object) => (await house.ask('GET', '/api/auth/login/2fa', asked)).status;
      expect(await waits({})).to.equal(401);
      expect(await waits({ cookie: `pf_pending=${pending_token}` })).to.equal(401);
      expect(await waits({ token: anna.token })).to.equal(401);
      expect(await waits({ cookie })).to.equal(200);
      house.running.container.resolve(inject.accounts).signOut(anna.id);
      expect(await waits({ cookie })).to.equal(401);

      const later = `pf_pending=${(await house.begin(anna.username)).cookies.get('pf_pending')?.value}`;
      clock.forward(301);
      expect(await waits({ cookie: later })).to.equal(401);
    });

    it('is also available at /api/auth/2fa/verify, with the token in the body', async () => {
      const anna = await house.newcomer();
      const { secret } = await house.enrolled(anna);
      clock.forward(30);
      const verify = (payload: object) => house.ask('POST', '/api/auth/2fa/verify', { payload });
      const pending_token = await house.pendingToken(anna.username);
      expect((await verify({ code: codeOf(secret) })).status).to.equal(401);
      expect((await verify({ pending_token, code: wrongCodeOf(secret) })).status).to.equal(401);
      expect((await verify({ pending_token, code: codeOf(secret) })).json<TokenPair>().user.id).to.equal(anna.id);
    });

    it('answers 401 without a first step', async () => {
      const answer = await step({ code: '123456' });
      expect([answer.status, answer.headers['www-authenticate']]).to.deep.equal([401, 'Bearer']);
    });

    const step = (payload: object, cookie?: string) =>
      house.ask('POST', '/api/auth/login/2fa', { payload, ...(cookie && { cookie }) });
  });
});
