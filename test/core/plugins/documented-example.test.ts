import { createHmac } from 'node:crypto';
import { expect } from 'chai';
import { mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { ChecksAnswer, Overview, TwoFactorRequired, User } from '../../../core/http/wire.ts';
import {
  describeBackups,
  describeBackupTarget,
  describeEventSink,
  describePhotoSource,
  describeSecondFactor,
} from '../../../core/plugin-api/contract-tests.ts';
import { fakeHost } from '../../../core/plugin-api/fake-host.ts';
import { offerContract } from '../../../core/plugins/import-plugin.ts';
import type { PhotoSource, Plugin } from '../../../core/plugin-api/index.ts';
import { inject } from '../../../core/compose/inject.ts';
import { PluginState } from '../../../core/store/plugin-state.ts';
import { startTestApp, type TestApp } from '../../support/app.ts';
import { runContract } from '../../support/contract-run.ts';
import { withTempFolder } from '../../support/temp-folder.ts';
import { until } from '../../support/until.ts';
import { fixture, withPlugins } from './loading.ts';

const document = readFileSync(new URL('../../../docs/plugins.md', import.meta.url), 'utf8');

/** The state of the example event sink. */
interface Book {
  readonly days: Readonly<Record<string, { 'photo.indexed': number; 'photo.gone': number }>>;
  readonly last?: string;
}

/** The JavaScript block in the page that is a complete plugin of this name. */
function example(name: string): string {
  const blocks = [...document.matchAll(/```js\n([^]*?)```/g)].map(([, code = '']) => code);
  return blocks.find((code) => code.includes(`name: '${name}'`))!;
}

describe('docs/plugins.md', () => {
  it('has an example of a photo source that loads unchanged and fulfils the contract', () =>
    withTempFolder(async (folder) => {
      const pictures = join(folder, 'pictures');
      writeFileSync(join(folder, 'few-pictures.mjs'), example('few-pictures'));
      const loading = {
        plugins: [join(folder, 'few-pictures.mjs')],
        environment: { FEW_PICTURES_FOLDER: pictures },
      };
      await withPlugins(loading, async ({ photoSources }) => {
        const source: PhotoSource = photoSources[0]!.source;
        const { passed, failed } = await runContract(() => {
          // Each test starts with the same folder.
          describePhotoSource(
            () => {
              rmSync(pictures, { recursive: true, force: true });
              mkdirSync(pictures);
              for (const name of ['a', 'b', 'c', 'd']) writeFileSync(join(pictures, `${name}.jpg`), name.repeat(100));
              symlinkSync('nothing', join(pictures, 'link-to-nothing.jpg'));
              return { source };
            },
            {
              change: () => {
                writeFileSync(join(pictures, 'e.jpg'), 'another picture');
                rmSync(join(pictures, 'b.jpg'));
              },
              rename: () => {
                renameSync(join(pictures, 'c.jpg'), join(pictures, 'z.jpg'));
              },
              replace: () => {
                writeFileSync(join(pictures, 'd.jpg'), 'other bytes under the same name');
              },
            },
          );
        });
        expect(failed).to.deep.equal([]);
        expect(passed).to.have.length.greaterThan(40);
      });
    }));

  it('has an example with replies and pages that works as described', () =>
    withTempFolder(async (folder) => {
      mkdirSync(join(folder, 'pages'));
      const [, page = ''] = /```html\n([^]*?)```/.exec(document) ?? [];
      writeFileSync(join(folder, 'pages', 'index.html'), page);
      writeFileSync(join(folder, 'sea-level.mjs'), example('sea-level'));
      const plugins = [join(folder, 'sea-level.mjs'), fixture('folder-source')];
      await withPlugins({ plugins, environment: { FOLDER_SOURCE_PATH: folder } }, ({ pages }) => {
        expect(pages.map(({ plugin, menu }) => [plugin, menu?.role])).to.deep.equal([['sea-level', 'read']]);
      });
      const { default: plugin } = (await import(pathToFileURL(join(folder, 'sea-level.mjs')).href)) as {
        default: Plugin;
      };
      const fake = await fakeHost(plugin, { serverVersion: '0.1.0' });
      const begun = await fake.call('GET', '/plugins/sea-level/begin', { origin: 'https://photos.example' });
      expect([begun.status, begun.headers?.['location']]).to.satisfy(
        ([status, to]: [number, string]) => status === 303 && to.includes('photos.example%2Fplugins%2Fsea-level'),
      );
      const { value: state } = begun.cookies?.['state'] as { value: string };
      const back = { query: { state }, cookies: { state } };
      expect(await fake.call('GET', '/plugins/sea-level/callback', back)).to.include({ status: 303 });
      expect(await fake.call('GET', '/plugins/sea-level/callback', { query: { state } })).to.include({ status: 403 });
      const payload = Buffer.from('1.5');
      const signature = createHmac('sha256', fake.host.deriveKey('webhooks')).update(payload).digest('hex');
      const measured = (headers: Record<string, string>) =>
        fake.call('POST', '/plugins/sea-level/measured', { payload, headers });
      expect(await measured({ 'x-signature': signature })).to.include({ status: 204 });
      expect(await measured({ 'x-signature': '00' })).to.include({ status: 403 });
      const caller = { userId: 1, username: 'ann', role: 'read' } as const;
      expect((await fake.call('GET', '/api/sea-level', { caller })).body).to.equal('1.5 m');
      await fake.stop();
    }));

  it('has an example of a backup target that fulfils the contract', () =>
    withTempFolder(async (folder) => {
      const file = join(folder, 'second-disk.mjs');
      writeFileSync(file, example('second-disk'));
      offerContract();
      let count = 0;
      const { passed, failed } = await runContract(() => {
        describeBackupTarget(async () => {
          const copies = join(folder, `copies-${++count}`);
          const { default: plugin } = (await import(file)) as { default: Plugin };
          const fake = await fakeHost(plugin, { environment: { SECOND_DISK: copies } });
          const read = (name: string) =>
            Promise.resolve({
              bytes: readFileSync(join(copies, name)),
              record: readFileSync(join(copies, `${name}.json`), 'utf8'),
            });
          return { target: fake.provided('backup-target'), read, cleanup: () => fake.stop() };
        });
      });
      expect(failed).to.deep.equal([]);
      expect(passed).to.have.length.greaterThan(10);
    }));

  // The fake host makes copies at once; a server makes and reads them in separate processes.
  it('has an example of backups that fulfil the contract', () =>
    withTempFolder(async (folder) => {
      const file = join(folder, 'copies-elsewhere.mjs');
      writeFileSync(file, example('copies-elsewhere'));
      offerContract();
      let count = 0;
      const { passed, failed } = await runContract(() => {
        describeBackups(async () => {
          const environment = { COPIES_FOLDER: join(folder, `copies-${++count}`) };
          const { default: plugin } = (await import(file)) as { default: Plugin };
          const fake = await fakeHost(plugin, { environment });
          return { backups: fake.provided('backups'), cleanup: () => fake.stop() };
        });
      });
      expect(failed).to.deep.equal([]);
      expect(passed).to.have.length.greaterThan(8);
    }));

  it('has an example of an event sink that fulfils the contract', () =>
    withTempFolder(async (folder) => {
      const file = join(folder, 'day-book.mjs');
      writeFileSync(file, example('day-book'));
      offerContract();
      const { default: plugin } = (await import(file)) as { default: Plugin };
      const { passed, failed } = await runContract(() => {
        describeEventSink(async () => {
          const fake = await fakeHost(plugin);
          return {
            sink: fake.provided('event-sink'),
            actedOn: (events) => {
              const { days, last } = JSON.parse(fake.host.state.get('book') ?? '{"days": {}}') as Book;
              const written = Object.values(days).flatMap((day) => [
                ...Array.from({ length: day['photo.indexed'] }, () => 'photo.indexed'),
                ...Array.from({ length: day['photo.gone'] }, () => 'photo.gone'),
              ]);
              expect(written).to.have.members(events.map(({ kind }) => kind));
              expect(last || undefined).to.equal(events.at(-1)?.cursor);
            },
            cleanup: () => fake.stop(),
          };
        });
      });
      expect(failed).to.deep.equal([]);
      expect(passed).to.have.length.greaterThan(7);
    }));

  describe('has an example of', () => {
    let folder: string;
    let app: TestApp;
    before(async () => {
      folder = mkdtempSync(join(tmpdir(), 'photofinch-'));
      const files = ['printed-codes', 'copies-elsewhere', 'day-book', 'favourites-feed'].map((name) => {
        const file = join(folder, `${name}.mjs`);
        writeFileSync(file, example(name));
        return file;
      });
      app = await startTestApp({
        photos: 1,
        environment: {
          PLUGINS: ['test/fixtures/plugins/folder-source', ...files].join(','),
          COPIES_FOLDER: join(folder, 'copies'),
        },
      });
    });
    after(async () => {
      await app.stop();
      rmSync(folder, { recursive: true });
    });

    const ask = async (method: string, url: string, payload?: unknown, as: 'read' | 'admin' = 'read') => {
      const answer = await app.call(method, url, { as, payload });
      return { status: answer.statusCode, body: JSON.parse(answer.payload) as unknown };
    };
    const print = () => ask('POST', '/api/auth/printed-codes', { password: 'read-password' });
    const printed = async () => ((await print()).body as { codes: string[] }).codes;

    it('a second factor that fulfils the contract, and is required at sign-in', async () => {
      const { factor: secondFactor } = app.container.resolve(inject.plugins).secondFactors[0]!;
      const { id } = (await ask('GET', '/api/auth/me')).body as User;
      const { passed, failed } = await runContract(() => {
        describeSecondFactor(async () => {
          const codes = await printed();
          return {
            secondFactor,
            enrolledUserId: id,
            otherUserId: id + 1,
            code: () => codes[0]!,
            cleanup: () => secondFactor.disable(id),
          };
        });
      });
      expect(failed).to.deep.equal([]);
      expect(passed).to.have.length.greaterThan(7);

      expect((await ask('POST', '/api/auth/printed-codes', { password: 'wrong' })).status).to.equal(403);
      expect((await ask('POST', '/api/auth/printed-codes', {})).status).to.equal(400);
      const codes = await printed();
      expect((await print()).status).to.equal(409);
      const first = await app.call('POST', '/api/auth/login', {
        payload: { username: 'read', password: 'read-password' },
      });
      const { pending_token: pendingToken } = JSON.parse(first.payload) as TwoFactorRequired;
      const answer = await app.call('POST', '/api/auth/login/2fa', {
        payload: { pending_token: pendingToken, code: codes[1] },
      });
      expect(answer.statusCode, answer.payload).to.equal(200);
    });

    it('an event sink that receives events', async () => {
      const state = app.container.resolve(PluginState).of('day-book');
      await until(() => state.get('book')?.includes('"photo.indexed"') ?? false);
    });

    it('a route that reads the library for the user who requests it', async () => {
      expect(await ask('GET', '/api/favourites-feed')).to.deep.equal({ status: 200, body: { favourites: [] } });
      expect((await app.call('GET', '/api/favourites-feed')).statusCode).to.equal(401);
    });

    it('backups that the overview and the checks report', async () => {
      const backups = app.container.resolve(inject.plugins).backups!;
      const { name, size } = await backups.take({ signal: new AbortController().signal });
      const { body } = await ask('GET', '/api/admin/overview', undefined, 'admin');
      expect((body as Overview).last_backup).to.include({ name, size, verified: true });
      const { checks } = (await ask('POST', '/api/admin/checks', undefined, 'admin')).body as ChecksAnswer;
      expect(checks.find(({ id }) => id === 'backups')).to.include({ ok: true });
      expect(await backups.prune(0)).to.deep.equal([name]);
      expect(await backups.list()).to.deep.equal([]);
    });
  });
});
