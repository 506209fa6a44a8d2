import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { createFolderSource } from '../../support/folder-source.ts';
import { IndexerRig } from '../../support/indexer-rig.ts';
import { killInMidWork } from '../../support/killed-process.ts';
import { isLongRun } from '../../support/long-run.ts';
import { writePhotos } from '../../support/pictures.ts';

const { PHOTOS, KILLS, MOMENT } = isLongRun
  ? { PHOTOS: 800, KILLS: 20, MOMENT: [300, 1000] as const }
  : { PHOTOS: 120, KILLS: 3, MOMENT: [100, 400] as const };

describe('a server that is killed while it indexes', function () {
  let folder: string;
  let rig: IndexerRig;
  let indexedByTheKilled: number;

  before(async () => {
    folder = mkdtempSync(join(tmpdir(), 'photofinch-'));
    const pictures = join(folder, 'pictures');
    const data = join(folder, 'data');
    await writePhotos(pictures, PHOTOS, 1600, 1200);
    indexedByTheKilled = await killInMidWork({
      ...{ fixture: 'indexing-process.ts', data, pictures, kills: KILLS, pictureCount: PHOTOS, moment: MOMENT },
      done: `SELECT count(*) FROM photos WHERE state = 'indexed'`,
    });
    rig = new IndexerRig({
      folder: data,
      source: createFolderSource({ path: pictures, journalFile: `${data}-journal.json` }),
    });
    await rig.settle();
    // A photo that was in progress at three kills counts as failed until it is retried on request.
    if (rig.indexer.retryFailed() > 0) await rig.indexer.settled();
  });

  after(async () => {
    await rig.close();
    rmSync(folder, { recursive: true });
  });

  it('makes some progress before it is killed, but does not finish', () => {
    expect(indexedByTheKilled).to.be.within(1, PHOTOS - 1);
  });

  it('has an intact index afterwards', () => {
    expect(rig.db.pragma('integrity_check', { simple: true })).to.equal('ok');
    expect(rig.db.pragma('foreign_key_check')).to.deep.equal([]);
  });

  it('has each photo once and fully indexed, and none in progress', () => {
    const photos = rig.photos();
    expect(photos.map(({ name }) => name).sort()).to.have.length(PHOTOS);
    expect(new Set(photos.map(({ name }) => name)).size).to.equal(PHOTOS);
    for (const photo of photos) {
      expect(photo, photo.name).to.include({
        state: 'indexed',
        in_hand: 0,
        attempts: 0,
        width: 1600,
        thumb_revision: 1,
      });
      expect(existsSync(rig.thumbPath(photo)), photo.name).to.equal(true);
    }
    expect(rig.db.prepare('SELECT count(*) FROM photo_text').pluck().get()).to.equal(PHOTOS);
    expect(rig.db.prepare('SELECT count(*) FROM analyses').pluck().get()).to.equal(PHOTOS);
  });

  it('has exactly one thumbnail per photo', () => {
    const files = readdirSync(rig.thumbsDir, { recursive: true, withFileTypes: true }).filter((entry) =>
      entry.isFile(),
    );
    expect(files.filter(({ name }) => name.endsWith('.webp'))).to.have.length(PHOTOS);
  });
});
