import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import sharp from 'sharp';
import { faceCropPath } from '../../../../core/domain/face-crop-path.ts';
import { LevelCounts } from '../../../../core/store/photos/level-counts.ts';
import { SyncState } from '../../../../core/store/sync-state.ts';
import { ColourModels } from '../../../support/colour-models.ts';
import { createFolderSource } from '../../../support/folder-source.ts';
import { IndexerRig } from '../../../support/indexer-rig.ts';
import { killInMidWork } from '../../../support/killed-process.ts';
import { isLongRun } from '../../../support/long-run.ts';
import { previewing } from '../../../support/previewing-source.ts';

const { photos, kills } = isLongRun ? { photos: 400, kills: 50 } : { photos: 100, kills: 3 };

describe('a server that is killed while it reads thumbnails, heads and originals', function () {
  let folder: string;
  let rig: IndexerRig;
  let bytes = 0;
  let readByTheKilled: number;

  before(async () => {
    folder = mkdtempSync(join(tmpdir(), 'photofinch-'));
    const pictures = join(folder, 'pictures');
    const data = join(folder, 'data');
    mkdirSync(pictures);
    const red = await sharp({ create: { width: 1200, height: 900, channels: 3, background: '#c00000' } })
      .jpeg()
      .toBuffer();
    const preview = await sharp(red).resize(512).jpeg().toBuffer();
    for (let index = 0; index < photos; index += 1) {
      const photo = Buffer.concat([red, Buffer.from(String(index))]);
      writeFileSync(join(pictures, `${index}.jpg`), photo);
      bytes += photo.length;
    }
    readByTheKilled = await killInMidWork({
      ...{ fixture: 'levelled-process.ts', data, pictures, kills, pictureCount: photos * 3, moment: [300, 800] },
      done: `SELECT (SELECT count(*) FROM photos WHERE examined IS NOT NULL) +
        (SELECT count(*) FROM photos WHERE examined <> 'thumbnail') +
        (SELECT count(*) FROM photos WHERE examined = 'original')`,
    });
    const models = new ColourModels();
    models.install('1');
    const source = createFolderSource({ path: pictures, journalFile: `${data}-journal.json` });
    rig = new IndexerRig({ folder: data, source: previewing(source, () => Promise.resolve(preview)), ml: models });
    await rig.settle();
    if (rig.indexer.retryFailed() > 0) await rig.indexer.settled();
    // Photos that were in progress at a kill are retried a little later.
    rig.ahead += 3600;
    await rig.settle();
  });

  after(async () => {
    await rig.close();
    rmSync(folder, { recursive: true });
  });

  it('makes some progress before it is killed, but does not finish', () => {
    expect(readByTheKilled).to.be.within(1, photos * 3 - 1);
  });

  it('has each photo once afterwards, read from its original', () => {
    expect(rig.db.pragma('integrity_check', { simple: true })).to.equal('ok');
    expect(rig.db.pragma('foreign_key_check')).to.deep.equal([]);
    expect(rig.photos()).to.have.length(photos);
    for (const photo of rig.photos()) {
      expect(photo, photo.name).to.include({
        state: 'indexed',
        examined: 'original',
        awaits: null,
        in_hand: 0,
        width: 1200,
      });
      expect(existsSync(rig.thumbPath(photo)), photo.name).to.equal(true);
    }
  });

  it('has each face once, with the crop from its original', () => {
    const faces = rig.db.prepare<[], { id: number; crop: number }>('SELECT id, crop FROM faces').all();
    expect(faces).to.have.length(photos);
    for (const { id, crop } of faces) {
      expect(crop).to.be.at.least(1);
      expect(existsSync(faceCropPath(rig.cropsDir, id))).to.equal(true);
    }
    const seen = rig.db
      .prepare(`SELECT count(*) FROM analyses WHERE state = 'done' AND seen = 'original'`)
      .pluck()
      .get();
    expect(seen).to.equal(photos);
  });

  it('counts the photos of each level, and every byte of an original in the budget', () => {
    const counts = new LevelCounts(rig.db).read().filter((count) => count.photos > 0);
    expect(counts).to.deep.equal([{ level: 'original', decoded: 1, photos, bytes }]);
    expect(new SyncState(rig.db).get('originals_read')?.bytes).to.be.at.least(bytes);
  });
});
