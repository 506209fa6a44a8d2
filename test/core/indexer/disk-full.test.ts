import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import type { Db } from '../../../core/db/open.ts';
import { IndexerRig } from '../../support/indexer-rig.ts';
import { MemorySource } from '../../support/memory-source.ts';
import { fillDisk } from '../../support/small-disk.ts';
import { photoLikeJpeg } from '../../support/pictures.ts';

describe('a full disk', function () {
  let folder: string;

  before(function () {
    folder = mkdtempSync(join(tmpdir(), 'photofinch-'));
    const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=8m', 'tmpfs', folder]);
    if (mounted.status !== 0) {
      console.log('      (only root can mount a small disk)');
      rmSync(folder, { recursive: true });
      this.skip();
    }
  });

  after(() => {
    if (!existsSync(folder)) return;
    execFileSync('umount', [folder]);
    rmSync(folder, { recursive: true });
  });

  it('fails no photo: indexing pauses with a message, and resumes when there is space', async () => {
    const source = new MemorySource();
    const jpeg = await photoLikeJpeg(1, 800, 600);
    for (let index = 0; index < 60; index += 1) source.put(`p${index}`, Buffer.concat([jpeg, Buffer.from(`${index}`)]));
    const rig = new IndexerRig({ folder, source });
    const { bavail, bsize } = statfsSync(folder);
    const ballast = join(folder, 'ballast');
    // Leaves room for only some of the photos.
    writeFileSync(ballast, Buffer.alloc(bavail * bsize - 700_000));

    await rig.settle();
    const { state, trouble } = rig.indexer.progress();
    expect(state).to.equal('paused');
    expect(trouble).to.include({ code: 'disk_full' });
    expect(trouble!.message).to.equal('The disk of the data folder is full: indexing goes on when there is space.');
    expect(rig.photos().filter((photo) => photo.state === 'failed')).to.deep.equal([]);

    rmSync(ballast);
    await rig.settle();
    expect(rig.indexer.progress()).to.include({ state: 'waiting', trouble: null });
    expect(rig.photos().every((photo) => photo.state === 'indexed' && existsSync(rig.thumbPath(photo)))).to.equal(true);
    expect(rig.photos()).to.have.length(60);
    expect(rig.db.pragma('integrity_check', { simple: true })).to.equal('ok');
    await rig.close();
  });

  it('is logged in one line when background tasks run into it, and in one when it is over', async () => {
    const lines: { level: string; facts: object; message: string }[] = [];
    const writing = (name: string) => (db: Db) => ({
      name,
      run: () => {
        db.prepare('CREATE TABLE IF NOT EXISTS filled (bytes BLOB)').run();
        db.prepare('INSERT INTO filled VALUES (zeroblob(300000))').run();
        return Promise.resolve();
      },
    });
    const rig = new IndexerRig({
      ...{ folder: join(folder, 'tasks'), source: new MemorySource() },
      tasks: (db) => ['people', 'tags', 'duplicates'].map((name) => writing(name)(db)),
      log: (line) => lines.push(line),
    });
    await rig.settle();
    lines.length = 0;
    const ballast = fillDisk(folder, 100_000);
    for (let round = 0; round < 3; round += 1) {
      rig.ahead += 86_400;
      await rig.settle();
    }
    const message = 'The disk of the data folder is full: indexing goes on when there is space.';
    expect(rig.indexer.progress().trouble).to.include({ code: 'disk_full', message });
    expect(lines).to.deep.equal([{ level: 'warn', facts: { code: 'disk_full' }, message }]);
    rmSync(ballast);
    rig.ahead += 86_400;
    await rig.settle();
    expect(lines.slice(1)).to.deep.equal([
      { level: 'info', facts: {}, message: 'The disk of the data folder has space again: indexing goes on.' },
    ]);
    expect(rig.indexer.progress()).to.include({ state: 'waiting', trouble: null });
    await rig.close();
  });
});
