import { expect } from 'chai';
import Joi from 'joi';
import { fakeHost } from '../../../core/plugin-api/fake-host.ts';
import { PluginHttpError, type PluginCall, type PluginRoute } from '../../../core/plugin-api/index.ts';
import { messageOf, pluginOf } from './tried-plugin.ts';

const reader = { userId: 1, username: 'ann', role: 'read' } as const;

describe('route calls of the fake host', () => {
  it('verify access and schemas, run the handler, and write the audit trail', async () => {
    const fake = await fakeHost(
      pluginOf((host) => {
        host.routes([
          {
            method: 'GET',
            path: '/api/tides/{place}',
            access: 'write',
            summary: 'The tides of a place',
            params: Joi.object({ place: Joi.string().max(6).required() }),
            answer: Joi.object({ tides: Joi.array().items(Joi.string()) }),
            handler: ({ params }) => {
              if (params['place'] === 'Bern')
                throw new PluginHttpError(404, 'It has no sea.', { problem: 'not_found' });
              return Promise.resolve(params['place'] === 'Faro' ? { tide: 1 } : { tides: ['04:10'] });
            },
            audit: () => ({ action: 'tides.read' }),
          },
        ]);
      }),
    );
    const ask = (place: string, role: 'read' | 'write' = 'write') =>
      fake.call('GET', `/api/tides/${place}`, { caller: { ...reader, role } });
    expect(await fake.call('GET', '/api/tides/Porto')).to.include({ status: 401 });
    expect(await ask('Porto', 'read')).to.include({ status: 403 });
    expect(await ask('Amsterdam')).to.include({ status: 400 });
    expect(await ask('Bern')).to.deep.equal({ status: 404, body: { detail: 'It has no sea.' }, problem: 'not_found' });
    expect(fake.audited).to.deep.equal([]);
    expect(await ask('Porto')).to.deep.equal({ status: 200, body: { tides: ['04:10'] } });
    expect(fake.audited).to.deep.equal([{ action: 'tides.read' }]);
    expect(await messageOf(ask('Faro'))).to.contain('answers something else than its `answer` says');
    await fake.stop();
  });

  it('accept the same parts of a request as the server', async () => {
    const seen: PluginCall[] = [];
    const answer = Joi.object();
    const handler: PluginRoute['handler'] = (call) => {
      seen.push(call);
      return Promise.resolve({});
    };
    const shared = { access: 'none', summary: 'Takes something', answer, handler } as const;
    const fake = await fakeHost(
      pluginOf((host) => {
        host.routes([
          { ...shared, method: 'POST', path: '/api/tried', payload: Joi.object({ count: Joi.number() }).unknown() },
          { ...shared, method: 'POST', path: '/plugins/@me/tried/hook', raw: true, largestBody: 4 },
          { ...shared, method: 'GET', path: '/api/tried', query: Joi.object({ count: Joi.number() }) },
          { ...shared, method: 'PUT', path: '/api/tried' },
        ]);
      }),
    );
    const statusOf = async (...call: Parameters<typeof fake.call>) => (await fake.call(...call)).status;
    expect(await fake.call('POST', '/api/tried', { payload: { text: 'x'.repeat(256 * 1024) } })).to.deep.equal({
      status: 413,
      body: { detail: 'The body is too large.' },
    });
    expect(await statusOf('POST', '/plugins/@me/tried/hook', { payload: Buffer.from('12345') })).to.equal(413);
    expect(await statusOf('POST', '/plugins/@me/tried/hook', { payload: Buffer.from('1234') })).to.equal(200);
    expect(await fake.call('POST', '/api/tried', { payload: { count: '5' } })).to.deep.equal({
      status: 400,
      body: { detail: 'count must be a number.' },
    });
    expect(await statusOf('POST', '/api/tried', { payload: [5] })).to.equal(400);
    expect(await statusOf('POST', '/api/tried', { payload: null })).to.equal(400);
    expect(await fake.call('PUT', '/api/tried', { payload: { count: 5 } })).to.deep.equal({
      status: 400,
      body: { detail: 'count is not allowed.' },
    });
    expect(await statusOf('PUT', '/api/tried', { query: { count: 5 } })).to.equal(400);
    expect(seen).to.have.length(1);

    const headers = { authorization: 'Bearer x', cookie: 'a=b', 'x-tide': 'high' };
    await fake.call('GET', '/api/tried', { query: { count: 5 }, headers, cookies: { mine: '1' } });
    expect(seen.at(-1)).to.deep.include({ query: { count: 5 }, headers: { 'x-tide': 'high' }, cookies: {} });
    await fake.call('POST', '/plugins/@me/tried/hook', { cookies: { mine: '1' } });
    expect(seen.at(-1)).to.deep.include({ payload: Buffer.alloc(0), cookies: { mine: '1' } });
    await fake.stop();
  });

  it('treat a missing body as an empty object, as the server does', async () => {
    const fake = await fakeHost(
      pluginOf((host) => {
        const handler: PluginRoute['handler'] = ({ payload }) => Promise.resolve({ payload });
        const shared = { access: 'none', summary: 'Takes something', answer: Joi.object().unknown(), handler } as const;
        host.routes([
          { ...shared, method: 'POST', path: '/api/tried', payload: Joi.object({ count: Joi.number().default(3) }) },
          { ...shared, method: 'PUT', path: '/api/tried' },
        ]);
      }),
    );
    expect(await fake.call('POST', '/api/tried')).to.deep.equal({ status: 200, body: { payload: { count: 3 } } });
    expect(await fake.call('PUT', '/api/tried')).to.deep.equal({ status: 200, body: { payload: {} } });
    await fake.stop();
  });
});
