import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { faceRows } from '../../../support/analysis-rows.ts';
import { ColourModels } from '../../../support/colour-models.ts';
import { FarSource, farPicture, previewOf } from '../../../support/far-source.ts';
import { IndexerRig } from '../../../support/indexer-rig.ts';

const day = 86_400;

describe('a photo that moves in a store with metered originals', function () {
  let folder: string;
  let source: FarSource;
  let rig: IndexerRig;
  let red: Buffer;
  let preview: Buffer;

  before(async () => {
    red = await farPicture('#c00000');
    preview = await previewOf(red);
  });

  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'photofinch-'));
    source = new FarSource();
    source.ranges = false;
    for (const uid of ['old', 'other']) source.putFar(uid, red, preview);
    rig = opened();
    rig.db.exec(`INSERT INTO users (id, username, display_name, role, password_hash, created_at)
      VALUES (1, 'anna', 'Anna', 'write', '', 0)`);
    await rig.settle();
    for (const table of ['favorites', 'own_hidden_photos']) {
      rig.db.prepare(`INSERT INTO ${table} (user_id, photo_id) VALUES (1, ?)`).run(rig.photo('old').id);
    }
  });

  afterEach(async () => {
    await rig.close();
    rmSync(folder, { recursive: true });
  });

  const opened = (config = {}): IndexerRig => {
    const ml = new ColourModels();
    ml.install('1');
    return new IndexerRig({ folder, source, ml, config });
  };
  const photosIn = (table: string): string[] =>
    rig.db.prepare<[], string>(`SELECT uid FROM ${table} JOIN photos ON photos.id = photo_id`).pluck().all();
  const favorites = (): string[] => photosIn('favorites');
  /** Moves the photo `old`. Only the original shows that the content is the same. */
  const move = (): void => {
    const { bytes } = source.photos.get('old')!;
    source.remove('old');
    source.put('moved', bytes);
    source.thumbnails.set('moved', preview);
  };

  it('is recognised once its original is read: it keeps faces and favourites, and stays hidden for the same user', async () => {
    const { id } = rig.photo('old');
    const faces = faceRows(rig.db).filter(({ uid }) => uid === 'old');
    move();
    await rig.settle();
    expect(rig.photo('moved')).to.include({ id, state: 'indexed', examined: 'original', awaits: null, in_hand: 0 });
    expect(rig.photos().map(({ uid }) => uid)).to.deep.equal(['moved', 'other']);
    expect(favorites()).to.deep.equal(['moved']);
    expect(faceRows(rig.db).filter(({ uid }) => uid === 'moved')).to.deep.equal(
      faces.map((face) => ({ ...face, uid: 'moved' })),
    );
    rig.ahead += 8 * day;
    await rig.settle();
    expect(favorites()).to.deep.equal(['moved']);
    expect(photosIn('own_hidden_photos')).to.deep.equal(['moved']);
  });

  it('is not confused with a copy that existed at the same time', async () => {
    await rig.close();
    rig = opened({ originalsBudget: 0 });
    source.put('copy', source.photos.get('old')!.bytes);
    source.thumbnails.set('copy', preview);
    await rig.settle();
    const { id } = rig.photo('copy');
    rig.ahead = 2 * day;
    source.remove('old');
    await rig.settle();
    const { ahead } = rig;
    await rig.close();
    rig = opened();
    rig.ahead = ahead;
    await rig.settle();
    expect(rig.photo('copy')).to.include({ id, examined: 'original' });
    expect(rig.photo('copy').sha1).to.deep.equal(rig.photo('old').sha1);
    expect(favorites()).to.deep.equal(['old']);
  });
});
