import { existsSync, readdirSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import type { ChecksAnswer, Overview } from '../../core/http/wire.ts';
import { SourceError } from '../../core/plugin-api/errors.ts';
import type { HealthCheck, SourceHealth } from '../../core/plugin-api/index.ts';
import { inject } from '../../core/compose/inject.ts';
import { Checks } from '../../core/services/checks/checks.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { filesBelow } from '../support/files-below.ts';
import { hang, MemorySource } from '../support/memory-source.ts';
import { photoLikeJpeg } from '../support/pictures.ts';
import { until } from '../support/until.ts';

type BackupSummary = NonNullable<Overview['last_backup']>;

describe('the checks and the overview for admins', function () {
  let app: TestApp;
  let source: MemorySource;
  let ofPlugin: HealthCheck['run'];
  const ofPlugins: HealthCheck[] = [{ id: 'tide', run: (options) => ofPlugin(options) }];

  beforeEach(async () => {
    source = new MemorySource();
    ofPlugin = () => Promise.resolve({ ok: true, detail: 'The tide is high.' });
    const jpeg = await photoLikeJpeg(1, 64, 48);
    for (let index = 0; index < 40; index += 1) source.put(`p${index}`, Buffer.concat([jpeg, Buffer.from(`${index}`)]));
    app = await startTestApp({
      environment: { SYNC_INTERVAL: '1d', LOG_LEVEL: 'silent' },
      handedOver: { provided: { 'photo-source': source }, healthChecks: ofPlugins },
    });
    await app.untilIndexed();
  });
  afterEach(() => app.stop());

  const checks = async (): Promise<ChecksAnswer> => {
    const answer = await app.call('POST', '/api/admin/checks', { as: 'admin' });
    expect(answer.statusCode, answer.payload).to.equal(200);
    return JSON.parse(answer.payload) as ChecksAnswer;
  };
  const overview = async (): Promise<Overview> => {
    const answer = await app.call('GET', '/api/admin/overview', { as: 'admin' });
    expect(answer.statusCode, answer.payload).to.equal(200);
    return JSON.parse(answer.payload) as Overview;
  };
  const backup = async (): Promise<BackupSummary> => {
    const answer = await app.call('POST', '/api/admin/backup', { as: 'admin' });
    expect(answer.statusCode, answer.payload).to.equal(200);
    return JSON.parse(answer.payload) as BackupSummary;
  };
  const check = async (id: string): Promise<{ ok: boolean; detail: string }> => {
    const found = (await checks()).checks.find((one) => one.id === id);
    expect(found, id).to.be.an('object');
    return { ok: found!.ok, detail: found!.detail };
  };
  const sync = async (): Promise<void> => {
    const settled = app.container.resolve(inject.indexer).settled();
    await app.call('POST', '/api/admin/indexer/sync', { as: 'admin' });
    await settled;
  };

  it('report seven checks, and those of plugins, as ok when all is well', async () => {
    await backup();
    const answer = await checks();
    expect(answer.checks.filter(({ ok }) => !ok)).to.deep.equal([]);
    expect(answer.ok).to.equal(true);
    expect(answer.checks.map(({ id }) => id)).to.deep.equal([
      'database',
      'schema',
      'disk',
      'bridge',
      'models',
      'thumbnails',
      'backups',
      'tide',
    ]);
    const details = Object.fromEntries(answer.checks.map(({ id, detail }) => [id, detail]));
    expect(details).to.include({
      database: 'The index is intact. All two-step sign-in secrets can be read.',
      thumbnails: 'All 40 thumbnails are there.',
      tide: 'The tide is high.',
    });
    expect(details['backups']).to.match(/^The last backup was made and verified at .* UTC; there is no other\./);
  });

  it('report missing models as ok, and say how to install them', async () => {
    expect(await check('models')).to.deep.equal({
      ok: true,
      detail:
        'No models for finding faces, recognising people, searching by a description in your own words are installed: to install them, run `photofinch models pull`. No model pack is installed.',
    });
  });

  it('show real numbers in the overview', async () => {
    // The first request waits some seconds for the size, but no longer.
    await until(async () => (await overview()).disk.data_bytes !== null);
    const { server, disk, index, indexer, ml, plugins, last_backup } = await overview();
    expect(server.version).to.match(/^\d+\.\d+\.\d+/);
    expect(server.memory).to.be.greaterThan(10_000_000);
    const bytes = filesBelow(app.dataDir).reduce((sum, { stats }) => sum + stats.size, 0);
    expect(disk.data_bytes).to.be.within(bytes * 0.5, bytes * 1.5);
    expect(disk.free_bytes).to.be.greaterThan(0);
    expect(index).to.deep.equal({ photos: 40, pending: 0, failed: 0, faces: 0, people: 0 });
    expect(indexer).to.include({ state: 'waiting', trouble: null, models_away: null, mass_loss: null });
    expect(ml).to.deep.equal({ provider: 'ml-onnx', models: [], ready: false });
    expect(plugins).to.deep.include({
      name: 'handed-over',
      version: '1.0.0',
      provides: ['photo-source'],
      faults: 0,
      last_fault: null,
    });
    expect(last_backup).to.equal(null);
  });

  it('show how many thumbnails and originals have been read if reading originals is costly', async () => {
    expect((await overview()).levels).to.equal(null);
    source.originals = 'metered';
    const { bytes } = source.photos.get('p0')!;
    source.put('far', Buffer.concat([bytes, Buffer.from('far')]), { kind: 'image' });
    source.put('film', bytes, { kind: 'video' });
    source.thumbnails.set('film', bytes);
    await sync();
    expect((await overview()).levels).to.deep.equal({
      ...{ photos: 42, thumbnails: 42, heads: 42, originals: 41, decodable: 41 },
      ...{ bytes_left: 0, budget: 2e9, bytes_today: bytes.length + 3, days_left: 0 },
    });
    expect(await check('bridge')).to.deep.include({ ok: true });
    expect((await check('bridge')).detail).to.include(
      'Reading originals is costly: all 41 have been read, and the details of 42 of 42 files.',
    );
    const row = await app.call('GET', '/api/photos/far', { as: 'admin' });
    expect(JSON.parse(row.payload)).to.include({ examined: 'original' });
  });

  it('show the newest existing backup, and fail without any', async () => {
    const first = await backup();
    const second = await backup();
    expect((await overview()).last_backup).to.deep.equal(second);
    await app.call('DELETE', `/api/admin/backups/${second.name}`, { as: 'admin' });
    expect((await overview()).last_backup).to.deep.equal(first);
    await app.call('DELETE', `/api/admin/backups/${first.name}`, { as: 'admin' });
    expect((await overview()).last_backup).to.equal(null);
    expect((await check('backups')).ok).to.equal(false);
  });

  it('report in the database check that the key of second factors is lost', async () => {
    const db = app.container.resolve(inject.db);
    const enrolment = { sealed: Buffer.alloc(60, 1).toString('base64'), confirmed: true, usedStep: 0, recovery: [] };
    const set = db.prepare('INSERT INTO plugin_state (plugin, key, value) VALUES (?, ?, ?)');
    set.run('auth-totp', 'user 1', JSON.stringify(enrolment));
    set.run('auth-totp', 'users', '[1]');
    const { ok, detail } = await check('database');
    expect(ok).to.equal(false);
    expect(detail).to.match(/^Two-step sign-in of 1 user was encrypted .* `photofinch --disable-2fa <username>`/);
    expect((await checks()).checks).to.have.length(8);
  });

  const troubles: [string, () => Promise<SourceHealth>, string][] = [
    [
      'not logged in',
      () => Promise.resolve({ reachable: true, loggedIn: false, storeId: '', detail: 'Wrong key for the vault.' }),
      'Wrong key for the vault.',
    ],
    [
      'unreachable',
      () => Promise.resolve({ reachable: false, loggedIn: false, storeId: '', detail: 'The canary is missing.' }),
      'The canary is missing.',
    ],
    ['failing', () => Promise.reject(new SourceError('unreachable', 'No bridge answers.')), 'No bridge answers.'],
  ];
  for (const [what, answer, sentence] of troubles) {
    it(`show the photo source's own message when it is ${what}, but not in the public status`, async () => {
      source.faults.set('health', answer);
      await sync();
      expect(await check('bridge')).to.deep.equal({ ok: false, detail: sentence });
      expect((await overview()).indexer.trouble!.message).to.equal(sentence);
      const status = await app.call('GET', '/api/status');
      expect(status.payload).not.to.include(sentence);
    });
  }

  it('report that the sync is held, with numbers and what to do', async () => {
    for (let index = 0; index < 30; index += 1) source.remove(`p${index}`);
    await sync();
    const { ok, detail } = await check('bridge');
    expect(ok).to.equal(false);
    expect(detail).to.match(/^The sync is held since .* UTC: 30 of 40 photos .* until an admin agrees to remove them/);
    expect((await overview()).indexer.mass_loss).to.include({ missing: 30, total: 40 });
  });

  it('report that the last sync was long ago', async () => {
    const clock = app.container.resolve(inject.db);
    clock.prepare(`UPDATE sync_state SET value = value - 4 * 86400 WHERE key = 'last_sync_at'`).run();
    const { ok, detail } = await check('bridge');
    expect(ok).to.equal(false);
    expect(detail).to.match(/^The last sync ended long ago/);
  });

  it('report the check of a plugin as failed if it throws', async () => {
    ofPlugin = () => Promise.reject(new Error('low tide'));
    expect(await check('tide')).to.deep.equal({
      ok: false,
      detail: 'This check failed in an unexpected way: see the log.',
    });
  });

  it('report the check of a plugin as failed if it hangs, and do not wait for it to end', async () => {
    let given: AbortSignal | undefined;
    ofPlugin = ({ signal }) => {
      given = signal;
      return new Promise(() => undefined);
    };
    await app.stop();
    app = await startTestApp({
      environment: { SYNC_INTERVAL: '1d', LOG_LEVEL: 'silent' },
      handedOver: {
        provided: { 'photo-source': source },
        healthChecks: [...ofPlugins, { id: 'moon', run: () => Promise.resolve({ ok: true, detail: 'It is full.' }) }],
      },
      prepare: (container) => {
        container.register(inject.checks, {
          useValue: new Checks({
            // None of the server's own, which may take longer than the short time limit.
            own: [],
            ofPlugins: () => container.resolve(inject.plugins).healthChecks,
            onError: () => undefined,
            limit: 50,
          }),
        });
      },
    });
    const answer = await checks();
    expect(answer.ok).to.equal(false);
    const found = Object.fromEntries(answer.checks.map(({ id, ok, detail }) => [id, { ok, detail }]));
    expect(found).to.deep.include({
      tide: {
        ok: false,
        detail: 'This check has not ended within 0.05 seconds: try again, and see the log if that is no better.',
      },
      moon: { ok: true, detail: 'It is full.' },
    });
    expect(given?.aborted, 'the signal of the check').to.equal(true);
  });

  it('report that the photo source does not answer, together with a held sync', async () => {
    for (let index = 0; index < 30; index += 1) source.remove(`p${index}`);
    await sync();
    source.faults.set('health', (_next, signal) => hang(signal));
    const { ok, detail } = await check('bridge');
    expect(ok).to.equal(false);
    expect(detail).to.match(/^The photo source has not answered within 5 seconds\. The sync is held/);
  });

  it('report missing or empty thumbnails, which are then remade', async () => {
    const folder = join(app.dataDir, 'thumbs', '0');
    const files = readdirSync(folder).sort();
    for (const file of files.slice(0, 3)) rmSync(join(folder, file));
    writeFileSync(join(folder, '999.webp'), 'of nobody');
    expect(await check('thumbnails')).to.deep.equal({
      ok: false,
      detail:
        '3 of 40 thumbnails are missing or empty: the server is remaking them, so check again later. 1 file belongs to no photo: no harm, only space.',
    });
    await until(() => files.every((file) => existsSync(join(folder, file))));
    await app.untilIndexed();
    expect((await check('thumbnails')).ok).to.equal(true);
    for (const file of files) truncateSync(join(folder, file));
    expect((await check('thumbnails')).detail).to.match(/^\d+ of 40 thumbnails are missing or empty/);
  });

  it('report a damaged index', async () => {
    const db = app.container.resolve(inject.db);
    db.pragma('foreign_keys = OFF');
    db.exec('INSERT INTO favorites (user_id, photo_id) VALUES (12345, 1)');
    db.pragma('foreign_keys = ON');
    const { ok, detail } = await check('database');
    expect(ok).to.equal(false);
    expect(detail).to.match(/rows that point to nothing \(favorites\)/);
  });

  it('report that a newer version has changed the index', async () => {
    const db = app.container.resolve(inject.db);
    const version = db.pragma('user_version', { simple: true }) as number;
    db.pragma('user_version = 99');
    expect((await check('schema')).ok).to.equal(false);
    db.pragma(`user_version = ${version}`);
  });

  it('are for admins only', async () => {
    for (const [method, url] of [
      ['POST', '/api/admin/checks'],
      ['GET', '/api/admin/overview'],
    ] as const) {
      expect((await app.call(method, url, { as: 'write' })).statusCode).to.equal(403);
      expect((await app.call(method, url)).statusCode).to.equal(401);
    }
  });
});
