import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import sharp from 'sharp';
import { faceCropPath } from '../../../core/domain/face-crop-path.ts';
import { ColourModels } from '../../support/colour-models.ts';
import { createFolderSource } from '../../support/folder-source.ts';
import { IndexerRig } from '../../support/indexer-rig.ts';
import { killInMidWork } from '../../support/killed-process.ts';
import { isLongRun } from '../../support/long-run.ts';

const { photos, kills } = isLongRun ? { photos: 400, kills: 10 } : { photos: 120, kills: 3 };

describe('a server that is killed while models analyse photos', function () {
  let folder: string;
  let rig: IndexerRig;
  let doneByTheKilled: number;

  before(async () => {
    folder = mkdtempSync(join(tmpdir(), 'photofinch-'));
    const pictures = join(folder, 'pictures');
    const data = join(folder, 'data');
    mkdirSync(pictures);
    const red = await sharp({ create: { width: 1200, height: 900, channels: 3, background: '#c00000' } })
      .jpeg()
      .toBuffer();
    for (let index = 0; index < photos; index += 1) {
      writeFileSync(join(pictures, `${index}.jpg`), Buffer.concat([red, Buffer.from(String(index))]));
    }
    doneByTheKilled = await killInMidWork({
      ...{ fixture: 'analysing-process.ts', data, pictures, kills, pictureCount: photos, moment: [400, 900] },
      done: `SELECT count(*) FROM analyses WHERE state = 'done'`,
    });
    const models = new ColourModels();
    models.install('1');
    rig = new IndexerRig({
      folder: data,
      source: createFolderSource({ path: pictures, journalFile: `${data}-journal.json` }),
      ml: models,
    });
    await rig.settle();
    if (rig.indexer.retryFailed() > 0) await rig.indexer.settled();
  });

  after(async () => {
    await rig.close();
    rmSync(folder, { recursive: true });
  });

  it('makes some progress before it is killed, but does not finish', () => {
    expect(doneByTheKilled).to.be.within(1, photos - 1);
  });

  it('has an intact index afterwards, with each face, its vector and its crop once', () => {
    expect(rig.db.pragma('integrity_check', { simple: true })).to.equal('ok');
    expect(rig.db.pragma('foreign_key_check')).to.deep.equal([]);
    const count = (sql: string): unknown => rig.db.prepare(sql).pluck().get();
    expect(count(`SELECT count(*) FROM analyses WHERE state = 'done'`)).to.equal(photos);
    expect(count('SELECT count(*) FROM faces WHERE crop > 0')).to.equal(photos);
    expect(count('SELECT count(DISTINCT photo_id) FROM faces')).to.equal(photos);
    expect(count('SELECT count(*) FROM face_embeddings')).to.equal(photos);
    expect(count('SELECT count(*) FROM image_embeddings')).to.equal(photos);
  });

  it('has the crop files of these faces, and no others', () => {
    const ids = rig.db.prepare<[], number>('SELECT id FROM faces').pluck().all();
    expect(ids.every((id) => existsSync(faceCropPath(rig.cropsDir, id)))).to.equal(true);
    const files = readdirSync(rig.cropsDir, { recursive: true, withFileTypes: true }).filter(
      (entry) => entry.isFile() && entry.name.endsWith('.jpg'),
    );
    expect(files).to.have.length(ids.length);
  });
});
