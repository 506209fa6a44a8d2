import { expect } from 'chai';
import { mediaKey, signMedia } from '../../core/domain/media-signature.ts';
import type { Face, FaceList, Photo, PhotoList, Signature, Signatures } from '../../core/http/wire.ts';
import { added, specified } from '../spec/specification.ts';
import { expectProperAnswer } from '../support/access-answer.ts';
import { AccessHouse, signingSecret, type SignedIn } from '../support/access-house.ts';
import { bearer } from '../support/access-identities.ts';

const elsewhere = 'a secret of some other server, not of this';

describe('signed URLs of the running program', function () {
  const house = new AccessHouse();
  /** All of the same photo and face. */
  let thumb: string, full: string, cover: string, crop: string;
  let face: Face;

  before(async () => {
    await house.start();
    const [person = 0] = await house.people();
    const { faces } = await house.json<FaceList>('GET', `/api/people/${person}/faces`);
    face = faces[0]!;
    thumb = `/api/photos/${face.photo_uid}/thumb`;
    full = `/api/photos/${face.photo_uid}/full`;
    cover = `/api/people/${person}/cover`;
    crop = `/api/faces/${face.id}/crop`;
    await house.json('POST', cover, { body: { face_id: face.id } });
  });
  after(() => house.stop());

  const media = (): string[] => [thumb, full, cover, crop];
  const sign = (path: string, { access_token: token }: SignedIn): Promise<Signature> =>
    house.json('POST', '/api/sign', { token, body: { path } });
  const signed = (path: string, { sig, exp }: Signature | { sig: string; exp: string | number }): string =>
    `${path}?sig=${encodeURIComponent(sig)}&exp=${exp}`;
  const urlOf = async (path: string, user: SignedIn): Promise<string> => signed(path, await sign(path, user));
  const status = async (url: string, headers: Record<string, string> = {}, method = 'GET'): Promise<number> => {
    const answer = await house.ask(method, url, { headers });
    await expectProperAnswer(answer, `${method} ${url}`);
    return answer.status;
  };

  it('open each picture without a token, for each role that may see it', async () => {
    for (const role of ['read', 'write', 'admin'] as const) {
      for (const path of media()) {
        const url = await urlOf(path, house.as(role));
        const answer = await house.ask('GET', url);
        expect(answer.status, url).to.equal(200);
        expect(answer.headers.get('content-type'), url).to.match(/^image\//);
        expect((await answer.arrayBuffer()).byteLength, url).to.be.greaterThan(500);
        expect(await status(url, {}, 'HEAD'), `HEAD ${url}`).to.equal(200);
      }
    }
  });

  it('are part of each item of a list', async () => {
    const { access_token: token } = house.as('read');
    const { photos } = await house.json<PhotoList>('GET', '/api/photos?limit=5', { token });
    const { faces } = await house.json<FaceList>('GET', `/api/photos/${face.photo_uid}/faces`, { token });
    const urls = [...photos.map(({ thumb_url: url }) => url), ...faces.map(({ crop_url: url }) => url)];
    expect(urls).to.have.length.greaterThan(5);
    for (const url of urls) expect(await status(url ?? ''), url ?? '').to.equal(200);
  });

  it('open only the path that they were made for', async () => {
    const other = (await house.json<PhotoList>('GET', '/api/photos?limit=9')).photos.find(
      ({ uid }) => uid !== face.photo_uid,
    )!;
    const all = [...media(), `/api/photos/${other.uid}/thumb`, `/api/photos/${other.uid}/full`];
    for (const path of media()) {
      const signature = await sign(path, house.as('admin'));
      for (const wrong of all.filter((one) => one !== path)) {
        expect(await status(signed(wrong, signature)), `signature of ${path} for ${wrong}`).to.equal(403);
      }
    }
  });

  it('open only routes of pictures, and cannot be made for others', async () => {
    const signature = await sign(thumb, house.as('admin'));
    const paths = [...specified, ...added].filter(([method, , access]) => method === 'GET' && access !== 'none');
    for (const [, template, access] of paths) {
      if (access === 'media') continue;
      const path = template.replaceAll(/\{\w+\}/g, '1');
      expect(await status(signed(path, signature)), path).to.equal(401);
      const { access_token: token } = house.as('admin');
      const answer = await house.ask('POST', '/api/sign', { token, body: { path } });
      expect(answer.status, path).to.equal(400);
    }
  });

  it('are invalid once they are altered', async () => {
    for (const path of media()) {
      const { sig, exp } = await sign(path, house.as('read'));
      const [id = '', mac = ''] = sig.split('.');
      const otherLetter = mac.startsWith('A') ? 'B' : 'A';
      const altered: [sig: string, exp: string | number][] = [
        [`${id}.${otherLetter}${mac.slice(1)}`, exp],
        [`${id}.${mac.slice(0, -1)}${mac.endsWith('A') ? 'B' : 'A'}`, exp],
        [`${id}.${mac.toLowerCase()}`, exp],
        [`${id}.${mac}=`, exp],
        [`${id}.${mac.slice(1)}`, exp],
        [`${house.as('admin').user.id}.${mac}`, exp],
        [`0${sig}`, exp],
        [mac, exp],
        [sig + sig, exp],
        ['', exp],
        ['null', exp],
        [sig, exp + 1],
        [sig, exp + 3600],
        [sig, exp - 3600],
        [sig, -exp],
        [sig, `${exp}.0`],
        [sig, `0${exp}`.padStart(20, '0')],
        [sig, `${exp}e0`],
        [sig, ''],
        [sig, '9'.repeat(12)],
      ];
      for (const [wrongSig, wrongExp] of altered) {
        const url = signed(path, { sig: wrongSig, exp: wrongExp });
        expect(await status(url), url).to.equal(403);
      }
      expect(await status(`${path}?sig=${sig}`), 'without exp').to.equal(403);
      expect(await status(`${path}?exp=${exp}`), 'without sig').to.equal(403);
      expect(await status(`${path}?sig=${sig}&sig=${sig}&exp=${exp}`), 'twice').to.equal(403);
    }
  });

  it('expire, and cannot be made without the secret', async () => {
    const key = mediaKey(Buffer.from(signingSecret));
    const { id: userId } = house.as('read').user;
    for (const path of media()) {
      const { sig, exp } = await sign(path, house.as('read'));
      const tokenEpoch = [0, 1, 2, 3].find(
        (epoch) => sig === signMedia(key, { userId, tokenEpoch: epoch, role: 'read', path, exp }),
      );
      if (tokenEpoch === undefined) throw new Error('the test does not sign as the server does');
      const at = (time: number, by = key, epoch = tokenEpoch, user = userId): Promise<number> =>
        status(
          signed(path, {
            sig: signMedia(by, { userId: user, tokenEpoch: epoch, role: 'read', path, exp: time }),
            exp: time,
          }),
        );
      const now = Math.floor(Date.now() / 1000);
      expect(await at(now + 60), 'a minute to go').to.equal(200);
      expect(await at(now - 1), 'a second too late').to.equal(403);
      expect(await at(now - 86_400), 'a day too late').to.equal(403);
      expect(await at(0), 'the beginning of time').to.equal(403);
      expect(await at(now + 60, mediaKey(Buffer.from(elsewhere))), 'another secret').to.equal(403);
      expect(await at(now + 60, key, tokenEpoch + 1), 'of a time to come').to.equal(403);
      expect(await at(now + 60, key, tokenEpoch, 987_654), 'of nobody').to.equal(403);
    }
  });

  it('are ignored if there is a token', async () => {
    for (const path of media()) {
      const good = await urlOf(path, house.as('read'));
      const bad = signed(path, { sig: '1.wrong', exp: 1 });
      const token = bearer(house.as('read').access_token);
      expect(await status(bad, token), `a good token and a bad signature for ${path}`).to.equal(200);
      expect(await status(good, bearer('0'.repeat(64))), `a bad token and a good signature for ${path}`).to.equal(401);
      expect(await status(good, bearer(house.expired)), `an expired token for ${path}`).to.equal(401);
    }
  });

  /** Events for a user after which the signatures must be invalid. */
  const ends: Record<string, (user: SignedIn) => Promise<unknown>> = {
    'is disabled': ({ user }) => house.json('PATCH', `/api/admin/users/${user.id}`, { body: { disabled: true } }),
    'was disabled for a while': async ({ user }) => {
      const path = `/api/admin/users/${user.id}`;
      await house.json('PATCH', path, { body: { disabled: true } });
      await house.json('PATCH', path, { body: { disabled: false } });
    },
    'is signed out everywhere': ({ user }) => house.json('POST', `/api/admin/users/${user.id}/logout`),
    'is deleted': ({ user }) => house.json('DELETE', `/api/admin/users/${user.id}`),
    'is given a new password': ({ user }) =>
      house.json('PATCH', `/api/admin/users/${user.id}`, { body: { password: 'another-password' } }),
    'changes their password': ({ access_token: token, password }) =>
      house.json('POST', '/api/auth/password', {
        token,
        body: { current_password: password, new_password: 'another-password' },
      }),
  };
  for (const [what, happens] of Object.entries(ends)) {
    it(`become invalid when their user ${what}`, async () => {
      const user = await house.addSignedIn('admin');
      const urls = await Promise.all(media().map((path) => urlOf(path, user)));
      for (const url of urls) expect(await status(url), url).to.equal(200);
      await happens(user);
      for (const url of urls) expect(await status(url), url).to.equal(403);
    });
  }

  it('never open what their user may not see', async () => {
    const writer = await house.addSignedIn('write');
    const before = await Promise.all(media().map((path) => urlOf(path, house.as('read'))));
    await house.json<Photo>('PATCH', `/api/photos/${face.photo_uid}`, { body: { hidden: true } });
    const { access_token: token } = house.as('read');
    // The person has other photos, so that another face is the cover.
    const hidden = [thumb, full, crop];
    for (const path of hidden) {
      expect(await status(path, bearer(token)), `${path} by a reader's token`).to.equal(404);
      expect(await status(before[media().indexOf(path)] ?? ''), `${path}, signed before`).to.equal(404);
      expect((await house.ask('POST', '/api/sign', { token, body: { path } })).status, path).to.equal(404);
    }
    const { urls } = await house.json<Signatures>('POST', '/api/sign', { token, body: { paths: media() } });
    expect(urls.map(({ path }) => path)).to.deep.equal([cover]);

    const ofWriter = await Promise.all(hidden.map((path) => urlOf(path, writer)));
    for (const url of ofWriter) expect(await status(url), url).to.equal(200);
    await house.json('PATCH', `/api/admin/users/${writer.user.id}`, { body: { role: 'read' } });
    for (const url of ofWriter) expect(await status(url), 'the writer is a reader now').to.be.oneOf([403, 404]);
    await house.json<Photo>('PATCH', `/api/photos/${face.photo_uid}`, { body: { hidden: false } });
    for (const url of before) expect(await status(url), url).to.equal(200);
  });
});
