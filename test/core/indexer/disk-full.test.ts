import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { IndexerRig } from '../../support/indexer-rig.ts';
import { MemorySource } from '../../support/memory-source.ts';
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

  it('is no fault of a photo: indexing pauses, says so, and goes on when there is space', async () => {
    const source = new MemorySource();
    const jpeg = await photoLikeJpeg(1, 800, 600);
    for (let index = 0; index < 60; index += 1) source.put(`p${index}`, Buffer.concat([jpeg, Buffer.from(`${index}`)]));
    const rig = new IndexerRig({ folder, source });
    const { bavail, bsize } = statfsSync(folder);
    const ballast = join(folder, 'ballast');
    // Room for some of the photos.
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
});
