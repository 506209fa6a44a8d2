import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import sharp from 'sharp';
import type { PictureLabels, RgbImage } from '../../../core/plugin-api/index.ts';
import type { OnnxProvider } from '../../../plugins/ml-onnx/onnx-provider.ts';
import { overlapOf } from '../../../core/plugin-api/toolkit/index.ts';
import { photosDir } from '../../support/model-packs.ts';
import { background, interactive, plain, reasonOf, withProvider } from './provider-rig.ts';
import golden from './things-golden.json' with { type: 'json' };

/** The output of the reference program for a photo, with scenery. */
interface Reference {
  readonly people: number;
  readonly things: Readonly<Record<string, number>>;
  readonly leaves: Readonly<Record<string, number>>;
  /** Left, top, right and bottom in fractions, by COCO name. */
  readonly boxes: Readonly<Record<string, readonly number[]>>;
}

const references = Object.entries(golden) as unknown as [string, Reference][];

/** How much scores may differ on other processors. */
const tolerance = 0.02;

/** Labels in these photos that only the network for scenery finds. */
const scenery = new Set(['sky', 'street']);

/** Decodes like the indexer: upright, in sRGB. */
async function pixels(name: string): Promise<RgbImage> {
  const { data, info } = await sharp(join(photosDir, 'scenes', name))
    .rotate()
    .toColourspace('srgb')
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { width: info.width, height: info.height, data };
}

function needScenes(context: Mocha.Context): void {
  if (existsSync(join(photosDir, 'scenes'))) return;
  console.log(`      (no photos at ${photosDir}: set PHOTOS_DIR)`);
  context.skip();
}

/** Compares with the reference; scores close to a threshold may be on either side of it. */
function expectAlike(found: PictureLabels, expected: ReadonlyMap<string, number>, least: (label: string) => number) {
  const scores = new Map(found.labels.map(({ label, score }) => [label, score]));
  for (const [label, score] of expected) {
    if (score >= least(label) + tolerance) expect(scores.get(label), label).to.be.closeTo(score, tolerance);
  }
  for (const [label, score] of scores) expect(expected.get(label), label).to.be.closeTo(score, tolerance);
}

const leastOf = (label: string): number => (label.startsWith('leaf:') ? 0.1 : 0.35);

function expectationOf({ things, leaves }: Reference, without = new Set<string>()): Map<string, number> {
  const concepts = Object.entries(things).filter(([name]) => !without.has(name));
  return new Map([...concepts, ...Object.entries(leaves).map(([leaf, score]) => [`leaf:${leaf}`, score] as const)]);
}

const labelsOf = (ml: OnnxProvider, name: string): Promise<PictureLabels> =>
  pixels(name).then((image) => ml.findLabels(image, background));

describe('labels', function () {
  before(function () {
    needScenes(this);
  });

  it('equal those of the reference program, scenery and people included', async () => {
    await withProvider({ builtIn: ['things'], scenery: true }, async ({ ml }) => {
      for (const [name, reference] of references) {
        const found = await labelsOf(ml, name);
        expectAlike(found, expectationOf(reference), leastOf);
        expect(found.people, name).to.equal(reference.people);
      }
    });
  });

  it('are the same without scenery, except for those that only that network finds', async () => {
    await withProvider({ builtIn: ['things'] }, async ({ ml }) => {
      for (const [name, reference] of references) {
        expectAlike(await labelsOf(ml, name), expectationOf(reference, scenery), leastOf);
      }
    });
  });

  it('are listed once each, the surest first, with the boxes of the detector', async () => {
    await withProvider({ builtIn: ['things'] }, async ({ ml }) => {
      for (const [name, { boxes }] of references) {
        const { labels } = await labelsOf(ml, name);
        const scores = labels.map(({ score }) => score);
        expect(scores).to.deep.equal(scores.toSorted((a, b) => b - a));
        expect(new Set(labels.map(({ label }) => label)).size).to.equal(labels.length);
        for (const { label, box } of labels) {
          const corners = boxes[label];
          if (!corners) continue;
          const [left, top, right, bottom] = corners.map((value) => Math.min(1, Math.max(0, value))) as [
            number,
            number,
            number,
            number,
          ];
          const expected = { x: left, y: top, w: right - left, h: bottom - top };
          expect(overlapOf(box!, expected), `${label} in ${name}`).to.be.greaterThan(0.95);
        }
        for (const { box } of labels.filter(({ label }) => label.startsWith('leaf:'))) expect(box).to.equal(null);
      }
    });
  });

  it('are the same when a picture is analysed in one call with its faces', async () => {
    await withProvider({ builtIn: ['faces', 'things'] }, async ({ ml }) => {
      const image = await pixels('000000034417.jpg');
      const parts = { faces: true, image: false, labels: true };
      const { faces, labels } = await ml.analyse(image, parts, background);
      expect(labels).to.deep.equal(await ml.findLabels(image, background));
      expect(faces).to.have.length((await ml.detectFaces(image, background)).length);
      const without = await ml.analyse(image, { faces: true, image: false }, background);
      expect(without.labels ?? null).to.equal(null);
    });
  });

  it('are absent for a picture of one colour, and count no people in tiny pictures', async () => {
    await withProvider({ builtIn: ['things'] }, async ({ ml }) => {
      const empty = await ml.findLabels(plain([128, 128, 128], 640, 480), background);
      expect(empty.labels.filter(({ score }) => score >= 0.6)).to.deep.equal([]);
      expect(empty.people).to.equal(0);
      for (const [width, height] of [
        [1, 1],
        [2000, 1],
        [1, 2000],
      ] as const) {
        expect((await ml.findLabels(plain([9, 200, 9], width, height), background)).people).to.equal(0);
      }
    });
  });

  it('have another version with scenery, so that photos are analysed again', async () => {
    const versions: string[] = [];
    for (const on of [false, true]) {
      await withProvider({ builtIn: ['things'], scenery: on }, async ({ ml }) => {
        const { labels } = ml.models();
        versions.push(`${labels?.id}@${labels?.version}`);
        expect(labels?.confidence).to.deep.equal({ search: 0.35, show: 0.6 });
        expect(labels?.vocabulary.find('Himmel') !== null).to.equal(on);
        await Promise.resolve();
      });
    }
    expect(versions).to.deep.equal(['things@1', 'things@1-scenery']);
  });

  it('are rejected if their models are missing', async () => {
    await withProvider({ builtIn: ['faces'] }, async ({ ml }) => {
      expect(ml.models().labels).to.equal(null);
      expect(await reasonOf(ml.findLabels(plain([1, 2, 3]), interactive))).to.match(/^No model for naming what photos/);
      expect(await reasonOf(ml.readText(plain([1, 2, 3]), interactive))).to.match(/^No model for reading text/);
      const parts = { faces: false, image: false, labels: true };
      expect(await reasonOf(ml.analyse(plain([1, 2, 3]), parts, interactive))).to.match(/^No model for naming/);
    });
  });
});
