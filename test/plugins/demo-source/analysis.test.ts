import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import type { StoredAnalysis } from '../../../core/plugin-api/index.ts';
import { localDay } from '../../../plugins/demo-source/calendar.ts';
import { DemoSource } from '../../../plugins/demo-source/demo-source.ts';
import manifest from '../../../plugins/demo-source/manifest.json' with { type: 'json' };
import storedFile from '../../../plugins/demo-source/analysis.json' with { type: 'json' };
import { overlapOf } from '../../../core/plugin-api/toolkit/boxes.ts';
import type { AnalysedPicture, AnalysisFile } from '../../../plugins/demo-source/analysis.ts';
import { BuiltInPacks } from '../../../plugins/ml-onnx/models/built-in-packs.ts';
import { ModelsWatch } from '../../../plugins/ml-onnx/models/models-watch.ts';
import { OnnxProvider } from '../../../plugins/ml-onnx/onnx-provider.ts';
import { analyseDemoPictures } from '../../../scripts/analyse-demo-pictures.ts';
import { installFaces, needModels } from '../../support/model-packs.ts';

type Face = NonNullable<StoredAnalysis['faces']>['found'][number];

const { signal } = new AbortController();

/** For normalised vectors. */
const cosine = (a: Float32Array, b: Float32Array): number => a.reduce((sum, value, at) => sum + value * b[at]!, 0);

async function facesOf(source: DemoSource, file: string): Promise<readonly Face[]> {
  const analysis = await source.storedAnalysis(`demo-${file}`, { signal });
  return analysis!.faces!.found;
}

/** Decodes float32 values, little endian, from base64. */
function vectorOf(base64: string): Float32Array {
  const bytes = Buffer.from(base64, 'base64');
  return Float32Array.from({ length: 512 }, (_, at) => bytes.readFloatLE(at * 4));
}

describe('the stored analysis of the demo pictures', () => {
  it('has the people of the manifest in their places, and no others', async () => {
    const source = new DemoSource(localDay);
    let people = 0;
    for (const { file, people: shown } of manifest.photos) {
      const faces = [...(await facesOf(source, file))];
      expect(faces, file).to.have.length(shown.length);
      for (const { who, x, y } of shown) {
        const at = faces.findIndex(({ box }) => x > box.x && x < box.x + box.w && y > box.y && y < box.y + box.h);
        expect(at, `${who} in ${file}`).to.be.at.least(0);
        faces.splice(at, 1);
        people += 1;
      }
    }
    // 57 in distinct pictures, and two more in a copy.
    expect(people).to.equal(59);
  });

  it('distinguishes the people', async () => {
    const source = new DemoSource(localDay);
    const known: { who: string; embedding: Float32Array }[] = [];
    for (const { file, people } of manifest.photos.filter((photo) => !('duplicate_of' in photo))) {
      for (const { box, embedding } of await facesOf(source, file)) {
        const shown = people.find(({ x, y }) => x > box.x && x < box.x + box.w && y > box.y && y < box.y + box.h);
        known.push({ who: shown!.who, embedding });
      }
    }
    for (const { who, embedding } of known) {
      const others = known.filter((other) => other.embedding !== embedding);
      const [nearest] = others.sort((a, b) => cosine(b.embedding, embedding) - cosine(a.embedding, embedding));
      expect(nearest!.who).to.equal(who);
    }
  });

  it('names no model for image vectors, since it has none', () => {
    expect(storedFile).not.to.have.property('image');
    expect(storedFile.pictures.every((picture) => !('image' in picture))).to.equal(true);
  });

  it('is part of the built server', function () {
    const built = new URL('../../../dist/plugins/demo-source/', import.meta.url);
    if (!existsSync(new URL('index.js', built))) this.skip();
    const json = JSON.parse(readFileSync(new URL('analysis.json', built), 'utf8')) as typeof storedFile;
    expect(json.pictures).to.have.length(57);
  });

  it('has labels in plain words for the content of the pictures', async () => {
    const source = new DemoSource(localDay);
    const labelsOf = async (file: string): Promise<string[]> => {
      const { labels } = (await source.storedAnalysis(`demo-${file}`, { signal }))!;
      return labels!.found.map(({ label }) => label);
    };
    expect(await labelsOf('breakfast.jpg')).to.include.members(['cup', 'fruit', 'orange', 'vase']);
    expect(await labelsOf('sunset-sea.jpg')).to.include('boat');
    for (const { labels } of storedFile.pictures) {
      for (const [label, score] of labels as unknown as Words) {
        expect(label).to.match(/^[a-zA-Z -]+$/);
        expect(score).to.be.within(storedFile.labels.confidence.search, 1);
      }
    }
  });

  it('equals the results of the models', async function () {
    needModels(this);
    const folder = mkdtempSync(join(tmpdir(), 'photofinch-'));
    installFaces(folder);
    const watch = new ModelsWatch(folder, [], { builtIn: new BuiltInPacks(['things']) });
    await watch.start();
    const provider = new OnnxProvider(watch, { processes: () => 1, threads: 1, idleStop: 60 });
    try {
      const some = (storedFile as unknown as AnalysisFile).pictures.filter((_picture, at) => at % 3 === 2);
      const names = some.map(({ file }) => file);
      const { pictures, ...models } = await analyseDemoPictures(provider, (file) => names.includes(file));
      expect(storedFile).to.deep.include(models);
      expect(pictures.map(({ sha1 }) => sha1)).to.deep.equal(some.map(({ sha1 }) => sha1));
      for (const [at, picture] of pictures.entries()) {
        await expectSameFaces(picture);
        const stored = some[at]!;
        expect(stored.people, stored.file).to.equal(picture.people);
        expectSameWords(stored.labels!, picture.labels!, models.labels!.confidence.search);
        expectSameWords(stored.text!, picture.text!, models.text!.confidence.search);
      }
    } finally {
      await provider.close();
      rmSync(folder, { recursive: true });
    }
  });
});

/** Labels or lines with their scores. */
type Words = readonly (readonly [words: string, score: number, ...rest: unknown[]])[];

async function expectSameFaces({ file, faces }: AnalysedPicture): Promise<void> {
  const stored = [...(await facesOf(new DemoSource(localDay), file))];
  expect(stored, file).to.have.length(faces.length);
  for (const {
    box: [x, y, w, h],
    embedding,
    score,
  } of faces) {
    const box = { x, y, w, h };
    const overlaps = stored.map((face) => overlapOf(face.box, box));
    const same = overlaps.indexOf(Math.max(...overlaps));
    expect(overlaps[same], file).to.be.at.least(0.95);
    // Processors round differently; other faces of the same person are far below.
    expect(cosine(stored[same]!.embedding, vectorOf(embedding)), file).to.be.at.least(0.98);
    expect(stored[same]!.score, file).to.be.closeTo(score, 0.02);
    stored.splice(same, 1);
  }
}

/** Compares up to differences between processors; the least certain ones may be missing on either side. */
function expectSameWords(stored: Words, found: Words, search: number): void {
  const scores = (words: Words): Map<string, number> => new Map(words.map(([text, score]) => [text, score]));
  const [inFile, now] = [scores(stored), scores(found)];
  for (const text of new Set([...inFile.keys(), ...now.keys()])) {
    expect(inFile.get(text) ?? search, text).to.be.closeTo(now.get(text) ?? search, 0.05);
  }
}
