import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { faceRows } from '../../../support/analysis-rows.ts';
import { ColourModels } from '../../../support/colour-models.ts';
import { FarSource, farPicture, previewOf } from '../../../support/far-source.ts';
import { IndexerRig } from '../../../support/indexer-rig.ts';
import { sha1Of } from '../../../support/memory-source.ts';

describe('a photo read from its original before originals became metered', function () {
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

  /** Adds the photo `a`, of which only the original is read; then originals become metered. */
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
    ['no preview', false],
  ] as const) {
    it(`keeps its thumbnail when it moves, in a store with ${what}`, async () => {
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

  it('has a lost thumbnail made again from its original if the store has no preview', async () => {
    await begin(null);
    await loseThumbnail();
    expect(rig.photo('a')).to.include({ state: 'indexed', thumb_revision: 2, examined: 'original', awaits: null });
    expect(readFileSync(rig.thumbPath(rig.photo('a'))).length).to.be.above(0);
    expect(source.readAt('original')).to.deep.equal(['a']);
  });

  it('waits for its original without a thumbnail if the budget is 0', async () => {
    await begin(null, { originalsBudget: 0 });
    await loseThumbnail();
    expect(rig.photo('a')).to.include({
      state: 'indexed',
      thumb_revision: 0,
      examined: 'original',
      awaits: 'original',
    });
  });

  it('keeps its faces when there is nothing to show to a new model, until that sees the original', async () => {
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
