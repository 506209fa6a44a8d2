import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import sharp from 'sharp';
import { faceCropPath } from '../../../core/domain/face-crop-path.ts';
import { turnBox, type Turn } from '../../../core/domain/turn.ts';
import { overlapOf } from '../../../core/plugin-api/toolkit/boxes.ts';
import type { Box, DetectedFace, MlCallOptions, RgbImage, TextLine } from '../../../core/plugin-api/ml-provider.ts';
import { Decisions } from '../../../core/store/people/decisions.ts';
import { FaceOwners } from '../../../core/store/people/face-owners.ts';
import { People } from '../../../core/store/people/people.ts';
import { EditedFacts } from '../../../core/store/photos/edited-facts.ts';
import { PhotoLabels } from '../../../core/store/photos/photo-labels.ts';
import { TextLines } from '../../../core/store/photos/text-lines.ts';
import { analysisStates, faceEmbeddings, faceRows } from '../../support/analysis-rows.ts';
import { IndexerRig } from '../../support/indexer-rig.ts';
import { MemorySource } from '../../support/memory-source.ts';
import { ReadingModels } from '../../support/reading-models.ts';

/** The position of the red patch in the file, which is 200 × 100. */
const patch: Box = { x: 0.1, y: 0.5, w: 0.2, h: 0.4 };

/** Finds the red patch as a face: anywhere, or only in the upper half, where a head usually is. */
class PatchModels extends ReadingModels {
  onlyUpright = false;
  /** Another face that they find. */
  other: Box | null = null;
  score = 0.9;
  /** The factor by which the box of its face is wider and higher than the patch. */
  scale = 1;

  override async detectFaces(image: RgbImage, { signal }: MlCallOptions): Promise<DetectedFace[]> {
    await this.before(signal);
    const { width, height } = image;
    this.seen.push({ width, height, bytes: image.data.length });
    const box = patchIn(image);
    const isMissed = this.onlyUpright && box.y + box.h / 2 > 0.5;
    const boxes = [...(isMissed ? [] : [scaled(box, this.scale)]), ...(this.other ? [this.other] : [])];
    return boxes.map((found) => faceIn(found, this.score));
  }

  /** The patch is one person, and anything else is another one. */
  override embedFaces(image: RgbImage, faces: readonly DetectedFace[]): Promise<Float32Array[]> {
    const box = patchIn(image);
    const isPatch = faces.map((face) => overlapOf(face.box, box) > 0.5);
    return Promise.resolve(isPatch.map((is) => new Float32Array(512).fill(1, is ? 0 : 1, is ? 1 : 2)));
  }

  override readText(): Promise<TextLine[]> {
    return Promise.resolve([{ text: 'SIGN', score: 0.95, box: sign }]);
  }
}

const scaled = ({ x, y, w, h }: Box, by: number): Box => ({
  ...{ x: x - ((by - 1) * w) / 2, y: y - ((by - 1) * h) / 2 },
  ...{ w: by * w, h: by * h },
});

function faceIn(box: Box, score: number): DetectedFace {
  const at = (x: number, y: number) => [box.x + x * box.w, box.y + y * box.h] as const;
  return { box, points: [at(0.3, 0.3), at(0.7, 0.3), at(0.5, 0.5), at(0.3, 0.7), at(0.7, 0.7)], score };
}

/** The position at which the models find text. */
const sign: Box = { x: 0.1, y: 0.2, w: 0.3, h: 0.4 };

function patchIn({ width, height, data }: RgbImage): Box {
  const red = Array.from({ length: width * height }, (_, i) => i).filter((i) => data[3 * i]! > 150);
  const [xs, ys] = [red.map((i) => i % width), red.map((i) => Math.floor(i / width))];
  const [x, y] = [Math.min(...xs), Math.min(...ys)];
  return {
    ...{ x: x / width, y: y / height },
    ...{ w: (Math.max(...xs) + 1 - x) / width, h: (Math.max(...ys) + 1 - y) / height },
  };
}

describe('models that analyse a photo that users rotated', () => {
  let folder: string;
  let models: PatchModels;
  let rig: IndexerRig;

  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'photofinch-'));
    const source = new MemorySource();
    const face = { width: 200 * patch.w, height: 100 * patch.h, channels: 3 as const, background: '#c00000' };
    source.put(
      'photo',
      await sharp({ create: { width: 200, height: 100, channels: 3, background: '#0000c0' } })
        .composite([{ input: { create: face }, left: 200 * patch.x, top: 100 * patch.y }])
        .jpeg({ quality: 95, chromaSubsampling: '4:4:4' })
        .toBuffer(),
    );
    models = new PatchModels();
    models.preferredImageSize = 200;
    models.installReading('1');
    rig = new IndexerRig({ folder, source, ml: models });
  });
  afterEach(async () => {
    await rig.close();
    rmSync(folder, { recursive: true });
  });

  const turn = (rotation: Turn): void => {
    const { id } = rig.photo('photo');
    rig.db.transaction(() => new EditedFacts(rig.db).decide(id, { rotation }, rig.now()))();
  };
  /** By a user’s decision. @returns Anna’s id */
  const assignToAnna = (face: number): number => {
    rig.db.exec(`INSERT INTO users (id, username, display_name, role, password_hash, created_at)
      VALUES (1, 'anna', 'Anna', 'write', '!', 0)`);
    const anna = new People(rig.db).add('Anna', 'anna', rig.now());
    new Decisions(rig.db).assign(face, anna, { user: 1, now: rig.now() });
    return anna;
  };
  const boxOf = (face?: { id: number }): Box | undefined =>
    rig.db.prepare<[number], Box>('SELECT x, y, w, h FROM faces WHERE id = ?').get(face?.id ?? 0);
  const expectNear = (box: Box | null | undefined, wanted: Box): void => {
    for (const side of ['x', 'y', 'w', 'h'] as const) expect(box?.[side], side).to.be.closeTo(wanted[side], 0.03);
  };

  it('see it rotated, and find faces that lay on their side, with their positions in the file', async () => {
    models.onlyUpright = true;
    await rig.settle();
    expect(faceRows(rig.db)).to.deep.equal([]);
    turn(90);
    await rig.settle();
    expect(models.seen.map(({ width, height }) => `${width} x ${height}`)).to.deep.equal(['200 x 100', '100 x 200']);
    const [face, ...others] = faceRows(rig.db);
    expect(others).to.deep.equal([]);
    expectNear(boxOf(face), patch);
    expect(analysisStates(rig.db)).to.deep.equal({ photo: 'done' });
  });

  it('analyse it once per rotation', async () => {
    await rig.settle();
    turn(180);
    await rig.settle();
    await rig.settle();
    expect(models.seen).to.have.length(2);
  });

  for (const turned of [90, 180, 270] as const) {
    it(`keep the person of a face when the photo is rotated by ${turned} degrees, and back`, async () => {
      await rig.settle();
      const [before] = faceRows(rig.db);
      const anna = assignToAnna(before!.id);
      for (const rotation of [turned, 0] as const) {
        turn(rotation);
        await rig.settle();
        const [face, ...others] = faceRows(rig.db);
        expect(others).to.deep.equal([]);
        expect(face).to.include({ id: before!.id, person_id: anna });
        expectNear(boxOf(face), patch);
      }
    });

    it(`report positions of things and text in the file when it is rotated by ${turned} degrees`, async () => {
      await rig.settle();
      turn(turned);
      await rig.settle();
      const { id } = rig.photo('photo');
      const [[thing], [text]] = [new PhotoLabels(rig.db).shown(id), new TextLines(rig.db).shown(id)];
      for (const found of [thing, text]) expectNear(found?.box && turnBox(found.box, turned), sign);
    });
  }

  describe('that no longer find a face', () => {
    /** The face, which the models find only if the photo is rotated by 90 or 180 degrees, and its person. */
    const foundAt90 = async (): Promise<{ id: number; person_id: number }> => {
      models.onlyUpright = true;
      await rig.settle();
      turn(90);
      await rig.settle();
      const [face] = faceRows(rig.db);
      const id = face?.id ?? expect.fail('no face');
      const person_id = new People(rig.db).add('Anna', 'anna', rig.now());
      expect(new FaceOwners(rig.db).offer(id, person_id, 'auto')).to.equal(true);
      return { id, person_id };
    };

    it('keep it unchanged in each rotation, although no user has decided about it', async () => {
      const before = await foundAt90();
      for (const [index, rotation] of ([0, 270, 0, 90] as const).entries()) {
        turn(rotation);
        await rig.settle();
        const [face, ...others] = faceRows(rig.db);
        expect(others).to.deep.equal([]);
        // Each rotation changes the address of the crop, and no analysis does.
        expect(face, String(rotation)).to.include({ ...before, crop: 2 + index });
        expectNear(boxOf(face), patch);
        expect(existsSync(faceCropPath(rig.cropsDir, before.id))).to.equal(true);
        expect(analysisStates(rig.db)).to.deep.equal({ photo: 'done' });
      }
      expect(models.seen).to.have.length(6);
    });

    it('keep it beside a face that they find only now', async () => {
      const before = await foundAt90();
      models.other = { x: 0.6, y: 0.1, w: 0.2, h: 0.4 };
      turn(0);
      await rig.settle();
      const [face, other, ...others] = faceRows(rig.db);
      expect(others).to.deep.equal([]);
      expect(face).to.include(before);
      expect(other).to.include({ x: 0.6, crop: 1 });
    });

    it('keep it and add their embedding, although other models found it', async () => {
      const before = await foundAt90();
      turn(0);
      models.install('2');
      await rig.settle();
      expect(faceRows(rig.db)).to.have.length(1);
      expect(faceRows(rig.db)[0]).to.include(before);
      expect(faceEmbeddings(rig.db)).to.include(`${before.id}: embedder@2`);
    });

    it('remove it if they are other models, and the photo was not rotated since', async () => {
      await foundAt90();
      turn(0);
      await rig.settle();
      models.install('2');
      await rig.settle();
      expect(faceRows(rig.db)).to.deep.equal([]);
    });
  });

  for (const [around, scale] of [
    ['nearly', 1.2],
    ['hardly', 1.5],
  ] as const) {
    it(`keep one face whose boxes ${around} match, with the box of the most confident detection`, async () => {
      Object.assign(models, { scale, score: 0.8 });
      await rig.settle();
      Object.assign(models, { scale: 1, score: 0.9 });
      turn(90);
      await rig.settle();
      const [face, ...others] = faceRows(rig.db);
      expect(others).to.deep.equal([]);
      expectNear(boxOf(face), patch);
      Object.assign(models, { scale, score: 0.8 });
      for (const rotation of [180, 0] as const) {
        turn(rotation);
        await rig.settle();
        expect(faceRows(rig.db).map(({ id }) => id)).to.deep.equal([face!.id]);
        expectNear(boxOf(face), patch);
      }
    });
  }

  it('keep the box of a face with a decision, although they detect it better in a box that hardly matches', async () => {
    Object.assign(models, { scale: 1.5, score: 0.8 });
    await rig.settle();
    const [before] = faceRows(rig.db);
    const box = boxOf(before);
    assignToAnna(before!.id);
    Object.assign(models, { scale: 1, score: 0.9 });
    turn(90);
    await rig.settle();
    expect(faceRows(rig.db).map(({ id }) => id)).to.deep.equal([before!.id]);
    expectNear(boxOf(before), box!);
  });

  it('analyse it again if it is rotated during the analysis', async () => {
    models.before = () => {
      models.before = () => Promise.resolve();
      turn(90);
      return Promise.resolve();
    };
    await rig.settle();
    await rig.settle();
    expect(models.seen.map(({ width, height }) => `${width} x ${height}`)).to.deep.equal(['200 x 100', '100 x 200']);
    expect(analysisStates(rig.db)).to.deep.equal({ photo: 'done' });
    expect(faceRows(rig.db)).to.have.length(1);
    expectNear(boxOf(faceRows(rig.db)[0]), patch);
  });
});
