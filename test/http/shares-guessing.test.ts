import { randomBytes } from 'node:crypto';
import { expect } from 'chai';
import type { AuditEntries } from '../../core/http/wire.ts';
import { shareAttempts } from '../../core/services/sign-in/login-limits.ts';
import { maxUnknownLinks } from '../../core/services/shares/share-limits.ts';
import { ShareHouse, type Link } from '../support/share-house.ts';

const password = 'guests of ours';

describe('protection against guessing', () => {
  let house: ShareHouse;

  beforeEach(async () => {
    house = await ShareHouse.open();
    house.photo('a');
  });
  afterEach(() => house.stop());

  const tryToken = async (remoteAddress: string, token = randomBytes(32).toString('base64url')) =>
    house.server.server.inject({ url: `/api/shared/${token}`, remoteAddress });
  const cookieOf = (answer: { headers: Record<string, unknown> }): string =>
    /^[^;]+/.exec(String([answer.headers['set-cookie']].flat()[0]))![0];
  const locked = (): Promise<Link> => house.share({ photos: ['a'], password, name: 'For Grandma' });
  const audit = async () =>
    (await house.server.json<AuditEntries>('/api/admin/audit', house.server.admin)).entries.map(
      ({ action, subject, detail, actor, times }) => ({ action, subject, detail, actor, times }),
    );

  describe('links', () => {
    it('are blocked for an address after several wrong ones, valid ones included, but not for other addresses', async () => {
      const link = await house.share({ photos: ['a'] });
      const address = '198.51.100.7';
      for (let at = 0; at < maxUnknownLinks; at++) expect((await tryToken(address)).statusCode).to.equal(404);
      for (const token of [undefined, link.token]) {
        const answer = await tryToken(address, token);
        expect(answer.statusCode).to.equal(429);
        expect(Number(answer.headers['retry-after'])).to.be.within(1, 60);
      }
      expect((await tryToken('198.51.100.8', link.token)).statusCode).to.equal(200);
      house.server.now += 30;
      expect((await tryToken(address, link.token)).statusCode).to.equal(200);
    });

    it('count all addresses of an IPv6 network as one', async () => {
      for (let at = 0; at < maxUnknownLinks; at++) await tryToken(`2001:db8::${at.toString(16)}`);
      expect((await tryToken('2001:db8::ffff')).statusCode).to.equal(429);
      expect((await tryToken('2001:db8:0:1::1')).statusCode).to.equal(404);
    });

    it('have the same response for texts of any form', async () => {
      const forms = ['x', '0', 'A'.repeat(43), 'A'.repeat(1000), '%00', "'", '..%2f', '__proto__', '%F0%9F%92%A9'];
      const answers = await Promise.all(forms.map((form) => tryToken('203.0.113.5', form)));
      expect(new Set(answers.map(({ statusCode, payload }) => `${statusCode} ${payload}`)).size).to.equal(1);
    });

    it('allow many requests for images, up to a much higher limit', async () => {
      const link = await house.share({ photos: ['a'] });
      const [photo] = await link.photos();
      const statuses = new Map<number, number>();
      for (let at = 0; at < 310; at++) {
        const { statusCode } = await link.get(`/photos/${photo!.uid}/full`, { 'if-none-match': '*' });
        statuses.set(statusCode, (statuses.get(statusCode) ?? 0) + 1);
        if (statusCode === 429) break;
      }
      expect(statuses.get(304)).to.be.greaterThan(290);
      expect(statuses.get(429)).to.equal(1);
      expect((await link.get('', {}, '192.0.2.99')).statusCode, 'another guest').to.equal(200);
    });
  });

  describe('passwords', () => {
    it('are required before a link reveals anything', async () => {
      const link = await locked();
      expect(await link.facts()).to.deep.equal({
        ...{ name: null, count: 0, download: false, details: false, videos: false, video_files: false },
        ...{ expires_at: null, needs_password: true },
      });
      const open = await house.share({ photos: ['a'] });
      const uid = (await open.photos())[0]!.uid;
      const paths = [
        '/photos',
        `/photos/${uid}/thumb`,
        `/photos/${uid}/full`,
        `/photos/${uid}/stream`,
        `/photos/${uid}/motion`,
      ];
      expect(await link.statuses(paths)).to.deep.equal(paths.map(() => 403));
      expect((await link.get('/photos')).headers['x-error-kind']).to.equal('password_needed');
    });

    it('open the link through a cookie for this link and browser only', async () => {
      const link = await locked();
      const answer = await link.unlock(password);
      expect(answer.statusCode).to.equal(200);
      const [header] = [answer.headers['set-cookie']].flat();
      expect(header).to.match(
        /^pf_share=\d+\.[\w-]{43}; HttpOnly; SameSite=Strict; Path=\/api\/shared\/[\w-]{43}; Secure$/,
      );
      const cookie = cookieOf(answer);
      expect(await link.photos({ cookie })).to.have.length(1);
      expect(await link.facts({ cookie })).to.include({ name: 'For Grandma', count: 1, needs_password: false });
    });

    it('cannot be replaced by the cookie of another link, an old or altered one, or one of another password', async () => {
      const [link, other] = [await locked(), await locked()];
      const cookie = cookieOf(await link.unlock(password));
      const status = async (from: Link, given: string) => (await from.get('/photos', { cookie: given })).statusCode;
      expect(await status(other, cookie)).to.equal(403);
      const [, until = '', proof = ''] = /=(\d+)\.(.+)$/.exec(cookie) ?? [];
      for (const forged of [
        `${Number(until) + 1}.${proof}`,
        `${until}.`,
        `0.${proof}`,
        `${until}.${'A'.repeat(43)}`,
        '',
      ]) {
        expect(await status(link, `pf_share=${forged}`), forged).to.equal(403);
      }
      const changed = await house.server.send('PATCH', `/api/shares/${link.made.id}`, {
        password: 'another word of ours',
      });
      expect(changed.statusCode).to.equal(200);
      expect(await status(link, cookie)).to.equal(403);
      const fresh = cookieOf(await other.unlock(password));
      expect(await status(other, fresh)).to.equal(200);
      house.server.now += 12 * 3600;
      expect(await status(other, fresh)).to.equal(403);
    });

    it('can be tried ten times per address for all links together, which blocks no other addresses or sign-ins', async () => {
      const [link, other] = [await locked(), await locked()];
      for (let at = 0; at < 10; at++) {
        const answer = await link.unlock('a wrong password', '198.51.100.9');
        expect([answer.statusCode, answer.headers['x-error-kind']]).to.deep.equal([403, 'wrong_password']);
        expect(answer.headers['set-cookie']).to.equal(undefined);
      }
      expect((await link.unlock(password, '198.51.100.9')).statusCode).to.equal(429);
      expect((await other.unlock(password, '198.51.100.9')).statusCode).to.equal(429);
      expect((await link.unlock(password, '198.51.100.10')).statusCode).to.equal(200);
      const signIn = await house.server.server.inject({
        method: 'POST',
        url: '/api/auth/login',
        payload: { username: 'write', password: 'whatever it is' },
        remoteAddress: '198.51.100.9',
      });
      expect(signIn.statusCode).to.equal(401);
    });

    it('can be tried a limited number of times for a link, from any number of addresses and at once', async () => {
      const link = await locked();
      const answers = await Promise.all(
        Array.from({ length: shareAttempts + 1 }, (_, at) => link.unlock('a wrong password', `198.51.${at}.1`)),
      );
      const blocked = answers.filter(({ statusCode }) => statusCode === 429);
      expect(blocked).to.have.length(1);
      expect((await link.unlock(password, '203.0.113.77')).statusCode).to.equal(429);
      house.server.now += 15 * 60;
      expect((await link.unlock(password, '203.0.113.77')).statusCode).to.equal(200);
    });

    it('are refused from pages of other sites', async () => {
      const link = await locked();
      for (const headers of [
        { 'sec-fetch-site': 'cross-site' },
        { 'sec-fetch-site': 'same-site' },
        { origin: 'null' },
      ]) {
        const answer = await house.server.server.inject({
          method: 'POST',
          url: `${link.api}/unlock`,
          payload: { password },
          headers,
        });
        expect(answer.statusCode).to.equal(403);
      }
    });

    it('leave audit entries with the number of the link, with neither token nor password', async () => {
      const link = await locked();
      await link.unlock('a wrong password');
      await link.unlock('a wrong password');
      await house.server.send('PATCH', `/api/shares/${link.made.id}`, { password: null, name: 'For Grandpa' });
      await house.server.send('DELETE', `/api/shares/${link.made.id}`, {});
      const subject = `#${link.made.id}`;
      expect(await audit()).to.deep.equal([
        { action: 'share.revoked', subject, detail: null, actor: 'write', times: 1 },
        { action: 'share.changed', subject, detail: 'password, name', actor: 'write', times: 1 },
        { action: 'share.password_failed', subject, detail: null, actor: null, times: 2 },
        { action: 'share.made', subject, detail: '1 photos', actor: 'write', times: 1 },
        { action: 'sharing.switched', subject: null, detail: 'on', actor: 'admin', times: 1 },
      ]);
    });

    it('cannot be short or common', async () => {
      for (const easy of ['short', 'password', '']) {
        const answer = await house.server.send('POST', '/api/shares', {
          photos: ['a'],
          expires_at: null,
          password: easy,
        });
        expect(answer.statusCode, easy).to.equal(400);
      }
    });
  });
});
