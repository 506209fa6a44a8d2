import { connect } from 'node:net';
import { gzipSync } from 'node:zlib';
import { expect } from 'chai';
import Joi from 'joi';
import { DomainError, type ErrorKind } from '../../core/domain/errors.ts';
import { pluginRoute } from '../../core/http/plugin-routes.ts';
import { route, type Route } from '../../core/http/pipeline/route.ts';
import { fields, oneOf } from '../../core/http/schemas/answer.ts';
import { boolean, integer, number, word } from '../../core/http/schemas/parts.ts';
import { PluginHttpError } from '../../core/plugin-api/index.ts';
import { httpFrame, type Answer, type HttpFrame } from '../support/http-frame.ts';

const failWith = (path: Route['path'], error: () => unknown): Route =>
  route({
    method: 'GET',
    path,
    access: 'none',
    summary: 'Fails',
    fails: Object.keys(statuses) as ErrorKind[],
    answer: Joi.object(),
    handle: () => {
      throw error();
    },
  });

const statuses: Record<ErrorKind, number> = {
  bad_input: 400,
  unauthenticated: 401,
  forbidden: 403,
  not_found: 404,
  conflict: 409,
  too_large: 413,
  not_an_image: 415,
  bad_range: 416,
  too_many_attempts: 429,
  source_answered_wrongly: 502,
  source_unavailable: 503,
  not_ready: 503,
  source_timeout: 504,
};

const undeclared: Route = {
  ...failWith('/api/fail/undeclared', () => new DomainError('conflict', 'Not said.')),
  fails: [],
};

const breaksSchema: Route = route({
  method: 'GET',
  path: '/api/fail/schema',
  access: 'none',
  summary: 'Breaks its schema',
  answer: Joi.object({ count: Joi.number().required() }),
  handle: () => ({ count: 'many' }),
});

const echo: Route = route({
  method: 'POST',
  path: '/api/echo/{id}',
  access: 'none',
  summary: 'Answers what it was told',
  params: fields({ id: integer.required() }),
  query: fields({ limit: integer.min(1).max(10).default(5) }),
  payload: fields({
    name: word.required(),
    on: boolean,
    kind: oneOf('image', 'video'),
    lat: number,
    lng: number,
    uid: word,
    album: word,
  })
    .and('lat', 'lng')
    .oxor('uid', 'album'),
  answer: Joi.object().unknown(true),
  handle: ({ params, query, payload }) => ({ params, query, payload }),
});

const forRole = (role: 'read' | 'write' | 'admin'): Route =>
  route({
    method: 'GET',
    path: `/api/for/${role}`,
    access: role,
    summary: 'For a role',
    answer: Joi.object().unknown(true),
    handle: ({ caller }) => ({ role: caller.role }),
  });

describe('errors over HTTP', () => {
  let frame: HttpFrame;

  before(async () => {
    frame = await httpFrame({
      routes: [
        ...Object.keys(statuses).map((kind) =>
          failWith(`/api/fail/${kind}`, () => new DomainError(kind as ErrorKind, `It is ${kind}.`)),
        ),
        failWith('/api/fail/later', () => new DomainError('source_unavailable', 'Later.', { retryAfter: 0.2 })),
        failWith('/api/fail/range', () => new DomainError('bad_range', 'Outside.', { totalLength: 1234 })),
        failWith('/api/fail/unforeseen', () => new Error('SELECT secret FROM /home/anna/index.sqlite3')),
        undeclared,
        failWith('/api/fail/odd', () => 'a string'),
        pluginRoute({
          method: 'GET',
          path: '/api/fail/plugin',
          access: 'none',
          summary: 'Of a plugin',
          answer: Joi.object(),
          handler: () => Promise.reject(new PluginHttpError(422, 'The plugin says no.')),
        }),
        breaksSchema,
        echo,
        forRole('read'),
        forRole('write'),
        forRole('admin'),
      ],
    });
  });
  after(() => frame.stop());

  const post = (url: string, payload: object | string, headers: Record<string, string> = {}): Promise<Answer> =>
    frame.inject({ method: 'POST', url, payload, headers });

  for (const [kind, status] of Object.entries(statuses)) {
    it(`of the kind ${kind} are ${status} with the message as detail`, async () => {
      const answer = await frame.inject({ url: `/api/fail/${kind}` });
      expect(answer.statusCode).to.equal(status);
      expect(answer.json()).to.deep.equal({ detail: `It is ${kind}.` });
      expect(answer.headers['content-type']).to.match(/^application\/json/);
      expect(answer.headers['cache-control']).to.equal('no-store');
      expect(answer.headers['www-authenticate']).to.equal(status === 401 ? 'Bearer' : undefined);
    });
  }

  it('carry Retry-After in whole seconds, or the total length after a range beyond it', async () => {
    expect((await frame.inject({ url: '/api/fail/later' })).headers['retry-after']).to.equal('1');
    expect((await frame.inject({ url: '/api/fail/range' })).headers['content-range']).to.equal('bytes */1234');
  });

  it('reveal nothing if they are unexpected, but are logged', async () => {
    const answer = await frame.inject({ url: '/api/fail/unforeseen' });
    expect(answer.statusCode).to.equal(500);
    expect(answer.body.toString()).not.to.match(/SELECT|home|stack/);
    expect(answer.json()).to.have.all.keys('detail');
    expect(JSON.stringify(frame.logged)).to.include('SELECT secret FROM');
    expect((await frame.inject({ url: '/api/fail/odd' })).statusCode).to.equal(500);
  });

  it('from plugins are sent with their status and message', async () => {
    const answer = await frame.inject({ url: '/api/fail/plugin' });
    expect([answer.statusCode, answer.json()]).to.deep.equal([422, { detail: 'The plugin says no.' }]);
  });

  it('are 500 for a status that the route does not declare, when responses are validated', async () => {
    const answer = await frame.inject({ url: '/api/fail/undeclared' });
    expect([answer.statusCode, answer.json()]).to.deep.equal([
      500,
      { detail: 'GET /api/fail/undeclared answered 409, which it does not declare.' },
    ]);
  });

  it('are 500 for a response that breaks its schema, when responses are validated', async () => {
    frame.logged.length = 0;
    expect((await frame.inject({ url: '/api/fail/schema' })).statusCode).to.equal(500);
    expect(JSON.stringify(frame.logged)).to.include('GET /api/fail/schema breaks its schema: ');
  });

  it('do not replace a response that breaks its schema, or an undeclared status, in production', async () => {
    const production = await httpFrame({ routes: [undeclared, breaksSchema], validateAnswers: false });
    try {
      const answers = [
        await production.inject({ url: '/api/fail/schema' }),
        await production.inject({ url: '/api/fail/undeclared' }),
      ];
      expect(answers.map((answer) => [answer.statusCode, answer.json()])).to.deep.equal([
        [200, { count: 'many' }],
        [409, { detail: 'Not said.' }],
      ]);
    } finally {
      await production.stop();
    }
  });

  describe('input', () => {
    it('is parsed, with numbers in the query and default values', async () => {
      const answer = await post('/api/echo/7?limit=3', { name: 'x', on: true });
      expect(answer.json()).to.deep.equal({ params: { id: 7 }, query: { limit: 3 }, payload: { name: 'x', on: true } });
      expect((await post('/api/echo/7', { name: 'x' })).json()['query']).to.deep.equal({ limit: 5 });
    });

    const cases: [what: string, url: string, payload: object | string, detail: RegExp][] = [
      ['an unknown body field', '/api/echo/1', { name: 'x', nmae: 'y' }, /^nmae is not allowed\.$/],
      ['a missing field', '/api/echo/1', {}, /^name is required\.$/],
      ['a number instead of a string', '/api/echo/1', { name: 5 }, /^name must be a string\.$/],
      ['a string instead of a boolean', '/api/echo/1', { name: 'x', on: 'true' }, /^on must be a boolean\.$/],
      [
        'a parameter above its maximum',
        '/api/echo/1?limit=11',
        { name: 'x' },
        /^limit must be less than or equal to 10\.$/,
      ],
      ['a number beyond all limits', `/api/echo/1?limit=${'9'.repeat(20)}`, { name: 'x' }, /^limit is out of range\.$/],
      [
        'none of the allowed values',
        '/api/echo/1',
        { name: 'x', kind: 'film' },
        /^kind must be one of image, video\.$/,
      ],
      ['one of two fields that belong together', '/api/echo/1', { name: 'x', lat: 1 }, /^lat needs lng as well\.$/],
      [
        'two fields that exclude each other',
        '/api/echo/1',
        { name: 'x', uid: 'a', album: 'b' },
        /^uid, album cannot be sent together\.$/,
      ],
      ['an unknown parameter', '/api/echo/1?limti=1', { name: 'x' }, /^limti is not allowed\.$/],
      ['a parameter given twice', '/api/echo/1?limit=1&limit=2', { name: 'x' }, /^limit must be a number\.$/],
      ['a parameter without a name', '/api/echo/1?=1', { name: 'x' }, /^A field without a name is not allowed\.$/],
      ['a field without a name', '/api/auth/logout', { '': 1 }, /^A field without a name is not allowed\.$/],
      ['a long unknown name', '/api/echo/1', { name: 'x', ['y'.repeat(5000)]: 1 }, /^y{300}….$/],
      ['a path parameter of the wrong kind', '/api/echo/one', { name: 'x' }, /^id must be a number\.$/],
      ['broken JSON', '/api/echo/1', '{"name": ', /^The body is not valid JSON\.$/],
      ['a list as body', '/api/echo/1', '[1]', /^The body must be a JSON object\.$/],
      ['null as body', '/api/echo/1', 'null', /^The body must be a JSON object\.$/],
      ['no body', '/api/echo/1', '', /^name is required\.$/],
      ['a body where none is expected', '/api/auth/logout', { force: true }, /^force is not allowed\.$/],
      ['a broken path', '/api/echo/%E0%A4%A', { name: 'x' }, /./],
    ];
    for (const [what, url, payload, detail] of cases) {
      it(`with ${what} is 400 with a detail about it`, async () => {
        const headers = url.includes('logout') ? (await frame.signIn('read')).headers : {};
        const answer = await post(url, payload, { 'content-type': 'application/json', ...headers });
        expect(answer.statusCode).to.equal(400);
        expect(answer.json()['detail']).to.match(detail);
      });
    }

    it('that is too large is 413, compressed or not', async () => {
      const large = JSON.stringify({ name: 'x'.repeat(300_000) });
      const json = { 'content-type': 'application/json' };
      expect((await post('/api/echo/1', large, json)).statusCode).to.equal(413);
      const bomb = await frame.inject({
        method: 'POST',
        url: '/api/echo/1',
        payload: gzipSync(large),
        headers: { ...json, 'content-encoding': 'gzip' },
      });
      expect(bomb.statusCode).to.equal(413);
      expect(bomb.json()).to.have.all.keys('detail');
    });

    it('that is not JSON is 415', async () => {
      for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x']) {
        const answer = await post('/api/echo/1', 'name=x', { 'content-type': type });
        expect(answer.statusCode, type).to.equal(415);
        expect(answer.json()).to.have.all.keys('detail');
      }
    });
  });

  it('are 404 with detail for unknown routes, under /api and elsewhere', async () => {
    for (const url of ['/api/nothing', '/api', '/nothing', '/api/echo', '/API/echo/1', '/assets/../api/nothing']) {
      const answer = await frame.inject({ url });
      expect(answer.statusCode, url).to.equal(404);
      expect(answer.json(), url).to.have.all.keys('detail');
    }
    expect((await frame.inject({ method: 'DELETE', url: '/api/auth/me' })).statusCode).to.equal(404);
  });

  it('are 403 with detail for roles below the required one, but not for that role or higher ones', async () => {
    const rank = ['read', 'write', 'admin'] as const;
    for (const [has, role] of rank.entries()) {
      const { headers } = await frame.signIn(role);
      for (const [needed, path] of rank.entries()) {
        const answer = await frame.inject({ url: `/api/for/${path}`, headers });
        expect(answer.statusCode, `${role} at ${path}`).to.equal(has >= needed ? 200 : 403);
        if (has < needed)
          expect(answer.json()).to.deep.equal({ detail: `Your role may not do this: it needs the role ${path}.` });
      }
    }
  });

  const notRequests: [what: string, sent: string, status: string][] = [
    ['data that is not HTTP', 'NONSENSE\r\n\r\n', '400 Bad Request'],
    ['a request without a host', 'GET /api/auth/limits HTTP/1.1\r\nConnection: close\r\n\r\n', '400 Bad Request'],
    [
      'an unknown expectation',
      'GET / HTTP/1.1\r\nHost: a\r\nExpect: miracles\r\nConnection: close\r\n\r\n',
      '417 Expectation Failed',
    ],
  ];
  for (const [what, sent, status] of notRequests) {
    it(`have the same form and security headers for ${what}`, async () => {
      if (!frame.server.listener.listening) await frame.server.start();
      const { port } = frame.server.info;
      const answer = await new Promise<string>((resolve, reject) => {
        const socket = connect(Number(port), '127.0.0.1', () => socket.write(sent));
        let text = '';
        socket.on('data', (chunk) => (text += chunk.toString()));
        socket.on('end', () => {
          resolve(text);
        });
        socket.on('error', reject);
      });
      const [head = '', body = ''] = answer.split('\r\n\r\n');
      expect(head.split('\r\n')[0]).to.equal(`HTTP/1.1 ${status}`);
      expect(head).to.include("Content-Security-Policy: default-src 'self'; frame-ancestors 'none'\r\n");
      expect(/\{.*\}/.exec(body)?.[0]).to.match(/^\{"detail":"[^"]+\."\}$/);
    });
  }
});
