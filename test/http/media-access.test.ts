import { expect } from 'chai';
import { route, type Route } from '../../core/http/pipeline/route.ts';
import { fields } from '../../core/http/schemas/answer.ts';
import { photoParams } from '../../core/http/schemas/input.ts';
import { word } from '../../core/http/schemas/parts.ts';
import type { Signature, Signatures } from '../../core/http/wire.ts';
import { httpFrame, type HttpFrame } from '../support/http-frame.ts';

/** Returns the caller in place of an image. */
const thumb: Route = route({
  method: 'GET',
  path: '/api/photos/{uid}/thumb',
  access: 'media',
  summary: 'A thumbnail',
  params: photoParams,
  query: fields({ format: word }),
  answer: { binary: ['image/webp'] },
  handle: ({ caller, params, query }) => ({ who: caller?.username ?? null, uid: params.uid, query }),
});

describe('binary media', () => {
  let frame: HttpFrame;
  let headers: { authorization: string };

  before(async () => {
    frame = await httpFrame({ routes: [thumb] });
    ({ headers } = await frame.signIn('read'));
  });
  after(() => frame.stop());

  const sign = (path: string) => frame.inject({ method: 'POST', url: '/api/sign', headers, payload: { path } });

  it('open with a bearer token', async () => {
    const answer = await frame.inject({ url: '/api/photos/p1/thumb', headers });
    expect(answer.json()).to.deep.equal({ who: 'guest-1', uid: 'p1', query: {} });
  });

  it('open with a signature, which is not passed to the route', async () => {
    const { sig, exp } = (await sign('/api/photos/a%3Db/thumb')).json<Signature>();
    const answer = await frame.inject({ url: `/api/photos/a=b/thumb?format=jpeg&sig=${sig}&exp=${exp}&v=7` });
    expect(answer.json()).to.deep.equal({ who: 'guest-1', uid: 'a=b', query: { format: 'jpeg' } });
  });

  it('answer 401 without credentials, and 403 to an invalid signature', async () => {
    const { sig, exp } = (await sign('/api/photos/p1/thumb')).json<Signature>();
    expect((await frame.inject({ url: '/api/photos/p1/thumb' })).statusCode).to.equal(401);
    for (const query of [
      `sig=${sig}`,
      `exp=${exp}`,
      `sig=${sig}&exp=${exp + 3600}`,
      `sig=${sig}&exp=${exp}.0`,
      `sig=${sig}&exp=`,
      `sig=${sig}x&exp=${exp}`,
      `sig=${sig}&sig=${sig}&exp=${exp}`,
    ]) {
      const answer = await frame.inject({ url: `/api/photos/p1/thumb?${query}` });
      expect(answer.statusCode, query).to.equal(403);
      expect(answer.json()).to.have.all.keys('detail');
    }
    expect((await frame.inject({ url: `/api/photos/p2/thumb?sig=${sig}&exp=${exp}` })).statusCode).to.equal(403);
  });

  it('validate the rest of the query', async () => {
    const answer = await frame.inject({ url: '/api/photos/p1/thumb?size=1', headers });
    expect(answer.statusCode).to.equal(400);
    expect(answer.json()).to.deep.equal({ detail: 'size is not allowed.' });
    const odd = await frame.inject({ url: '/api/photos/p1/thumb?__proto__=1', headers });
    expect([odd.statusCode, odd.json()]).to.deep.equal([400, { detail: '__proto__ is not allowed.' }]);
  });

  it('are open to everybody, unlike other routes, if the settings make thumbnails public', async () => {
    const open = await httpFrame({ routes: [thumb], publicThumbs: true });
    const answer = await open.inject({ url: '/api/photos/p1/thumb?sig=1.old&exp=1' });
    expect(answer.json()).to.deep.equal({ who: null, uid: 'p1', query: {} });
    expect((await open.inject({ url: '/api/auth/me' })).statusCode).to.equal(401);
    await open.stop();
  });

  describe('POST /api/sign', () => {
    it('returns sig and exp', async () => {
      const answer = await sign('/api/photos/p1/full');
      expect(answer.statusCode).to.equal(200);
      expect(answer.json()).to.have.all.keys('sig', 'exp');
    });

    it('answers 400 to any other path, naming the field', async () => {
      for (const path of [
        '/api/photos/p1',
        '/api/auth/me',
        '',
        '/api/photos/p1/thumb?format=jpeg',
        '//x/api/faces/1/crop',
      ]) {
        const answer = await sign(path);
        expect(answer.statusCode, path).to.equal(400);
        expect(answer.json()['detail']).to.match(/^path /);
      }
    });

    const send = (payload: object) => frame.inject({ method: 'POST', url: '/api/sign', headers, payload });

    it('signs up to 1000 paths at once, in their order, with the same signatures as one by one', async () => {
      const paths = Array.from({ length: 1000 }, (_, at) => `/api/photos/p${at}/thumb`);
      const answer = await send({ paths });
      expect(answer.statusCode).to.equal(200);
      const { urls, ttl } = answer.json<Signatures>();
      expect(urls.map(({ path }) => path)).to.deep.equal(paths);
      const alone = (await sign(String(paths[7]))).json<Signature>();
      expect(urls[7]).to.deep.equal({ path: paths[7], ...alone });
      expect(ttl).to.equal(alone.exp - frame.now);
      const opened = await frame.inject({ url: `${urls[999]?.path}?sig=${urls[999]?.sig}&exp=${urls[999]?.exp}` });
      expect(opened.json()).to.include({ uid: 'p999' });
    });

    it('limits the lifetime of signatures to the requested ttl, but never beyond the usual one', async () => {
      const paths = ['/api/photos/p1/thumb', '/api/faces/2/crop'];
      const short = (await send({ paths, ttl: 300 })).json<Signatures>();
      expect(short.ttl).to.equal(300);
      expect(short.urls.map(({ exp }) => exp - frame.now)).to.deep.equal([300, 300]);
      const long = (await send({ paths, ttl: 300 * 86_400 })).json<Signatures>();
      expect(long.ttl).to.be.within(86_400, 90_000);
      expect((await send({ path: paths[0], ttl: 60 })).json<Signature>().exp - frame.now).to.equal(60);
      const url = `${paths[0]}?sig=${short.urls[0]?.sig}&exp=${short.urls[0]?.exp}`;
      expect((await frame.inject({ url })).statusCode).to.equal(200);
      frame.now += 300;
      expect((await frame.inject({ url })).statusCode).to.equal(403);
      frame.now -= 300;
    });

    it('answers 400 to no paths, too many paths, an invalid path among others, and an invalid ttl', async () => {
      const good = '/api/photos/p1/thumb';
      for (const [payload, detail] of [
        [{}, /^One of path, paths is required\.$/],
        [{ path: good, paths: [good] }, /^path, paths cannot be sent together\.$/],
        [{ paths: [] }, /^paths must contain at least 1 items\.$/],
        [{ paths: Array.from({ length: 1001 }, () => good) }, /^paths /],
        [{ paths: [good, '/api/photos/p1'] }, /^paths\[1\] must be that of a thumb/],
        [{ paths: [good, 5] }, /^paths\[1\]/],
        [{ paths: good }, /^paths /],
        [{ paths: [good], ttl: 0 }, /^ttl /],
        [{ paths: [good], ttl: '60' }, /^ttl /],
        [{ paths: [good], ttl: 1.5 }, /^ttl /],
      ] as const) {
        const answer = await send(payload);
        expect(answer.statusCode, JSON.stringify(payload).slice(0, 80)).to.equal(400);
        expect(answer.json()['detail']).to.match(detail);
      }
    });

    it('requires a bearer token', async () => {
      const answer = await frame.inject({ method: 'POST', url: '/api/sign', payload: { path: '/api/photos/p1/full' } });
      expect(answer.statusCode).to.equal(401);
    });
  });
});
