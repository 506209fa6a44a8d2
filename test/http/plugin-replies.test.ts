import { Readable } from 'node:stream';
import { expect } from 'chai';
import Joi from 'joi';
import { pluginRoute } from '../../core/http/plugin-routes.ts';
import { PluginHttpError, PluginReply, type PluginCall, type PluginRoute } from '../../core/plugin-api/index.ts';
import { httpFrame, type HttpFrame } from '../support/http-frame.ts';

/** The calls that handlers received, by name. */
const calls = new Map<string, PluginCall>();

const answers: Record<string, (call: PluginCall) => unknown> = {
  page: () => new PluginReply('<p>Hello</p>', { headers: { 'Content-Type': 'text/html; charset=utf-8' } }),
  text: () => new PluginReply('<p>Hello</p>'),
  bytes: () => new PluginReply(Uint8Array.of(1, 2, 3)),
  stream: () => new PluginReply(Readable.from([Buffer.from('one '), Buffer.from('two')]), { status: 203 }),
  sized: () => new PluginReply(Readable.from([Buffer.from('four')]), { headers: { 'content-length': '4' } }),
  made: () => new PluginReply({ id: 7 }, { status: 201, headers: { location: '/api/things/7' } }),
  flag: () => new PluginReply(true),
  gone: () => new PluginReply('Gone.', { status: 410 }),
  nothing: () => new PluginReply(null, { status: 204 }),
  away: () => PluginReply.redirect('https://sign-in.example/authorize?state=1', 302),
  tagged: () => new PluginReply('same', { headers: { etag: '"1"', 'cache-control': 'private' } }),
  cookies: () => new PluginReply(null, { cookies: { state: 'a; b', note: { value: '1', maxAge: 60 }, old: null } }),
  foreign: () => ({ [Symbol.for('photofinch.PluginReply')]: true, body: null, status: 99, headers: {}, cookies: {} }),
  sneaky: () => {
    const reply = new PluginReply('x');
    Object.assign(reply, { headers: { 'content-security-policy': 'default-src *' } });
    return reply;
  },
  refused: () => {
    throw new PluginHttpError(409, 'The <board> is full: come back tomorrow.');
  },
  wordless: () => {
    throw new PluginHttpError(404, '');
  },
  word: () => '<p>just a word</p>',
  null: () => null,
  undefined: () => undefined,
};

/** The routes that answer with JSON. */
const ofJson: readonly string[] = ['word', 'null', 'undefined'];

const routeOf = (name: string, more: Partial<PluginRoute> = {}): PluginRoute => ({
  method: 'GET',
  path: `/plugins/@me/tides/${name}`,
  access: 'none',
  summary: 'Answers something',
  answer: { media: ['text/html'] },
  handler: (call) => {
    calls.set(name, call);
    return Promise.resolve(answers[name] ? answers[name](call) : {});
  },
  ...more,
});

describe('a route of a plugin', () => {
  let frame: HttpFrame;
  const options = { plugin: '@me/tides', trustProxy: true, cookieSecure: false };

  before(async () => {
    const any = { answer: Joi.any() };
    frame = await httpFrame({
      trustProxy: true,
      routes: [
        ...Object.keys(answers).map((name) => routeOf(name, ofJson.includes(name) ? any : {})),
        routeOf('strict', { statuses: [303] }),
        routeOf('echo', { method: 'POST', payload: Joi.object({ name: Joi.string() }), ...any }),
        routeOf('hook', { method: 'POST', raw: true, largestBody: 1000, ...any }),
        routeOf('inside', { method: 'POST', path: '/api/tides', ...any }),
      ].map((route) => pluginRoute(route, options)),
    });
  });
  after(() => frame.stop());

  const get = (name: string, headers: Record<string, string> = {}) =>
    frame.inject({ url: `/plugins/@me/tides/${name}`, headers });

  it('can answer with a page, text, bytes or a stream, each with its content type', async () => {
    const page = await get('page');
    expect([page.headers['content-type'], page.body.toString()]).to.deep.equal([
      'text/html; charset=utf-8',
      '<p>Hello</p>',
    ]);
    // Text is a page only if its content type says so.
    expect((await get('text')).headers['content-type']).to.equal('text/plain; charset=utf-8');
    const bytes = await get('bytes');
    expect([bytes.headers['content-type'], [...bytes.body]]).to.deep.equal(['application/octet-stream', [1, 2, 3]]);
    const stream = await get('stream');
    expect([stream.statusCode, stream.body.toString()]).to.deep.equal([203, 'one two']);
    expect((await get('sized')).headers['content-length']).to.equal('4');
    expect((await get('flag')).json<unknown>()).to.equal(true);
  });

  it('sends text that is not a PluginReply as JSON, never as a page', async () => {
    const { headers, body } = await get('word');
    expect(headers['content-type']).to.match(/^application\/json/);
    expect(JSON.parse(body.toString())).to.equal('<p>just a word</p>');
  });

  it('sends null if the handler returns nothing', async () => {
    for (const name of ['null', 'undefined']) {
      const { statusCode, headers, body } = await get(name);
      expect([statusCode, headers['content-type'], body.toString()], name).to.deep.equal([
        200,
        (await get('word')).headers['content-type'],
        'null',
      ]);
    }
  });

  it('sends the standard text of the status if the plugin’s error has no message', async () => {
    const answer = await get('wordless');
    expect([answer.statusCode, answer.json()]).to.deep.equal([404, { detail: 'Not Found' }]);
  });

  it('shows an error as a page in browsers, and sends it as JSON to scripts', async () => {
    const shown = await get('refused', { accept: 'text/html,*/*;q=0.8' });
    expect([shown.statusCode, shown.headers['content-type']]).to.deep.equal([409, 'text/html; charset=utf-8']);
    expect(shown.body.toString()).to.include('The &lt;board&gt; is full: come back tomorrow.');
    expect(shown.headers['x-error-kind']).to.equal('conflict');
    const called = await get('refused', { accept: '*/*' });
    expect(called.json()).to.deep.equal({ detail: 'The <board> is full: come back tomorrow.' });
  });

  it('sends the status and headers that the plugin sets', async () => {
    const made = await get('made');
    expect([made.statusCode, made.headers['location'], made.json()]).to.deep.equal([201, '/api/things/7', { id: 7 }]);
    expect((await get('gone')).statusCode).to.equal(410);
    expect((await get('nothing')).statusCode).to.equal(204);
    const away = await get('away');
    expect([away.statusCode, away.headers['location']]).to.deep.equal([
      302,
      'https://sign-in.example/authorize?state=1',
    ]);
    expect((await get('tagged')).headers['cache-control']).to.equal('private');
    expect((await get('tagged', { 'if-none-match': '"1"' })).statusCode).to.equal(304);
  });

  it('never weakens the app’s security headers, whoever made the reply', async () => {
    const page = await get('page');
    expect(page.headers['content-security-policy']).to.equal("default-src 'self'; frame-ancestors 'none'");
    expect(page.headers['x-content-type-options']).to.equal('nosniff');
    expect((await get('sneaky')).statusCode).to.equal(500);
    expect((await get('foreign')).statusCode).to.equal(500);
    expect(JSON.stringify(frame.logged)).to.include('has the header content-security-policy: the server sets it');
  });

  it('rejects a reply that cannot be sent when it is created, and says why', () => {
    const made =
      (...given: ConstructorParameters<typeof PluginReply>) =>
      () =>
        new PluginReply(...given);
    expect(made('x', { status: 101 })).to.throw(TypeError, 'has status 101: use a whole number from 200 to 599.');
    expect(made('x', { status: 204 })).to.throw('of status 204 has a body: give null.');
    expect(made('x', { headers: { 'Set-Cookie': 'a=b' } })).to.throw('has the header Set-Cookie: give `cookies`.');
    expect(made('x', { headers: { 'X-Frame-Options': 'ALLOW' } })).to.throw('the server sets it');
    expect(made('x', { headers: { 'referrer-policy': 'unsafe-url' } })).to.throw('can only be made no-referrer');
    for (const length of ['+4', '0x4', '4, 4', '4 ', '', 'four', '-1']) {
      expect(made('x', { headers: { 'Content-Length': length } }), length).to.throw('that is no length: give digits');
    }
    expect(made('x', { headers: { 'Service-Worker-Allowed': '/' } })).to.throw('the server sets it');
    expect(made('x', { headers: { 'x-note': 'a\r\nb: c' } })).to.throw('cannot be sent');
    expect(made('x', { cookies: { 'a b': '1' } })).to.throw('up to 64 letters');
    expect(made('x', { cookies: { a: { value: '1', maxAge: 0.5 } } })).to.throw('is not a time');
    expect(made(undefined as never)).to.throw('has a body of type undefined');
    expect(() => PluginReply.redirect('/a\nb')).to.throw('cannot be sent');
  });

  it('answers only with statuses that it declares, if it declares any', async () => {
    answers['strict'] = () => new PluginReply(null, { status: 302 });
    const { statusCode, body } = await get('strict');
    expect([statusCode, body.toString()]).to.include(500);
    expect(body.toString()).to.include('answered 302, which it does not declare');
    answers['strict'] = () => PluginReply.redirect('/');
    expect((await get('strict')).statusCode).to.equal(303);
  });

  it('keeps its plugin’s cookies apart, below its own path, out of reach of scripts', async () => {
    const { headers } = await get('cookies');
    expect(headers['set-cookie']).to.deep.equal([
      'pf+me+tides+state=a%3B%20b; Path=/plugins/@me/tides/; HttpOnly; SameSite=Lax',
      'pf+me+tides+note=1; Path=/plugins/@me/tides/; HttpOnly; SameSite=Lax; Max-Age=60',
      'pf+me+tides+old=; Path=/plugins/@me/tides/; HttpOnly; SameSite=Lax; Max-Age=0',
    ]);
    const https = await get('cookies', { 'x-forwarded-proto': 'https' });
    expect([https.headers['set-cookie']].flat()[0]).to.match(/; Secure$/);
    await get('text', {
      cookie: 'pf_refresh=secret; pf+me+tides+state=a%3B%20b; pf+other+state=1; pf+me+tides+bad="; unknown=1',
    });
    expect(calls.get('text')?.cookies).to.deep.equal({ state: 'a; b' });
  });

  it('is told the origin that the client used, and its headers without its token', async () => {
    const seen = (): PluginCall | undefined => calls.get('text');
    await get('text', { host: 'photos.local:8470', authorization: 'Bearer 1', 'X-Signature': 'abc', cookie: 'a=b' });
    expect(seen()?.origin).to.equal('http://photos.local:8470');
    expect(seen()?.headers).to.include({ 'x-signature': 'abc' });
    expect(seen()?.headers).not.to.have.any.keys('authorization', 'cookie');
    await get('text', {
      host: 'inside:8470',
      'x-forwarded-host': 'photos.example',
      'x-forwarded-proto': 'https',
      'x-forwarded-for': '203.0.113.9',
    });
    expect([seen()?.origin, seen()?.address]).to.deep.equal(['https://photos.example', '203.0.113.9']);
    // The Origin of a page of the same host shows whether there is https in front; another host's is ignored.
    await get('text', { host: 'photos.example', origin: 'https://photos.example' });
    expect(seen()?.origin).to.equal('https://photos.example');
    await get('text', { host: 'photos.example', origin: 'https://elsewhere.example' });
    expect(seen()?.origin).to.equal('http://photos.example');
  });

  it('accepts a raw body of any type, up to its size limit', async () => {
    answers['hook'] = ({ payload }) => ({ bytes: (payload as Buffer).toString('hex') });
    const post = (payload: string | Buffer, headers: Record<string, string>) =>
      frame.inject({ method: 'POST', url: '/plugins/@me/tides/hook', payload, headers });
    const json = await post('{"a": 1}', { 'content-type': 'application/json' });
    expect(json.json()).to.deep.equal({ bytes: Buffer.from('{"a": 1}').toString('hex') });
    expect((await post(Buffer.of(0, 255), { 'content-type': 'image/x-own' })).json()).to.deep.equal({ bytes: '00ff' });
    expect((await post(Buffer.of(7), {})).json()).to.deep.equal({ bytes: '07' });
    expect((await frame.inject({ method: 'POST', url: '/plugins/@me/tides/hook' })).json()).to.deep.equal({
      bytes: '',
    });
    expect((await post('x'.repeat(1001), { 'content-type': 'text/plain' })).statusCode).to.equal(413);
  });

  it('accepts forms below its own path, but only JSON below /api/', async () => {
    const post = (url: string, type: string | undefined, payload: string) =>
      frame.inject({ method: 'POST', url, payload, headers: type === undefined ? {} : { 'content-type': type } });
    const form = 'application/x-www-form-urlencoded';
    expect((await post('/plugins/@me/tides/echo', form, 'name=Anna')).statusCode).to.equal(200);
    expect(calls.get('echo')?.payload).to.deep.equal({ name: 'Anna' });
    expect((await post('/plugins/@me/tides/echo', 'application/json', '{"name": "Jo"}')).statusCode).to.equal(200);
    expect((await post('/plugins/@me/tides/echo', undefined, '{"name": "Jo"}')).statusCode).to.equal(415);
    expect((await post('/plugins/@me/tides/echo', 'text/plain', '{"name": "Jo"}')).statusCode).to.equal(415);
    expect((await post('/api/tides', form, 'name=Anna')).statusCode).to.equal(415);
  });
});
