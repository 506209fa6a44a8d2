import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import sharp from 'sharp';
import { faceRows } from '../../../support/analysis-rows.ts';
import { ColourModels } from '../../../support/colour-models.ts';
import { FarSource, farPicture, previewOf } from '../../../support/far-source.ts';
import { IndexerRig } from '../../../support/indexer-rig.ts';
import { sha1Of } from '../../../support/memory-source.ts';

describe('a library with metered originals', function () {
  let folder: string;
  let source: FarSource;
  let rig: IndexerRig;
  let red: Buffer;
  let preview: Buffer;

  before(async () => {
    red = await farPicture('#c00000');
    preview = await previewOf(red);
  });

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'photofinch-'));
    source = new FarSource();
  });

  afterEach(async () => {
    await rig.close();
    rmSync(folder, { recursive: true });
  });

  const open = (options: Partial<ConstructorParameters<typeof IndexerRig>[0]> = {}): Promise<void> => {
    rig = new IndexerRig({ folder, source, ...options });
    return rig.settle();
  };
  const models = (): ColourModels => {
    const ml = new ColourModels();
    ml.install('1');
    return ml;
  };

  it('reads all thumbnails first, then all heads, then originals, each time the newest photos first', async () => {
    for (const uid of ['a', 'b', 'c']) source.putFar(uid, red, preview);
    await open({ config: { workers: 1, syncLimit: 1 } });
    const newestFirst = ['c', 'b', 'a'];
    const read = (level: string): string[] => newestFirst.map((uid) => `${level} ${uid}`);
    expect(source.reads).to.deep.equal([...read('thumbnail'), ...read('head'), ...read('original')]);
  });

  it('groups the people in all thumbnails before reading anything else', async () => {
    for (const uid of ['a', 'b']) source.putFar(uid, red, preview);
    let readBefore: string[] | undefined;
    const run = (): Promise<void> => {
      readBefore ??= [...source.reads];
      return Promise.resolve();
    };
    await open({ ml: models(), tasks: [{ name: 'people', run }] });
    expect(readBefore).to.deep.equal(['thumbnail b', 'thumbnail a']);
  });

  it('indexes a photo from its thumbnail alone if nothing else can be read, including faces', async () => {
    source.ranges = false;
    source.putFar('a', red, preview, { location: { lat: 38.72, lng: -9.14 } });
    await open({ ml: models(), config: { originalsBudget: 0 } });
    const row = rig.photo('a');
    expect(row).to.include({ state: 'indexed', examined: 'thumbnail', width: 1200, height: 800, thumb_revision: 1 });
    expect(row).to.include({ sha1: null, place: 'Lisbon, Portugal', fault: null, camera: null });
    expect(row.thumbhash).to.not.equal(null);
    expect(await sharp(rig.thumbPath(row)).metadata()).to.include({ format: 'webp', width: 300, height: 200 });
    expect(faceRows(rig.db)).to.have.length(1);
    expect(source.readAt('original')).to.deep.equal([]);
  });

  it('replaces the facts from the thumbnail by those from the original', async () => {
    source.putFar('a', red, preview);
    await open({ ml: models() });
    const row = rig.photo('a');
    const { bytes } = source.photos.get('a')!;
    expect(row).to.include({ state: 'indexed', examined: 'original', awaits: null, thumb_revision: 2 });
    expect(row).to.include({ camera: 'EOS R5', taken_at_local: '2021-05-06T07:08:09', size: bytes.length });
    expect(row.sha1!.toString('hex')).to.equal(sha1Of(bytes));
    expect(await sharp(rig.thumbPath(row)).metadata()).to.include({ width: 512 });
    const [face, ...others] = faceRows(rig.db);
    expect(others).to.deep.equal([]);
    expect(face).to.include({ crop: 2 });
  });

  it('reads a photo again from the thumbnail on when its content changes', async () => {
    source.putFar('a', red, preview);
    await open();
    source.reads.length = 0;
    source.putFar('a', Buffer.concat([red, Buffer.from('other')]), preview);
    await rig.settle();
    expect(source.reads).to.deep.equal(['thumbnail a', 'head a', 'original a']);
    expect(rig.photo('a')).to.include({ examined: 'original', state: 'indexed' });
  });

  it('reads all missing originals at once when originals become cheap', async () => {
    for (const uid of ['a', 'b']) source.putFar(uid, red, preview);
    source.ranges = false;
    await open({ config: { originalsBudget: 0 } });
    source.originals = 'cheap';
    source.putFar('c', red, preview);
    await rig.settle();
    expect(rig.photos().map(({ examined }) => examined)).to.deep.equal(['original', 'original', 'original']);
    expect(source.readAt('original').sort()).to.deep.equal(['a', 'b', 'c']);
  });

  it('keeps everything known when originals become metered, even if a thumbnail has to be made again', async () => {
    source.originals = 'cheap';
    source.putFar('a', red, preview);
    await open({ ml: models() });
    const before = rig.photo('a');
    const faces = faceRows(rig.db);
    source.originals = 'metered';
    source.reads.length = 0;
    rmSync(rig.thumbPath(before));
    rig.indexer.readAgain([before.id]);
    await rig.indexer.settled();
    expect(rig.photo('a')).to.deep.equal({
      ...before,
      thumb_revision: 2,
      thumbs_made: 2,
      thumbhash: rig.photo('a').thumbhash,
    });
    expect(faceRows(rig.db)).to.deep.equal(faces);
    expect(source.reads).to.deep.equal(['thumbnail a']);
    expect(await sharp(rig.thumbPath(before)).metadata()).to.include({ width: 300 });
  });

  it('shows a new model only the thumbnails, and keeps the faces found in originals', async () => {
    source.originals = 'cheap';
    source.putFar('a', red, preview);
    const ml = models();
    await open({ ml });
    const [face] = faceRows(rig.db);
    source.originals = 'metered';
    await rig.settle();
    source.reads.length = 0;
    ml.facePosition = null;
    const settled = rig.indexer.settled();
    ml.install('2');
    await settled;
    expect(source.reads).to.deep.equal(['thumbnail a']);
    expect(faceRows(rig.db).map(({ id }) => id)).to.deep.equal([face!.id]);
    const by = rig.db.prepare('SELECT model FROM face_embeddings').pluck().all();
    expect(by).to.include('embedder@2');
  });
});
