import { expect } from 'chai';
import Joi from 'joi';
import { route, type Route } from '../../core/http/route.ts';
import type { Signature } from '../../core/http/wire.ts';
import { httpFrame, type HttpFrame } from '../support/http-frame.ts';

/** Says who looks, in place of a picture. */
const thumb: Route = route<{ uid: string }, { format?: string }>({
  method: 'GET',
  path: '/api/photos/{uid}/thumb',
  access: 'media',
  summary: 'A thumbnail',
  params: Joi.object({ uid: Joi.string().required() }),
  query: Joi.object({ format: Joi.string() }),
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

  it('open with a signature, which the route never sees', async () => {
    const { sig, exp } = (await sign('/api/photos/a%3Db/thumb')).json<Signature>();
    const answer = await frame.inject({ url: `/api/photos/a=b/thumb?format=jpeg&sig=${sig}&exp=${exp}&v=7` });
    expect(answer.json()).to.deep.equal({ who: 'guest-1', uid: 'a=b', query: { format: 'jpeg' } });
  });

  it('answer 401 to nobody and 403 to a signature that does not fit', async () => {
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

  it('still check the rest of the query', async () => {
    const answer = await frame.inject({ url: '/api/photos/p1/thumb?size=1', headers });
    expect(answer.statusCode).to.equal(400);
    expect(answer.json()).to.deep.equal({ detail: 'size is not allowed.' });
    const odd = await frame.inject({ url: '/api/photos/p1/thumb?__proto__=1', headers });
    expect([odd.statusCode, odd.json()]).to.deep.equal([400, { detail: '__proto__ is not allowed.' }]);
  });

  it('are open to anybody only where the settings say so', async () => {
    const open = await httpFrame({ routes: [thumb], publicThumbs: true });
    const answer = await open.inject({ url: '/api/photos/p1/thumb?sig=1.old&exp=1' });
    expect(answer.json()).to.deep.equal({ who: null, uid: 'p1', query: {} });
    expect((await open.inject({ url: '/api/auth/me' })).statusCode).to.equal(401);
    await open.stop();
  });

  describe('POST /api/sign', () => {
    it('answers sig and exp', async () => {
      const answer = await sign('/api/photos/p1/full');
      expect(answer.statusCode).to.equal(200);
      expect(answer.json()).to.have.all.keys('sig', 'exp');
    });

    it('answers 400 to a path of anything else, naming the field', async () => {
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

    it('wants a bearer token', async () => {
      const answer = await frame.inject({ method: 'POST', url: '/api/sign', payload: { path: '/api/photos/p1/full' } });
      expect(answer.statusCode).to.equal(401);
    });
  });
});
