import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import sharp from 'sharp';
import { faceCropPath } from '../../../core/domain/face-crop-path.ts';
import { analysisStates, faceEmbeddings, faceRows } from '../../support/analysis-rows.ts';
import { ColourModels } from '../../support/colour-models.ts';
import { IndexerRig } from '../../support/indexer-rig.ts';
import { MemorySource } from '../../support/memory-source.ts';

/**
 * Red, with a green square in place of the face: 400 × 200, or stored rotated with an EXIF orientation that turns it
 * upright.
 */
async function facePicture({ turned = false, width = 400 } = {}): Promise<Buffer> {
  const height = width / 2;
  const square = await sharp({
    create: { width: Math.round(width * 0.2), height: height / 2, channels: 3, background: '#00c000' },
  })
    .png()
    .toBuffer();
  const upright = await sharp({ create: { width, height, channels: 3, background: '#c00000' } })
    .composite([{ input: square, left: width / 4, top: height / 4 }])
    .png()
    .toBuffer();
  if (!turned) return sharp(upright).jpeg({ quality: 95 }).toBuffer();
  const lying = await sharp(upright).rotate(-90).png().toBuffer();
  return sharp(lying).withMetadata({ orientation: 6 }).jpeg({ quality: 95 }).toBuffer();
}

describe('face crops', function () {
  let folder: string;
  let source: MemorySource;
  let models: ColourModels;
  let rig: IndexerRig;

  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'photofinch-'));
    source = new MemorySource();
    models = new ColourModels();
    models.preferredImageSize = 1280;
    models.install('1');
    source.put('p', await facePicture());
  });

  afterEach(async () => {
    await rig.close();
    rmSync(folder, { recursive: true });
  });

  const start = async (config = {}): Promise<void> => {
    rig = new IndexerRig({ folder, source, ml: models, config });
    await rig.settle();
  };
  const cropOf = (id: number): string => faceCropPath(rig.cropsDir, id);
  const files = (): string[] =>
    existsSync(rig.cropsDir)
      ? readdirSync(rig.cropsDir, { recursive: true, withFileTypes: true })
          .filter((entry) => entry.isFile())
          .map(({ name }) => name)
      : [];

  for (const turned of [false, true]) {
    it(`show the face upright with a margin (${turned ? 'rotated by EXIF' : 'stored upright'})`, async () => {
      source.put('p', await facePicture({ turned }));
      await start();
      const [face] = faceRows(rig.db);
      const { data, info } = await sharp(cropOf(face!.id)).raw().toBuffer({ resolveWithObject: true });
      // A box of 80 × 100 px in the middle of a square of 1.7 times its longer side.
      expect([info.width, info.height]).to.deep.equal([170, 170]);
      const green = (x: number, y: number): boolean => data[(y * 170 + x) * 3 + 1]! > 128;
      expect(green(85, 85)).to.equal(true);
      expect(green(85, 40)).to.equal(true);
      expect(green(85, 30)).to.equal(false);
      expect(green(50, 85)).to.equal(true);
      expect(green(40, 85)).to.equal(false);
    });
  }

  it('end at the edge of the photo', async () => {
    models.facePosition = 0;
    await start();
    const { width, height } = await sharp(cropOf(faceRows(rig.db)[0]!.id)).metadata();
    expect([width, height]).to.deep.equal([125, 170]);
  });

  it('are scaled down, but never up', async () => {
    source.put('large', await facePicture({ width: 3000 }));
    source.put('small', await facePicture({ width: 80 }));
    await start();
    const sizes = await Promise.all(faceRows(rig.db).map(async ({ id }) => (await sharp(cropOf(id)).metadata()).width));
    expect(sizes.sort((a, b) => a - b)).to.deep.equal([34, 170, 320]);
  });

  it('are deleted with a face that is no longer found', async () => {
    await start();
    expect(files()).to.have.length(1);
    source.put(
      'p',
      await sharp({ create: { width: 90, height: 90, channels: 3, background: 'blue' } })
        .jpeg()
        .toBuffer(),
    );
    await rig.settle();
    expect(faceRows(rig.db)).to.deep.equal([]);
    expect(files()).to.deep.equal([]);
  });

  it('are kept with a face about which a user decides just before it would be deleted', async () => {
    await start();
    const [face] = faceRows(rig.db);
    rig.db.exec(`INSERT INTO people (id, name, name_key, created_at) VALUES (7, 'Ann', 'ann', 0)`);
    // The crop of the new face is written to disk between two transactions.
    rig.db.function('decide', () => {
      setImmediate(() => {
        rig.db.exec(`INSERT INTO face_decisions (face_id, person_id, decided_at) VALUES (${face!.id}, 7, 0)`);
      });
    });
    rig.db.exec(`CREATE TEMP TRIGGER decide AFTER INSERT ON faces BEGIN SELECT decide(); END`);
    models.facePosition = 0.6;
    const settled = rig.indexer.settled();
    models.install('2');
    await settled;
    const faces = faceRows(rig.db);
    expect(faces).to.have.length(2);
    expect(faces[0]).to.include({ id: face!.id, crop: 1 });
    expect(files()).to.have.length(2);
    expect(faceEmbeddings(rig.db)).to.deep.equal(faces.map(({ id }) => `${id}: embedder@2`));
    expect(analysisStates(rig.db)).to.deep.equal({ p: 'done' });
  });

  it('are kept for a photo that comes back, and deleted when a photo is purged', async () => {
    await start();
    const { bytes } = source.photos.get('p')!;
    source.remove('p');
    await rig.settle();
    source.put('p', bytes);
    await rig.settle();
    expect(files()).to.have.length(1);
    source.remove('p');
    await rig.settle();
    rig.ahead += 8 * 86400;
    await rig.settle();
    expect(rig.photos()).to.deep.equal([]);
    expect(files()).to.deep.equal([]);
  });

  it('are deleted when something else deletes the face', async () => {
    await start();
    rig.db.exec('DELETE FROM faces');
    await rig.settle();
    expect(files()).to.deep.equal([]);
  });

  it('stay unchanged when the same face is found again, and are renewed for new content', async () => {
    await start();
    const [face] = faceRows(rig.db);
    const { mtimeMs } = statSync(cropOf(face!.id));
    const settled = rig.indexer.settled();
    models.install('2');
    await settled;
    expect(faceRows(rig.db)[0]).to.include({ id: face!.id, crop: 1 });
    expect(statSync(cropOf(face!.id)).mtimeMs).to.equal(mtimeMs);
    source.put('p', await facePicture({ width: 600 }));
    await rig.settle();
    expect(faceRows(rig.db)[0]).to.include({ id: face!.id, crop: 2 });
    expect((await sharp(cropOf(face!.id)).metadata()).width).to.equal(255);
  });

  it('that cannot be written leave the photo waiting, and are written later for the same face', async () => {
    writeFileSync(join(folder, 'faces'), 'in the way of the folder');
    await start();
    expect(rig.indexer.progress().trouble).to.include({ code: 'storage' });
    expect(analysisStates(rig.db)).to.deep.equal({ p: 'waiting' });
    expect(rig.photo('p').state).to.equal('indexed');
    const [face] = faceRows(rig.db);
    expect(face!.crop).to.equal(0);
    rmSync(join(folder, 'faces'));
    await rig.settle();
    expect(analysisStates(rig.db)).to.deep.equal({ p: 'done' });
    expect(faceRows(rig.db)).to.deep.equal([{ ...face, crop: 1 }]);
    expect(files()).to.deep.equal([`${face!.id}.jpg`]);
  });

  it('pause the indexer when the disk is full, which resumes when there is space', async function () {
    const small = join(folder, 'faces');
    mkdirSync(small);
    const options = (size: string): string[] => ['-t', 'tmpfs', '-o', `size=${size}`, 'tmpfs', small];
    if (spawnSync('mount', options('32k')).status !== 0) {
      console.log('      (only root can mount a small disk)');
      await start();
      this.skip();
    }
    try {
      const { bytes } = source.photos.get('p')!;
      for (let index = 0; index < 20; index += 1) {
        source.put(`p${index}`, Buffer.concat([bytes, Buffer.from([index])]));
      }
      await start();
      expect(rig.indexer.progress().state).to.equal('paused');
      expect(rig.indexer.progress().trouble).to.include({ code: 'disk_full' });
      expect(Object.values(analysisStates(rig.db))).to.not.include('failed');
      execFileSync('mount', ['-o', 'remount,size=1m', small]);
      await rig.settle();
      expect(rig.indexer.progress()).to.include({ state: 'waiting', trouble: null });
      expect(faceRows(rig.db)).to.have.length(21);
      expect(faceRows(rig.db).every(({ id, crop }) => crop === 1 && existsSync(cropOf(id)))).to.equal(true);
      expect(files()).to.have.length(21);
    } finally {
      execFileSync('umount', [small]);
    }
  });
});
