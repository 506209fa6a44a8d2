import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { expect } from 'chai';
import sharp from 'sharp';
import { CheckedSource } from '../../../core/indexer/sync/checked-source.ts';
import type { Config } from '../../../core/settings/env.ts';
import { readContent } from '../../../core/indexer/read-content.ts';
import { SourceError } from '../../../core/plugin-api/errors.ts';
import type { SourceContent } from '../../../core/plugin-api/photo-source.ts';
import { IndexerRig } from '../../support/indexer-rig.ts';
import { hang, MemorySource } from '../../support/memory-source.ts';
import { until } from '../../support/until.ts';

describe('a faulty photo source', function () {
  let folder: string;
  let source: MemorySource;
  let rig: IndexerRig;
  let jpeg: Buffer;

  before(async () => {
    jpeg = await sharp({ create: { width: 40, height: 30, channels: 3, background: 'teal' } })
      .jpeg()
      .toBuffer();
  });

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'photofinch-'));
    source = new MemorySource();
    for (const uid of ['a', 'b', 'c']) source.put(uid, jpeg);
  });

  afterEach(async () => {
    await rig.close();
    rmSync(folder, { recursive: true });
  });

  const settle = async (config: Partial<Config> = {}): Promise<void> => {
    rig = new IndexerRig({ folder, source, config });
    rig.stopClock();
    await rig.settle();
  };
  const states = (): Record<string, string> => Object.fromEntries(rig.photos().map(({ uid, state }) => [uid, state]));
  const allIndexed = { a: 'indexed', b: 'indexed', c: 'indexed' };

  for (const [what, answer] of [
    ['unreachable', () => Promise.reject(new SourceError('unreachable', 'The store is away.'))],
    ['not_logged_in', () => Promise.resolve({ reachable: true, loggedIn: false, storeId: 'memory' })],
    ['unreachable', () => Promise.resolve({ reachable: false, loggedIn: false, storeId: '', detail: 'No mount.' })],
    ['unreachable', () => Promise.reject(Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' }))],
    ['bad_answer', () => Promise.resolve('<html>504 Gateway Time-out</html>')],
    ['bad_answer', () => Promise.reject(new TypeError('cannot read properties of undefined'))],
  ] as const) {
    it(`pauses the indexer when its health check results in ${what}, until it is healthy`, async () => {
      source.faults.set('health', answer);
      await settle();
      expect(rig.photos()).to.deep.equal([]);
      expect(rig.indexer.progress()).to.include({ state: 'paused', running: false });
      expect(rig.indexer.progress().trouble).to.include({ code: what });
      expect(rig.indexer.progress().trouble!.message).to.match(/\.$/);

      source.faults.clear();
      await rig.settle();
      expect(states()).to.deep.equal(allIndexed);
      expect(rig.indexer.progress()).to.include({ state: 'waiting', trouble: null });
    });
  }

  it('does not keep photos from being read when it cannot list its albums, and is retried', async () => {
    source.faults.set('albums', () => Promise.reject(new SourceError('bad_answer', 'The albums make no sense.')));
    await settle();
    expect(states()).to.deep.equal(allIndexed);
    const { state, trouble, lastSyncAt } = rig.indexer.progress();
    expect([state, lastSyncAt]).to.deep.equal(['paused', null]);
    expect(trouble).to.include({ code: 'bad_answer', message: 'The albums make no sense.' });
    expect(trouble!.retryAt - rig.now()).to.be.at.most(5);

    source.put('d', Buffer.concat([jpeg, Buffer.from('d')]));
    await rig.settle();
    expect(rig.photo('d').state).to.equal('indexed');
    source.faults.clear();
    source.putAlbum('album', 'Summer', ['a']);
    await rig.settle();
    expect(rig.indexer.progress()).to.include({ state: 'waiting', trouble: null });
    expect(rig.db.prepare('SELECT name FROM albums').pluck().all()).to.deep.equal(['Summer']);
  });

  it('reports the error in its own words', async () => {
    const detail = 'The key in RCLONE_CRYPT_PASSWORD does not fit this vault.';
    source.faults.set('health', () => Promise.resolve({ reachable: true, loggedIn: false, storeId: '', detail }));
    await settle();
    expect(rig.indexer.progress().trouble!.message).to.equal(detail);
  });

  it('leaves a photo pending without a failed attempt when it is unreachable while the photo is read', async () => {
    source.faults.set('open', (next, _signal, uid) =>
      uid === 'b' ? Promise.reject(new SourceError('unreachable', 'The store is away.')) : next(),
    );
    await settle({ workers: 1 });
    expect(rig.indexer.progress().trouble).to.include({ code: 'unreachable' });
    expect(rig.photo('b')).to.include({ state: 'pending', attempts: 0, error: null, in_hand: 0 });

    source.faults.clear();
    await rig.settle();
    expect(states()).to.deep.equal(allIndexed);
  });

  it('does not keep other photos from being read when it always fails for one', async () => {
    source.faults.set('open', (next, _signal, uid) =>
      uid === 'c' ? Promise.reject(new SourceError('unreachable', 'Not now.')) : next(),
    );
    await settle({ workers: 1 });
    await rig.settle();
    expect(states()).to.deep.equal({ a: 'indexed', b: 'indexed', c: 'pending' });
  });

  it('fails a photo that times out, or pauses the indexer if its health check fails as well', async () => {
    source.faults.set('open', (next, _signal, uid) =>
      uid === 'b' ? Promise.reject(new SourceError('timeout', 'Too slow.')) : next(),
    );
    await settle({ workers: 1 });
    expect(rig.indexer.progress().trouble).to.equal(null);
    expect(states()).to.deep.equal({ a: 'indexed', b: 'failed', c: 'indexed' });
    expect(rig.photo('b')).to.include({ error: 'Too slow.', attempts: 1 });

    let asked = 0;
    source.faults.set('health', (next) => {
      asked += 1;
      return asked === 1 ? next() : Promise.reject(new SourceError('unreachable', 'The store is away.'));
    });
    rig.indexer.retryFailed();
    await rig.settle();
    expect(rig.indexer.progress().trouble).to.include({ code: 'timeout' });
    expect(rig.photo('b')).to.include({ attempts: 1 });
  });

  it('is retried after the pause that it asks for', async () => {
    source.faults.set('timeline', () => Promise.reject(new SourceError('rate_limited', 'Slowly.', { retryAfter: 77 })));
    await settle();
    const { code, retryAt } = rig.indexer.progress().trouble!;
    expect(code).to.equal('rate_limited');
    expect(retryAt - rig.now()).to.be.within(70, 77);
  });

  it('is retried after growing pauses, up to the sync interval', async () => {
    source.faults.set('health', () => Promise.reject(new SourceError('unreachable', 'The store is away.')));
    await settle({ syncInterval: 60 });
    const pauses: number[] = [];
    for (let round = 0; round < 5; round += 1) {
      pauses.push(rig.indexer.progress().trouble!.retryAt - rig.now());
      await rig.settle();
    }
    expect(pauses.map((pause) => Math.round(pause / 5) * 5)).to.deep.equal([5, 10, 20, 40, 60]);
  });

  it('does not keep the indexer from stopping when it hangs', async () => {
    source.faults.set('open', (_next, signal) => hang(signal));
    rig = new IndexerRig({ folder, source });
    rig.indexer.start();
    await until(() => source.count('open') === 3);
    await rig.indexer.stop();
    expect(states()).to.deep.equal({ a: 'pending', b: 'pending', c: 'pending' });
  });

  it('has a photo closed that it opens after the request was aborted', async () => {
    const body = new Readable({ read: () => undefined });
    const content = {
      body,
      mediaType: 'image/jpeg',
      length: 1,
      totalLength: 1,
      range: null,
      rev: 'r',
      modifiedTime: 0,
    };
    source.faults.set('open', (_next, signal) => hang(signal).catch(() => content));
    const leaving = new AbortController();
    const opening = new CheckedSource(() => source).open('a', { signal: leaving.signal });
    leaving.abort(new Error('gone'));
    expect(await opening.catch((reason: unknown) => reason)).to.include({ message: 'gone' });
    await until(() => body.destroyed, 25);
    rig = new IndexerRig({ folder, source });
  });

  it('times out when it stops sending in the middle of a photo', async () => {
    const body = new Readable({ read: () => undefined });
    body.push(jpeg.subarray(0, 10));
    const content: SourceContent = {
      body,
      mediaType: 'image/jpeg',
      length: jpeg.length,
      totalLength: jpeg.length,
      range: null,
      rev: 'r',
      modifiedTime: 0,
    };
    const read = readContent(content, { maxBytes: 1e6, idleTimeout: 0.05, signal: new AbortController().signal });
    const error = await read.catch((reason: unknown) => reason);
    expect(error).to.include({ code: 'timeout' });
    expect(body.destroyed).to.equal(true);
    rig = new IndexerRig({ folder, source });
  });

  it('is not listed over and over when every cursor has expired', async () => {
    source.faults.set('changes', () => Promise.reject(new SourceError('cursor_expired', 'Too old.')));
    await settle();
    expect(rig.indexer.progress()).to.include({ state: 'paused' });
    expect(source.count('timeline')).to.equal(1);
  });

  it('has a failed photo retried after growing pauses, and at once on request', async () => {
    source.put('b', Buffer.from('no picture'));
    await settle();
    const pauses: number[] = [];
    for (let attempt = 1; attempt <= 7; attempt += 1) {
      const { retry_at, attempts } = rig.photo('b');
      expect(attempts).to.equal(attempt);
      const pause = retry_at - rig.now();
      pauses.push(Math.round(pause / 60));
      rig.ahead += pause + 1;
      await rig.settle();
    }
    expect(pauses).to.deep.equal([1, 4, 16, 64, 256, 1024, 1440]);

    source.put('b', jpeg);
    expect(rig.indexer.retryFailed()).to.equal(1);
    await rig.indexer.settled();
    expect(rig.photo('b')).to.include({ state: 'indexed', attempts: 0, error: null });
  });
});
