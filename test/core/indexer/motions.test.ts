import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import sharp from 'sharp';
import { InteractiveReads } from '../../../core/media/interactive-reads.ts';
import { SourceError } from '../../../core/plugin-api/errors.ts';
import type { PhotoSource, SourceNode } from '../../../core/plugin-api/photo-source.ts';
import { Motions, type Motion } from '../../../core/store/photos/motions.ts';
import { FarSource, farPicture, previewOf } from '../../support/far-source.ts';
import { IndexerRig } from '../../support/indexer-rig.ts';
import { MemorySource } from '../../support/memory-source.ts';
import { microVideo, samsungMotionPhoto } from '../../support/motion-photos.ts';
import { until } from '../../support/until.ts';
import { makeVideo } from '../../support/video-file.ts';

const headBytes = 256 * 1024;

/** A source that provides motion parts; the indexer reads none of them. */
class PairingSource extends MemorySource {
  openMotion: NonNullable<PhotoSource['openMotion']> = () => Promise.reject(new Error('Nobody asks for it.'));
}

const apart = { kind: 'live', motion: { mediaType: 'video/quicktime', size: 99 } } as const;

describe('the motion parts of photos', () => {
  let folder: string;
  let source: MemorySource;
  let rig: IndexerRig;
  let still: Buffer;
  let movie: Buffer;

  before(async () => {
    still = await sharp({ create: { width: 80, height: 60, channels: 3, background: 'teal' } })
      .jpeg()
      .toBuffer();
    movie = makeVideo({
      ...{ brand: 'mp42', picture: still, width: 64, height: 48 },
      ...{ durationMs: 2000, createdAt: 1_600_000_000 },
    });
  });

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'photofinch-'));
    source = new PairingSource();
    rig = new IndexerRig({ folder, source });
  });
  afterEach(async () => {
    await rig.close();
    rmSync(folder, { recursive: true });
  });

  const put = async (uid: string, bytes: Buffer, facts: Partial<SourceNode> = {}): Promise<void> => {
    source.put(uid, bytes, facts);
    await rig.settle();
  };
  const motion = (uid: string): Motion | undefined => new Motions(rig.db).of(rig.photo(uid).id);
  const inside = (file: Buffer, rev: string): Motion => ({
    ...{ rev, mediaType: 'video/mp4', size: movie.length, start: file.length - movie.length },
  });
  const due = (): number => rig.db.prepare<[], number>('SELECT count(*) FROM motions_due').pluck().get() ?? 0;

  it('inside pictures are found, which makes these live photos', async () => {
    const file = microVideo(still, movie);
    await put('a', file);
    await put('b', still);
    expect([rig.photo('a').kind, rig.photo('b').kind]).to.deep.equal(['live', 'image']);
    expect([motion('a'), motion('b')]).to.deep.equal([inside(file, 'r1'), undefined]);
  });

  it('inside pictures are kept when the source sends new metadata', async () => {
    const file = microVideo(still, movie);
    await put('a', file);
    await put('a', file, { name: 'renamed.jpg' });
    expect(rig.photo('a')).to.include({ kind: 'live', name: 'renamed.jpg' });
    expect(motion('a')).to.deep.equal(inside(file, 'r1'));
  });

  it('inside pictures are updated and removed with the content of the file', async () => {
    await put('a', microVideo(still, movie));
    const longer = microVideo(await sharp(still).rotate(90).jpeg().toBuffer(), movie);
    await put('a', longer);
    expect(motion('a')).to.deep.equal(inside(longer, 'r2'));
    await put('a', still);
    expect([rig.photo('a').kind, motion('a')]).to.deep.equal(['image', undefined]);
  });

  it('inside pictures are kept when a photo moves in its store', async () => {
    const file = microVideo(still, movie);
    await put('a', file);
    source.remove('a');
    await put('b', file);
    expect(rig.photos().map(({ uid, kind }) => [uid, kind])).to.deep.equal([['b', 'live']]);
    expect(motion('b')).to.deep.equal(inside(file, rig.photo('b').rev));
  });

  it('in separate files follow the facts of the source', async () => {
    await put('a', still, apart);
    expect(motion('a')).to.deep.equal({ rev: 'r1', mediaType: 'video/quicktime', size: 99, start: null });
    await put('a', still, { kind: 'live', motion: { mediaType: 'video/mp4', size: null } });
    expect(motion('a')).to.deep.equal({ rev: 'r1', mediaType: 'video/mp4', size: null, start: null });
    await put('a', still);
    expect([rig.photo('a').kind, motion('a')]).to.deep.equal(['image', undefined]);
  });

  it('in separate files take precedence over the same inside, which is used once these are gone', async () => {
    const file = microVideo(still, movie);
    await put('a', file, apart);
    expect(motion('a')).to.include({ start: null, size: 99 });
    await put('a', file);
    expect(motion('a')).to.deep.equal(inside(file, 'r1'));
    expect([rig.photo('a').kind, due()]).to.deep.equal(['live', 0]);
    await put('a', file, apart);
    expect(motion('a')).to.include({ start: null, size: 99 });
  });

  it('are ignored if the source cannot provide them', async () => {
    source = new MemorySource();
    rig.source = source;
    await put('a', still, apart);
    expect([rig.photo('a').kind, motion('a')]).to.deep.equal(['live', undefined]);
  });

  it('are deleted with their photos', async () => {
    await put('a', microVideo(still, movie));
    rig.db.prepare('DELETE FROM photos').run();
    expect(rig.db.prepare('SELECT * FROM motions').all()).to.deep.equal([]);
  });

  describe('of photos in an older index', () => {
    /** As in an index from before motion parts were searched for. */
    const forget = (): void => {
      rig.db.exec(`
        INSERT INTO motions_due SELECT photo_id FROM photo_exif;
        DELETE FROM motions;
        UPDATE photos SET kind = 'image';`);
      source.bytesRead = 0;
    };

    it('are found by reading a few bytes of each photo', async () => {
      const big = Buffer.concat([still, Buffer.alloc(500_000)]);
      const samsung = await sharp(still)
        .withExif({ IFD0: { Make: 'samsung' } })
        .jpeg()
        .toBuffer();
      const files = { a: microVideo(big, movie), s: samsungMotionPhoto(samsung, movie) };
      for (const [uid, file] of Object.entries({ ...files, b: big, c: microVideo(big, movie, 77) })) {
        await put(uid, file);
      }
      const known = () => rig.photos().map(({ uid, kind }) => ({ uid, kind, motion: motion(uid) }));
      const before = known();
      forget();
      await rig.settle();
      expect(known()).to.deep.equal(before);
      expect(before.map(({ uid, kind }) => `${uid} ${kind}`)).to.deep.equal(['a live', 'b image', 'c image', 's live']);
      expect(source.bytesRead).to.be.below(6 * 4096);
      expect(due()).to.equal(0);
    });

    it('are not searched for while users read photos, but new photos are still indexed', async () => {
      const interactive = new InteractiveReads(() => 0);
      await rig.close();
      rig = new IndexerRig({ folder, source, interactive });
      const file = microVideo(still, movie);
      await put('a', file);
      forget();
      const read = interactive.begin('many');
      const settled = rig.settle();
      await until(() => rig.indexer.progress().state === 'grouping');
      source.put('b', still);
      rig.indexer.wake();
      await until(() => rig.photos().some(({ uid, state }) => uid === 'b' && state === 'indexed'));
      expect(due()).to.equal(1);
      read.end();
      await settled;
      expect([motion('a'), due()]).to.deep.equal([inside(file, 'r1'), 0]);
    });

    it('wait for a source that is unreachable, and are searched for again', async () => {
      const file = microVideo(still, movie);
      await put('a', file);
      forget();
      source.faults.set('open', () => Promise.reject(new SourceError('unreachable', 'away')));
      await rig.settle();
      expect([motion('a'), due()]).to.deep.equal([undefined, 1]);
      source.faults.clear();
      await rig.settle();
      expect([motion('a'), due()]).to.deep.equal([inside(file, 'r1'), 0]);
    });

    it('are skipped in a photo that cannot be read, without delaying the others', async () => {
      const file = microVideo(still, movie);
      for (const uid of ['a', 'b']) await put(uid, file);
      forget();
      source.bodies.set('a', () => {
        throw new SourceError('integrity', 'A bad spot.');
      });
      await rig.settle();
      expect([motion('a'), motion('b')?.start, due()]).to.deep.equal([undefined, file.length - movie.length, 0]);
    });
  });

  describe('in a store with metered originals', () => {
    let far: FarSource;

    beforeEach(async () => {
      await rig.close();
      rmSync(folder, { recursive: true });
      folder = mkdtempSync(join(tmpdir(), 'photofinch-'));
      far = new FarSource();
      rig = new IndexerRig({ folder, source: far, config: { originalsBudget: 0 } });
    });

    it('are found with the heads of files, for which only the place where they begin is read as well', async () => {
      const picture = await farPicture('olive');
      const preview = await previewOf(picture);
      const padded = Buffer.concat([movie, Buffer.alloc(500_000)]);
      const file = microVideo(picture, padded);
      far.put('a', file, { media: { width: 1200, height: 800, duration: null } });
      far.thumbnails.set('a', preview);
      await rig.settle();
      expect(rig.photo('a')).to.include({ kind: 'live', examined: 'head', awaits: 'original' });
      expect(motion('a')).to.deep.include({ start: file.length - padded.length, size: padded.length });
      expect(far.bytesRead).to.equal(headBytes + 4096);
    });

    it('are not searched for in pictures whose heads mention none', async () => {
      far.putFar('a', await farPicture('olive'), await previewOf(still));
      await rig.settle();
      expect([far.bytesRead, motion('a')]).to.deep.equal([headBytes, undefined]);
    });
  });
});
