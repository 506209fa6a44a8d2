import { existsSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'chai';
import Joi from 'joi';
import { describeBackups } from '../../../core/plugin-api/contract-tests.ts';
import { fakeHost } from '../../../core/plugin-api/fake-host.ts';
import {
  API_VERSION,
  PluginHttpError,
  type Backups,
  type Plugin,
  type PluginCall,
  type PluginHost,
  type PluginRoute,
} from '../../../core/plugin-api/index.ts';
import { runContract } from '../../support/contract-run.ts';
import { withTempFolder } from '../../support/temp-folder.ts';
import { MemoryBackups } from './memory-plugins.ts';

const pluginOf = (register: Plugin['register'], more: Partial<Plugin> = {}): Plugin => ({
  name: '@me/tried',
  version: '1.0.0',
  apiVersion: API_VERSION,
  register,
  ...more,
});
const quiet = new AbortController().signal;
const reader = { userId: 1, username: 'ann', role: 'read' } as const;

const messageOf = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'nothing was wrong',
    (error: unknown) => (error as Error).message,
  );

describe('the host for tests of plugins', () => {
  it('hands out what a plugin provides, which the contract tests can be run on', async () => {
    const plugin = pluginOf((host) => {
      host.provide('backups', new MemoryBackups());
    });
    const { passed, failed } = await runContract(() => {
      describeBackups(async () => {
        const fake = await fakeHost(plugin);
        return { backups: fake.provided('backups'), cleanup: () => fake.stop() };
      });
    });
    expect(failed).to.deep.equal([]);
    expect(passed).to.have.length.greaterThan(8);
  });

  it('has snapshots that keep the contract', async () => {
    const plugin = pluginOf((host) => {
      host.provide('backups', host.snapshots);
    });
    const { failed } = await runContract(() => {
      describeBackups(async () => ({ backups: (await fakeHost(plugin)).provided('backups') }));
    });
    expect(failed).to.deep.equal([]);
  });

  it('has things happen that the plugin listens to, and asks for', async () => {
    const heard: string[] = [];
    let fails = true;
    const plugin = pluginOf((host) => {
      host.provide('event-sink', {
        kinds: ['photo.gone'],
        take: (events, { gap }) => {
          if (fails) return Promise.reject(new Error('not yet'));
          heard.push(...events.map(({ kind }) => kind), ...(gap ? ['gap'] : []));
          return Promise.resolve();
        },
      });
    });
    const fake = await fakeHost(plugin);
    fake.happen({ kind: 'photo.gone', photo: 'a' });
    fake.happen({ kind: 'photo.indexed', photo: 'b' });
    expect(await messageOf(fake.deliver())).to.equal('not yet');
    fails = false;
    await fake.deliver();
    await fake.deliver({ gap: true });
    expect(heard).to.deep.equal(['photo.gone', 'gap']);
    const { events, next } = await fake.host.events.since('e0', { kinds: ['photo.indexed'] });
    expect(events).to.have.length(1);
    expect(next).to.equal(await fake.host.events.head());
    await fake.stop();
  });

  it('refuses what the server refuses, with the same line', async () => {
    const options = { ME_FOLDER: { describe: 'a folder, such as /srv/me', required: true } };
    const nothing = (): void => undefined;
    expect(await messageOf(fakeHost(pluginOf(nothing, { options })))).to.equal(
      'Plugin @me/tried needs ME_FOLDER: set it to a folder, such as /srv/me.',
    );
    expect(await messageOf(fakeHost(pluginOf(nothing, { name: 'Not A Name' })))).to.contain('npm would take');
    expect(await messageOf(fakeHost({ ...pluginOf(nothing), option: options } as Plugin))).to.equal(
      'Plugin @me/tried has `option`, which the server does not know: call it `options`.',
    );
    // As Node hands out what TypeScript compiles to CommonJS.
    const compiled = { __esModule: true, default: pluginOf(nothing) } as unknown as Plugin;
    expect(await messageOf(fakeHost(compiled))).to.contain('is CommonJS: plugins are ES modules');
    const incomplete = pluginOf((host) => {
      // A plugin in JavaScript may do so, and may think nothing of the error.
      try {
        host.provide('backups', {} as Backups);
      } catch {
        // It counts all the same.
      }
    });
    expect(await messageOf(fakeHost(incomplete))).to.contain('provides a backups without list, take');
    let late: PluginHost | undefined;
    const fake = await fakeHost(
      pluginOf((host) => {
        late = host;
      }),
    );
    expect(() => {
      late!.provide('backups', new MemoryBackups());
    }).to.throw('after register had ended');
    await fake.stop();
  });

  it('keeps state over a restart, and gives keys that stay', async () => {
    const state = new Map<string, string>();
    const first = await fakeHost(
      pluginOf((host) => {
        host.state.set('seen', 'yes');
      }),
      { state },
    );
    const second = await fakeHost(
      pluginOf(() => undefined),
      { state },
    );
    expect(second.host.state.get('seen')).to.equal('yes');
    first.happen({ kind: 'photo.gone', photo: 'a' });
    expect((await second.host.events.since('e0')).events).to.have.length(1);
    expect(second.host.deriveKey('codes')).to.deep.equal(first.host.deriveKey('codes'));
    expect(second.host.deriveKey('codes')).not.to.deep.equal(first.host.deriveKey('others'));
    await Promise.all([first.stop(), second.stop()]);
  });

  it('answers calls of routes by access, schemas and handler, and keeps the audit trail', async () => {
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

  it('takes of a request what the server takes, and nothing else', async () => {
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

  it('refuses of the library what the server refuses', async () => {
    const library = {
      photos: [
        {
          uid: 'a',
          favorite: true,
          people: [
            { id: 1, name: 'Ann' },
            { id: 2, name: 'Ben' },
            { id: 3, name: 'Cas' },
          ],
        },
      ],
      people: [
        { id: 1, name: 'Ann', photos: 1 },
        { id: 2, name: 'Ben', photos: 1, hidden: true },
        { id: 3, name: 'Cas', photos: 1, keptFrom: [4] },
      ],
      gone: [9],
    };
    const fake = await fakeHost(
      pluginOf(() => undefined),
      { library },
    );
    const as = (whom: Parameters<typeof fake.host.library.as>[0]) => fake.host.library.as(whom);
    for (const nobody of ['everybody', 'server'] as const) {
      expect(await messageOf(as(nobody).signedUrl('a', 'thumb'))).to.equal('Links are signed for a user alone.');
      expect((await as(nobody).photo('a')).favorite).to.equal(false);
    }
    expect(await as({ userId: 1 }).signedUrl('a', 'thumb')).to.contain('/api/photos/a/thumb');
    expect(await messageOf(as('server').photos({}, { limit: 1001 }))).to.contain('limit must be a whole number');
    expect(await messageOf(as('server').photos({}, { cursor: 'x' }))).to.contain('cursor must be the `next`');
    expect(await messageOf(as('server').people({ offset: -1 }))).to.contain('offset must be a whole number');
    expect(await messageOf(as('server').thumbnail('a', 5000, { signal: quiet }))).to.contain('size must be');
    expect(await messageOf(as({ userId: 9 }).albums())).to.equal('This account is gone or disabled.');
    expect((await as('everybody').photo('a')).people).to.deep.equal([{ id: 1, name: 'Ann' }]);
    expect((await as('everybody').people()).people).to.deep.equal([{ id: 1, name: 'Ann', photos: 1 }]);
    expect((await as({ userId: 4 }).people()).total).to.equal(1);
    expect(await as('server').person(2)).to.deep.equal({ id: 2, name: 'Ben', photos: 1 });
    for (const id of [2, 3, 5])
      expect(await messageOf(as('everybody').person(id))).to.equal('There is no such person.');
    await fake.stop();
  });

  it('keeps of state, audit trail and settings what the server keeps', async () => {
    const fake = await fakeHost(pluginOf(() => undefined));
    expect(() => {
      fake.host.state.set('seen', 5 as unknown as string);
    }).to.throw('keeps strings');
    expect(() => {
      fake.host.audit({ action: 'Tide Read' });
    }).to.throw('knows no action of the name');
    for (let count = 0; count < 100; count++) fake.host.settings.onChange(() => undefined);
    expect(() => {
      fake.host.settings.onChange(() => undefined);
    }).to.throw('100 listeners');
    await fake.stop();
  });

  it('bounds the guessing of passwords', async () => {
    const fake = await fakeHost(
      pluginOf(() => undefined),
      { passwords: { 1: 'right' } },
    );
    const { accounts } = fake.host;
    expect(await accounts.passwordMatches(1, 'right')).to.equal(true);
    for (let failure = 0; failure < 10; failure++) expect(await accounts.passwordMatches(1, 'wrong')).to.equal(false);
    expect(await messageOf(accounts.passwordMatches(1, 'right'))).to.equal('Too many attempts.');
    await fake.stop();
  });

  it('copies an index that it knows again, and not when it was changed', () =>
    withTempFolder(async (folder) => {
      const fake = await fakeHost(pluginOf(() => undefined));
      const file = join(folder, 'copy');
      await fake.host.index.copy(file, { signal: quiet });
      expect(await fake.host.index.verify(file, { signal: quiet })).to.include({ ok: true });
      const bytes = await readFile(file);
      bytes[100]! ^= 1;
      writeFileSync(file, bytes);
      expect(await fake.host.index.verify(file, { signal: quiet })).to.include({ ok: false });
      await fake.stop();
    }));

  it('ends as a server does, and leaves no folder behind', async () => {
    const ended: string[] = [];
    const closing = (name: string) => Object.assign(new MemoryBackups(), { close: () => void ended.push(name) });
    const fake = await fakeHost(
      pluginOf((host) => {
        host.provide('backups', closing('first'));
        host.provide('backup-target', Object.assign(closing('second'), { keep: () => Promise.resolve() }) as never);
        host.signal.addEventListener('abort', () => ended.push('signal'));
      }),
    );
    const folder = fake.host.dataDir;
    expect(existsSync(folder)).to.equal(true);
    await fake.stop();
    expect(ended).to.deep.equal(['signal', 'second', 'first']);
    expect(existsSync(folder)).to.equal(false);
  });
});
