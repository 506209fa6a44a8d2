import { existsSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'chai';
import { describeBackups } from '../../../core/plugin-api/contract-tests.ts';
import { fakeHost } from '../../../core/plugin-api/fake-host.ts';
import type { Backups, Plugin, PluginHost } from '../../../core/plugin-api/index.ts';
import { runContract } from '../../support/contract-run.ts';
import { withTempFolder } from '../../support/temp-folder.ts';
import { MemoryBackups } from './memory-plugins.ts';
import { messageOf, pluginOf } from './tried-plugin.ts';

const quiet = new AbortController().signal;

describe('the fake host for tests of plugins', () => {
  it('returns what a plugin provides, for use in contract tests', async () => {
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

  it('has snapshots that fulfil the contract', async () => {
    const plugin = pluginOf((host) => {
      host.provide('backups', host.snapshots);
    });
    const { failed } = await runContract(() => {
      describeBackups(async () => ({ backups: (await fakeHost(plugin)).provided('backups') }));
    });
    expect(failed).to.deep.equal([]);
  });

  it('delivers simulated events to the event sink, and returns them when the plugin polls', async () => {
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

  it('refuses what the server refuses, with the same message', async () => {
    const options = { ME_FOLDER: { describe: 'a folder, such as /srv/me', required: true } };
    const nothing = (): void => undefined;
    expect(await messageOf(fakeHost(pluginOf(nothing, { options })))).to.equal(
      'Plugin @me/tried needs ME_FOLDER: set it to a folder, such as /srv/me.',
    );
    expect(await messageOf(fakeHost(pluginOf(nothing, { name: 'Not A Name' })))).to.contain('npm would take');
    expect(await messageOf(fakeHost({ ...pluginOf(nothing), option: options } as Plugin))).to.equal(
      'Plugin @me/tried has `option`, which the server does not know: call it `options`.',
    );
    // As Node.js imports CommonJS that was compiled from TypeScript.
    const compiled = { __esModule: true, default: pluginOf(nothing) } as unknown as Plugin;
    expect(await messageOf(fakeHost(compiled))).to.contain('is CommonJS: plugins are ES modules');
    const incomplete = pluginOf((host) => {
      // A plugin in JavaScript may do this and swallow the error.
      try {
        host.provide('backups', {} as Backups);
      } catch {
        // The error is reported anyway.
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

  it('keeps state and events over a restart, and derives stable keys', async () => {
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

  it('applies the same permissions and limits to library calls as the server', async () => {
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
    const misspelt = { persn: 1 } as object;
    expect(await messageOf(as('server').photos(misspelt))).to.equal('A filter has no condition `persn`.');
    expect(await messageOf(as('server').photos({ after: NaN }))).to.equal('after must be a number of epoch seconds.');
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

  it('has the same limits for state, audit actions and listeners as the server', async () => {
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

  it('limits password attempts', async () => {
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

  it('verifies its copy of the index, and rejects a changed copy', () =>
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

  it('stops like a server, and leaves no folder behind', async () => {
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
