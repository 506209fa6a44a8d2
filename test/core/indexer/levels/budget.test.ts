import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { InteractiveReads } from '../../../../core/media/interactive-reads.ts';
import { SourceError } from '../../../../core/plugin-api/errors.ts';
import { ReadingLevels } from '../../../../core/services/reading-levels.ts';
import { Failures } from '../../../../core/store/photos/failures.ts';
import { LevelCounts } from '../../../../core/store/photos/level-counts.ts';
import { SyncState } from '../../../../core/store/sync-state.ts';
import { FarSource, farPicture, previewOf } from '../../../support/far-source.ts';
import { IndexerRig } from '../../../support/indexer-rig.ts';
import { until } from '../../../support/until.ts';

const day = 86_400;

describe('the daily budget for originals', function () {
  let folder: string;
  let source: FarSource;
  let rig: IndexerRig;
  let picture: Buffer;
  let preview: Buffer;
  /** The bytes of one original. */
  let size: number;

  before(async () => {
    picture = await farPicture('olive');
    preview = await previewOf(picture);
    size = picture.length + 1;
  });

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'photofinch-'));
    source = new FarSource();
    source.ranges = false;
    for (const uid of ['a', 'b', 'c', 'd', 'e']) source.putFar(uid, picture, preview);
  });

  afterEach(async () => {
    await rig.close();
    rmSync(folder, { recursive: true });
  });

  /** Opens the library at noon, by its clock. */
  const open = (originalsBudget: number, ahead?: number): Promise<void> => {
    rig = new IndexerRig({ folder, source, config: { originalsBudget, workers: 2 } });
    rig.ahead = ahead ?? (day * 1.5 - (rig.now() % day)) % day;
    return rig.settle();
  };
  const read = (): string[] => source.readAt('original');

  it('of 0 leaves all originals unread permanently', async () => {
    await open(0);
    rig.ahead += 10 * day;
    await rig.settle();
    expect(read()).to.deep.equal([]);
    expect(rig.photos().every(({ state, examined }) => state === 'indexed' && examined === 'thumbnail')).to.equal(true);
  });

  it('is not exceeded, and is spent on the newest photos first', async () => {
    await open(2.5 * size);
    expect(read().sort()).to.deep.equal(['d', 'e']);
    rig.ahead += 3600;
    await rig.settle();
    expect(read()).to.have.length(2);
  });

  it('is not needed for file heads, which are read at once even when it is used up', async () => {
    source.ranges = true;
    await open(0);
    source.putFar('new', picture, preview);
    await rig.settle();
    expect(rig.photos().map(({ examined }) => examined)).to.deep.equal(Array(6).fill('head'));
    expect(read()).to.deep.equal([]);
  });

  it('is spent on smaller photos when the rest does not cover the next one', async () => {
    source.putFar('f', Buffer.concat([picture, Buffer.alloc(4 * size)]), preview);
    source.putFar('g', picture, preview);
    await open(3 * size);
    expect(read().sort()).to.deep.equal(['d', 'e', 'g']);
  });

  for (const [told, words] of [
    [0, 'whose size the source does not know'],
    [1000, 'that are larger than the source says'],
  ] as const) {
    it(`is not exceeded by originals ${words}`, async () => {
      for (const uid of ['a', 'b', 'c', 'd', 'e']) source.putFar(uid, picture, preview, { size: told });
      await open(2 * size);
      expect(rig.photos().filter(({ examined }) => examined === 'original')).to.have.length(2);
      rig.ahead += day;
      await rig.settle();
      expect(rig.photos().filter(({ examined }) => examined === 'original')).to.have.length(4);
    });
  }

  it('is renewed at midnight', async () => {
    await open(2 * size);
    rig.ahead += day / 2;
    await rig.settle();
    expect(read().sort()).to.deep.equal(['b', 'c', 'd', 'e']);
  });

  it('persists over a restart', async () => {
    await open(2 * size);
    const { ahead } = rig;
    await rig.close();
    await open(3 * size, ahead);
    expect(read()).to.have.length(3);
  });

  it('allows one original per day that is larger than the whole budget', async () => {
    await open(size / 2);
    expect(read()).to.have.length(1);
    rig.ahead += day;
    await rig.settle();
    expect(read()).to.have.length(2);
  });

  it('is not spent while a user waits for an original', async () => {
    const waited: boolean[] = [];
    let isWaiting = true;
    source.faults.set('open', (next, _signal, uid) => {
      if (source.readAt('original').includes(uid)) waited.push(isWaiting);
      return next();
    });
    // The clock stands still, so the user counts as waiting for as long as the test takes.
    const interactive = new InteractiveReads(() => 0);
    rig = new IndexerRig({ folder, source, interactive });
    const read = interactive.begin();
    const settled = rig.settle();
    await until(() => rig.photos().length === 5 && rig.photos().every(({ awaits }) => awaits === 'original'));
    isWaiting = false;
    read.end();
    await settled;
    expect(waited).to.deep.equal([false, false, false, false, false]);
  });

  it('does not count bytes that were not received', async () => {
    source.faults.set('open', (next, _signal, uid) =>
      uid === 'e' ? Promise.reject(new SourceError('integrity', 'A bad spot.')) : next(),
    );
    await open(2 * size);
    expect(
      rig
        .photos()
        .filter(({ examined }) => examined === 'original')
        .map(({ uid }) => uid),
    ).to.deep.equal(['c', 'd']);
  });
});

describe('a crash of the server while it reads an original', function () {
  it('keeps what is known of the photo, and delays the retry', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'photofinch-'));
    const source = new FarSource();
    const picture = await farPicture('olive');
    source.putFar('a', picture, await previewOf(picture));
    const first = new IndexerRig({ folder, source, config: { originalsBudget: 0 } });
    await first.settle();
    first.db.prepare('UPDATE photos SET in_hand = 1').run();
    await first.close();
    const rig = new IndexerRig({ folder, source });
    try {
      await rig.settle();
      expect(rig.photo('a')).to.include({ state: 'indexed', examined: 'head', closer_attempts: 1, in_hand: 0 });
      rig.ahead += 61;
      await rig.settle();
      expect(rig.photo('a')).to.include({ examined: 'original', closer_attempts: 0, error: null });
    } finally {
      await rig.close();
      rmSync(folder, { recursive: true });
    }
  });
});

describe('an original that cannot be read', function () {
  it('is listed as failed after three reads, and then read only on request or after a month', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'photofinch-'));
    const source = new FarSource();
    const picture = await farPicture('olive');
    const broken = Buffer.concat([Buffer.from('no picture'), Buffer.alloc(400_000, 1)]);
    source.putFar('broken', broken, await previewOf(picture));
    const rig = new IndexerRig({ folder, source, config: { workers: 1 } });
    const bytesLeft = (): number | undefined => {
      const { db } = rig;
      const parts = { counts: new LevelCounts(db), state: new SyncState(db), clock: () => rig.now() };
      return new ReadingLevels({ ...parts, timeZone: () => 'UTC', originalsBudget: 1e9 }).report()?.bytesLeft;
    };
    const reads = (): number => source.readAt('original').length;
    try {
      await rig.settle();
      expect(bytesLeft()).to.equal(broken.length + 'broken'.length);
      expect(new Failures(rig.db).page({ limit: 10, offset: 0 }).total).to.equal(0);
      for (let days = 0; days < 20; days += 1) {
        rig.ahead += day;
        await rig.settle();
      }
      expect([reads(), bytesLeft()]).to.deep.equal([3, 0]);
      const { failures, total } = new Failures(rig.db).page({ limit: 10, offset: 0 });
      expect(total).to.equal(1);
      expect(failures[0]).to.include({ uid: 'broken', attempts: 3 });
      const settled = rig.indexer.settled();
      expect(rig.indexer.retryFailed()).to.equal(1);
      await settled;
      expect(reads()).to.equal(4);
      rig.ahead += 31 * day;
      await rig.settle();
      expect(reads()).to.equal(5);
    } finally {
      await rig.close();
      rmSync(folder, { recursive: true });
    }
  });

  it('keeps what is known of the photo, and is retried after a pause and for new content', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'photofinch-'));
    const source = new FarSource();
    const picture = await farPicture('olive');
    source.putFar('a', picture, await previewOf(picture));
    source.putFar(
      'broken',
      Buffer.concat([Buffer.from('no picture'), Buffer.alloc(400_000, 1)]),
      await previewOf(picture),
    );
    const rig = new IndexerRig({ folder, source });
    try {
      await rig.settle();
      expect(rig.photo('a')).to.include({ examined: 'original' });
      const row = rig.photo('broken');
      expect(row).to.include({
        state: 'indexed',
        examined: 'head',
        awaits: 'original',
        fault: null,
        thumb_revision: 1,
      });
      expect(row).to.include({ closer_attempts: 1, listed: 1 });
      const reads = source.reads.length;
      await rig.settle();
      expect(source.reads).to.have.length(reads);
      rig.ahead += 61;
      await rig.settle();
      expect(rig.photo('broken')).to.include({ closer_attempts: 2 });
      const { bytes } = source.photos.get('a')!;
      source.put('broken', bytes);
      await rig.settle();
      expect(rig.photo('broken')).to.include({ examined: 'original', closer_attempts: 0 });
    } finally {
      await rig.close();
      rmSync(folder, { recursive: true });
    }
  });
});
