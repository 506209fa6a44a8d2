import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { faceRows } from '../../../support/analysis-rows.ts';
import { ColourModels } from '../../../support/colour-models.ts';
import { FarSource, farPicture, previewOf } from '../../../support/far-source.ts';
import { IndexerRig } from '../../../support/indexer-rig.ts';
import { sha1Of } from '../../../support/memory-source.ts';

describe('a photo that is known by its original, in a store where originals begin to cost', function () {
  let folder: string;
  let source: FarSource;
  let ml: ColourModels;
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
    source.originals = 'cheap';
    ml = new ColourModels();
    ml.install('1');
  });

  afterEach(async () => {
    await rig.close();
    rmSync(folder, { recursive: true });
  });

  /** The photo `a`, of which nothing but its original was read. */
  const begin = async (shown: Buffer | null, config = {}): Promise<void> => {
    source.putFar('a', red, shown, { sha1: sha1Of(Buffer.concat([red, Buffer.from('a')])) });
    rig = new IndexerRig({ folder, source, ml, config });
    await rig.settle();
    source.originals = 'metered';
    await rig.settle();
    source.reads.length = 0;
  };
  const loseThumbnail = async (): Promise<void> => {
    const row = rig.photo('a');
    rmSync(rig.thumbPath(row));
    const settled = rig.indexer.settled();
    rig.indexer.readAgain([row.id]);
    await settled;
  };
  const install = async (version: string): Promise<void> => {
    const settled = rig.indexer.settled();
    ml.install(version);
    await settled;
  };

  for (const [what, shown] of [
    ['a preview', true],
    ['none', false],
  ] as const) {
    it(`keeps its own thumbnail when it moves, where the store has ${what}`, async () => {
      await begin(shown ? preview : null);
      const before = rig.photo('a');
      const thumbnail = readFileSync(rig.thumbPath(before));
      const { bytes, node } = source.photos.get('a')!;
      source.remove('a');
      source.put('moved', bytes, { ...node, uid: 'moved', rev: 'r-moved' });
      if (shown) source.thumbnails.set('moved', preview);
      await rig.settle();
      const row = rig.photo('moved');
      expect(row).to.include({ id: before.id, thumb_revision: 1, examined: 'original', awaits: null });
      expect(readFileSync(rig.thumbPath(row)).equals(thumbnail)).to.equal(true);
      expect(source.readAt('original')).to.deep.equal([]);
    });
  }

  it('has a lost thumbnail made from its original again, where the store has no preview', async () => {
    await begin(null);
    await loseThumbnail();
    expect(rig.photo('a')).to.include({ state: 'indexed', thumb_revision: 2, examined: 'original', awaits: null });
    expect(readFileSync(rig.thumbPath(rig.photo('a'))).length).to.be.above(0);
    expect(source.readAt('original')).to.deep.equal(['a']);
  });

  it('waits for its original without a thumbnail, where none may be read', async () => {
    await begin(null, { originalsBudget: 0 });
    await loseThumbnail();
    expect(rig.photo('a')).to.include({
      state: 'indexed',
      thumb_revision: 0,
      examined: 'original',
      awaits: 'original',
    });
  });

  it('has its faces after a new model came to which nothing shows it, until that sees the original', async () => {
    await begin(null, { originalsBudget: 0 });
    const faces = faceRows(rig.db);
    expect(faces).to.have.length(1);
    await loseThumbnail();
    await install('2');
    expect(faceRows(rig.db)).to.deep.equal(faces);
    expect(rig.db.prepare('SELECT state, faces_by FROM analyses').get()).to.deep.equal({
      state: 'done',
      faces_by: 'detector@2+embedder@2',
    });
    await rig.close();
    rig = new IndexerRig({ folder, source, ml });
    await rig.settle();
    expect(faceRows(rig.db)).to.deep.equal([{ ...faces[0], crop: 2 }]);
    expect(rig.db.prepare('SELECT model FROM face_embeddings').pluck().all()).to.deep.equal(['embedder@2']);
  });
});
