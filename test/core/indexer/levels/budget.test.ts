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

describe('the budget of originals', function () {
  let folder: string;
  let source: FarSource;
  let rig: IndexerRig;
  let picture: Buffer;
  let preview: Buffer;
  /** Bytes of one original. */
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

  /** At noon of a day, by the clock of the library. */
  const open = (originalsBudget: number, ahead?: number): Promise<void> => {
    rig = new IndexerRig({ folder, source, config: { originalsBudget, workers: 2 } });
    rig.ahead = ahead ?? (day * 1.5 - (rig.now() % day)) % day;
    return rig.settle();
  };
  const read = (): string[] => source.readAt('original');

  it('of nothing leaves all originals unread, for good', async () => {
    await open(0);
    rig.ahead += 10 * day;
    await rig.settle();
    expect(read()).to.deep.equal([]);
    expect(rig.photos().every(({ state, examined }) => state === 'indexed' && examined === 'thumbnail')).to.equal(true);
  });

  it('is not overdrawn, and goes to the newest photos', async () => {
    await open(2.5 * size);
    expect(read().sort()).to.deep.equal(['d', 'e']);
    rig.ahead += 3600;
    await rig.settle();
    expect(read()).to.have.length(2);
  });

  it('is not needed for heads: those of photos that come when it is spent are read at once', async () => {
    source.ranges = true;
    await open(0);
    source.putFar('new', picture, preview);
    await rig.settle();
    expect(rig.photos().map(({ examined }) => examined)).to.deep.equal(Array(6).fill('head'));
    expect(read()).to.deep.equal([]);
  });

  it('goes to smaller photos when what is left does not cover the next', async () => {
    source.putFar('f', Buffer.concat([picture, Buffer.alloc(4 * size)]), preview);
    source.putFar('g', picture, preview);
    await open(3 * size);
    expect(read().sort()).to.deep.equal(['d', 'e', 'g']);
  });

  for (const [told, words] of [
    [0, 'of which the source does not know the size'],
    [1000, 'that are larger than the source says'],
  ] as const) {
    it(`is not overdrawn by originals ${words}`, async () => {
      for (const uid of ['a', 'b', 'c', 'd', 'e']) source.putFar(uid, picture, preview, { size: told });
      await open(2 * size);
      expect(rig.photos().filter(({ examined }) => examined === 'original')).to.have.length(2);
      rig.ahead += day;
      await rig.settle();
      expect(rig.photos().filter(({ examined }) => examined === 'original')).to.have.length(4);
    });
  }

  it('is new at midnight', async () => {
    await open(2 * size);
    rig.ahead += day / 2;
    await rig.settle();
    expect(read().sort()).to.deep.equal(['b', 'c', 'd', 'e']);
  });

  it('lasts over a restart', async () => {
    await open(2 * size);
    const { ahead } = rig;
    await rig.close();
    await open(3 * size, ahead);
    expect(read()).to.have.length(3);
  });

  it('lets an original through that is larger than a whole day’s, as the first of a day', async () => {
    await open(size / 2);
    expect(read()).to.have.length(1);
    rig.ahead += day;
    await rig.settle();
    expect(read()).to.have.length(2);
  });

  it('is not touched while somebody waits for an original', async () => {
    const waited: boolean[] = [];
    let isWaiting = true;
    source.faults.set('open', (next, _signal, uid) => {
      if (source.readAt('original').includes(uid)) waited.push(isWaiting);
      return next();
    });
    // By a clock that stands still, so that somebody waits however long it takes.
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

  it('is not spent on bytes that did not come', async () => {
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

describe('an original over which the server died', function () {
  it('leaves the photo as it was known, and waits a while', async () => {
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
  it('is left alone for a month after three whole reads, listed, and read once more when an admin wants it', async () => {
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

  it('leaves the photo as it was known, and is tried again after growing pauses', async () => {
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
