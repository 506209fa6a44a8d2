import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { openDatabase } from '../../../core/db/open.ts';
import { createFolderSource } from '../../support/folder-source.ts';
import { IndexerRig } from '../../support/indexer-rig.ts';
import { writePhotos } from '../../support/pictures.ts';

const PHOTOS = 800;
const KILLS = 20;

describe('a server that is killed while it indexes', function () {
  this.timeout(240_000);
  let folder: string;
  let rig: IndexerRig;
  let indexedByTheKilled: number;

  before(async () => {
    folder = mkdtempSync(join(tmpdir(), 'photofinch-'));
    const pictures = join(folder, 'pictures');
    const data = join(folder, 'data');
    await writePhotos(pictures, PHOTOS, 1600, 1200);
    for (let kill = 0; kill < KILLS; kill += 1) await indexAndKill(data, pictures);

    indexedByTheKilled = countIndexed(data);
    rig = new IndexerRig({
      folder: data,
      source: createFolderSource({ path: pictures, journalFile: `${data}-journal.json` }),
    });
    await rig.settle();
    // A photo that happened to be in hand three times counts as failed until somebody asks for it again.
    if (rig.indexer.retryFailed() > 0) await rig.indexer.settled();
  });

  after(async () => {
    await rig.close();
    rmSync(folder, { recursive: true });
  });

  it('got on in its lives, and was not done', () => {
    expect(indexedByTheKilled).to.be.within(1, PHOTOS - 1);
  });

  it('has a whole index', () => {
    expect(rig.db.pragma('integrity_check', { simple: true })).to.equal('ok');
    expect(rig.db.pragma('foreign_key_check')).to.deep.equal([]);
  });

  it('has each photo once, whole, and none in hand', () => {
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

  it('has no thumbnail but theirs', () => {
    const files = readdirSync(rig.thumbsDir, { recursive: true, withFileTypes: true }).filter((entry) =>
      entry.isFile(),
    );
    expect(files.filter(({ name }) => name.endsWith('.webp'))).to.have.length(PHOTOS);
  });
});

function countIndexed(data: string): number {
  const db = openDatabase(join(data, 'index.sqlite3'));
  const count = db.prepare<[], number>(`SELECT count(*) FROM photos WHERE state = 'indexed'`).pluck().get();
  db.close();
  return count ?? 0;
}

/** Starts the indexer and ends it without warning, a moment after it has begun. */
async function indexAndKill(data: string, pictures: string): Promise<void> {
  const script = join(import.meta.dirname, '../../fixtures/indexing-process.ts');
  const child = spawn(process.execPath, ['--conditions=source', '--import', 'tsx', script, data, pictures], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exit = once(child, 'exit');
  await once(child.stdout, 'data');
  await new Promise((resolve) => setTimeout(resolve, 300 + Math.random() * 700));
  child.kill('SIGKILL');
  expect(await exit, 'the indexer was to be killed, and not to come to its end').to.deep.equal([null, 'SIGKILL']);
}
