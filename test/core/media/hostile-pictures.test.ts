import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { hostilePictures } from '../../support/hostile-pictures.ts';
import { IndexerRig } from '../../support/indexer-rig.ts';
import { MemorySource } from '../../support/memory-source.ts';
import { photoLikeJpeg } from '../../support/pictures.ts';
import { memoryOf } from '../../support/process-tree.ts';

/**
 * MB of all decoding processes together: the budget of 336 MiB (353 MB), and the memory of each process without a
 * picture.
 */
const mostMemory = 650;

describe('malicious pictures', function () {
  let folder: string;
  let rig: IndexerRig;
  let pictures: Map<string, Buffer>;
  let most = 0;

  before(async () => {
    folder = mkdtempSync(join(tmpdir(), 'photofinch-'));
    pictures = await hostilePictures();
    const source = new MemorySource();
    for (const [name, bytes] of pictures) source.put(name, bytes);
    const photo = await photoLikeJpeg(1, 1200, 900);
    for (let index = 0; index < 20; index += 1) {
      source.put(`photo-${index}`, Buffer.concat([photo, Buffer.from(String(index))]));
    }
    rig = new IndexerRig({ folder, source, ownDecoders: true });
    const watch = setInterval(() => {
      const { indexing } = rig.reader.pids;
      most = Math.max(most, indexing.reduce((sum, pid) => sum + memoryOf(pid), 0) / 1e6);
    }, 20);
    await rig.settle();
    clearInterval(watch);
  });

  after(async () => {
    await rig.close();
    rmSync(folder, { recursive: true });
  });

  it('are small files', () => {
    for (const [name, { length }] of pictures) expect(length, name).to.be.below(20_000_000);
  });

  it('take a limited amount of memory, all together', function () {
    if (process.platform !== 'linux') this.skip();
    expect(most).to.be.within(50, mostMemory);
  });

  it('are rejected before anything is decoded if that would take too much memory', () => {
    const refused = rig.photos().filter(({ uid }) => uid.startsWith('refused'));
    expect(refused).to.have.length(8);
    for (const { uid, error } of refused) {
      expect(error, uid).to.match(
        /^The picture takes \d+(\.\d)? [MG]B of memory to decode, more than the limit of 353 MB \(PHOTO_MEMORY\)\.$/,
      );
    }
  });

  it('are indexed if they are only large', () => {
    for (const name of ['large-interlaced.png', 'large-progressive.jpg', 'large-strip.tif', 'large.png']) {
      expect(rig.photo(name), name).to.include({ state: 'indexed', error: null });
    }
  });

  it('are each indexed, or failed with a specific reason, without a crash of a process', () => {
    for (const { uid, state, error, in_hand } of rig.photos()) {
      expect(in_hand, uid).to.equal(0);
      if (state !== 'indexed') expect(error, uid).to.match(/^(This|The|Decoding) .+\.$/);
      expect(error ?? '', uid).not.to.match(/broke down|longer than \d+ seconds|does not know/);
    }
  });

  it('do not affect other photos', () => {
    const others = rig.photos().filter(({ uid }) => uid.startsWith('photo-'));
    expect(others.map(({ state, attempts }) => [state, attempts])).to.deep.equal(
      Array.from({ length: 20 }, () => ['indexed', 0]),
    );
    expect(rig.indexer.progress().trouble).to.equal(null);
  });
});
