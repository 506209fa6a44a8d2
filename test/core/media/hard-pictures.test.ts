import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import sharp, { type Sharp } from 'sharp';
import type { DetectedFace } from '../../../core/plugin-api/ml-provider.ts';
import { faceCropPath } from '../../../core/domain/face-crop-path.ts';
import { analysisStates, faceRows } from '../../support/analysis-rows.ts';
import { ColourModels } from '../../support/colour-models.ts';
import { IndexerRig } from '../../support/indexer-rig.ts';
import { MemorySource } from '../../support/memory-source.ts';

const faces = 300;

/** Finds 300 faces in each picture, in rows of 20, some of which extend beyond it. */
class CrowdModels extends ColourModels {
  override detectFaces(image: { width: number; height: number; data: Uint8Array }): Promise<DetectedFace[]> {
    this.seen.push({ width: image.width, height: image.height, bytes: image.data.length });
    const found = Array.from({ length: faces }, (_, index) => {
      const [x, y] = [(index % 20) / 20, Math.floor(index / 20) / 15];
      const points = [0.01, 0.02, 0.015, 0.01, 0.02].map((at) => [x + at, y + at] as const);
      return { box: { x, y, w: 0.051, h: 0.068 }, points, score: 0.9 };
    });
    return Promise.resolve(found);
  }
}

describe('a crowd of 300 faces', function () {
  const kinds: readonly [string, () => Promise<Buffer>][] = [
    ['in colours', () => noise().jpeg().toBuffer()],
    ['in monochrome, as JPEG', () => noise().greyscale().toColourspace('b-w').jpeg().toBuffer()],
    [
      'in monochrome with 16 bits and transparency',
      () => noise().toColourspace('grey16').ensureAlpha(0.5).png().toBuffer(),
    ],
  ];
  for (const [kind, make] of kinds) {
    it(`has all faces with their crops (${kind})`, async () => {
      const folder = mkdtempSync(join(tmpdir(), 'photofinch-'));
      const source = new MemorySource();
      source.put('crowd', await make());
      const models = new CrowdModels();
      models.preferredImageSize = 1280;
      models.install('1');
      const rig = new IndexerRig({ folder, source, ml: models });
      try {
        await rig.settle();
        expect(analysisStates(rig.db)).to.deep.equal({ crowd: 'done' });
        expect(models.seen).to.deep.equal([{ width: 1280, height: 960, bytes: 1280 * 960 * 3 }]);
        const rows = faceRows(rig.db);
        expect(rows).to.have.length(faces);
        expect(rows.every(({ id, crop }) => crop === 1 && existsSync(faceCropPath(rig.cropsDir, id)))).to.equal(true);
        const settled = rig.indexer.settled();
        models.install('2');
        await settled;
        expect(faceRows(rig.db).map(({ id }) => id)).to.deep.equal(rows.map(({ id }) => id));
        expect(readdirSync(join(rig.cropsDir, '0'))).to.have.length(faces);
      } finally {
        await rig.close();
        rmSync(folder, { recursive: true });
      }
    });
  }
});

function noise(): Sharp {
  const gaussian = { type: 'gaussian' as const, mean: 128, sigma: 40 };
  return sharp({ create: { width: 1600, height: 1200, channels: 3, background: 'grey', noise: gaussian } });
}
