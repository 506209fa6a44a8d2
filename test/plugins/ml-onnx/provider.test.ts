import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import sharp from 'sharp';
import { describeMlProvider } from '../../../core/plugin-api/contract-tests.ts';
import { overlapOf } from '../../../core/plugin-api/toolkit/boxes.ts';
import facesPack from '../../../plugins/ml-onnx/packs/faces.json' with { type: 'json' };
import { BuiltInPacks } from '../../../plugins/ml-onnx/models/built-in-packs.ts';
import { ModelsWatch } from '../../../plugins/ml-onnx/models/models-watch.ts';
import { OnnxProvider } from '../../../plugins/ml-onnx/onnx-provider.ts';
import {
  installClip,
  installFaces,
  installFloatFaces,
  installScrfd,
  modelsDir,
  needModels,
  needPhotos,
  photosDir,
} from '../../support/model-packs.ts';
import { until } from '../../support/until.ts';
import { cosine, interactive, plain, storedPixels } from './provider-rig.ts';
import { column, draw } from './written-pages.ts';

const greetings = ['Willkommen in Lübeck', 'Fermé le lundi', 'Open from 9 to 5'];

interface Golden {
  readonly texts: readonly { text: string; input_ids: number[]; embedding: number[] }[];
  readonly images: readonly { file: string; width: number; height: number; embedding: number[] }[];
  readonly retrieval: readonly { query: string; best: string; rgb: [number, number, number]; cosine: number }[];
}

describe('ONNX provider', () => {
  let folder: string;

  before(function () {
    needModels(this);
    needPhotos(this);
  });

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'photofinch-'));
  });

  afterEach(() => {
    if (folder) rmSync(folder, { recursive: true, force: true });
  });

  let builtIn: string[] = [];

  async function provider(...install: ((into: string) => string)[]): Promise<OnnxProvider> {
    for (const one of install) one(folder);
    const watch = new ModelsWatch(folder, [], { builtIn: new BuiltInPacks(builtIn) });
    await watch.start();
    return new OnnxProvider(watch, { processes: () => 1, threads: 1, idleStop: 60 });
  }

  describe('as an ML provider', () => {
    before(function () {
      needModels(this);
      needPhotos(this);
    });

    before(() => (builtIn = ['things']));
    after(() => (builtIn = []));

    describeMlProvider(async () => ({
      provider: await provider(installFaces, installClip),
      scene: { image: await storedPixels(join(photosDir, 'scenes/000000022192.jpg')), labels: ['dog', 'bedroom'] },
      page: { image: await draw(column(greetings, 'sans-serif', 40)), lines: greetings },
      portrait: { image: await storedPixels(join(photosDir, 'faces/Kate_Hudson/Kate_Hudson_0001.jpg')), faces: 1 },
    }));
  });

  it('has no models if none are installed, and uses them once they are', async () => {
    const ml = await provider();
    const none = { faceDetector: null, faceEmbedder: null, imageText: null, labels: null, text: null };
    expect(ml.models()).to.deep.equal(none);
    installFaces(folder);
    await until(() => ml.models().faceDetector !== null);
    expect(ml.models().faceEmbedder).to.deep.include({ id: 'edgeface-xs', version: 'int8' });
    expect(ml.models().faceEmbedder?.thresholds).to.deep.equal(facesPack.faceEmbedder.clustering);
    await ml.close();
  });

  it('returns the same vectors of texts and pictures as the reference implementation', async () => {
    const golden = JSON.parse(readFileSync(join(modelsDir, 'clip-standin/golden.json'), 'utf8')) as Golden;
    const ml = await provider(installClip);
    const texts = await ml.embedTexts(
      golden.texts.map(({ text }) => text),
      interactive,
    );
    for (const [index, { text, embedding }] of golden.texts.entries()) {
      expect(cosine(texts[index]!, embedding), text).to.be.at.least(0.97);
    }
    for (const { file, embedding } of golden.images) {
      const image = await storedPixels(join(photosDir, file));
      const [vector] = await ml.embedImages([image], interactive);
      expect(cosine(vector!, embedding), file).to.be.at.least(0.999);
    }
    await ml.close();
  });

  it('finds pictures by their colour', async () => {
    const golden = JSON.parse(readFileSync(join(modelsDir, 'clip-standin/golden.json'), 'utf8')) as Golden;
    const ml = await provider(installClip);
    const images = golden.retrieval.map(({ rgb }) => plain(rgb));
    const vectors = await ml.embedImages(images, interactive);
    for (const [index, { query }] of golden.retrieval.entries()) {
      const [text] = await ml.embedTexts([query], interactive);
      const scores = vectors.map((vector) => cosine(vector, text!));
      expect(scores.indexOf(Math.max(...scores)), query).to.equal(index);
    }
    await ml.close();
  });

  it('returns the same face vectors on each processor as the same network in float32', async () => {
    const image = await storedPixels(join(photosDir, 'faces/George_Clooney/George_Clooney_0001.jpg'));
    const vectors: Float32Array[] = [];
    for (const install of [installFaces, installFloatFaces]) {
      const ml = await provider(install);
      const faces = await ml.detectFaces(image, interactive);
      vectors.push((await ml.embedFaces(image, faces, interactive))[0]!);
      await ml.close();
      rmSync(folder, { recursive: true });
      mkdirSync(folder);
    }
    // If sums of 8-bit products overflow, it is some 0.75.
    expect(cosine(vectors[0]!, vectors[1]!)).to.be.at.least(0.97);
  });

  it('finds the same faces with both families of detectors', async () => {
    const file = join(photosDir, 'faces/George_Clooney/George_Clooney_0001.jpg');
    const image = await storedPixels(file);
    const yunet = await provider(installFaces);
    const [a] = await yunet.detectFaces(image, interactive);
    await yunet.close();
    rmSync(join(folder, 'faces'), { recursive: true });
    const scrfd = await provider(installScrfd);
    const [b] = await scrfd.detectFaces(image, interactive);
    await scrfd.close();
    expect(overlapOf(a!.box, b!.box)).to.be.greaterThan(0.6);
    for (const [index, [x, y]] of a!.points.entries()) {
      expect(Math.hypot(x - b!.points[index]![0], y - b!.points[index]![1])).to.be.lessThan(0.04);
    }
  });

  it('distinguishes people', async () => {
    const ml = await provider(installFaces);
    const vectorOf = async (name: string, number: number): Promise<Float32Array> => {
      const image = await storedPixels(join(photosDir, `faces/${name}/${name}_000${number}.jpg`));
      const faces = await ml.detectFaces(image, interactive);
      const [largest] = faces.toSorted((a, b) => b.box.w * b.box.h - a.box.w * a.box.h);
      return (await ml.embedFaces(image, [largest!], interactive))[0]!;
    };
    const [one, same, other] = await Promise.all([
      vectorOf('George_Clooney', 1),
      vectorOf('George_Clooney', 2),
      vectorOf('Kate_Hudson', 1),
    ]);
    expect(cosine(one, same)).to.be.greaterThan(0.45);
    expect(cosine(one, other)).to.be.lessThan(0.3);
    await ml.close();
  });

  it('finds a face that fills the frame, or exceeds it', async () => {
    const ml = await provider(installFaces);
    const file = join(photosDir, 'faces/George_Clooney/George_Clooney_0001.jpg');
    const whole = await storedPixels(file);
    const [face] = await ml.detectFaces(whole, interactive);
    const { box } = face!;
    for (const [part, longest] of [
      [1, 800],
      [0.65, 1280],
    ] as const) {
      const { data, info } = await sharp(file)
        .extract({
          left: Math.round((box.x + (box.w * (1 - part)) / 2) * whole.width),
          top: Math.round((box.y + (box.h * (1 - part)) / 2) * whole.height),
          width: Math.round(box.w * part * whole.width),
          height: Math.round(box.h * part * whole.height),
        })
        .resize(longest)
        .raw()
        .toBuffer({ resolveWithObject: true });
      const found = await ml.detectFaces({ width: info.width, height: info.height, data }, interactive);
      expect(found, `${part} of it`).to.have.length(1);
      expect(found[0]!.box.w * found[0]!.box.h, `${part} of it`).to.be.greaterThan(0.5);
    }
    await ml.close();
  });

  it('continues after its process was killed, and retries its job', async () => {
    const ml = await provider(installClip);
    await ml.embedTexts(['red'], interactive);
    const work = ml.embedTexts(
      Array.from({ length: 200 }, (_, index) => `a red picture ${index}`),
      interactive,
    );
    process.kill(ml.pids[0]!, 'SIGKILL');
    expect(await work).to.have.length(200);
    await ml.close();
  });

  it('rejects a network that is not of the family in its manifest', async () => {
    mkdirSync(join(folder, 'faces'));
    const into = installFaces(folder);
    const manifest = JSON.parse(readFileSync(join(into, 'pack.json'), 'utf8')) as {
      faceDetector: { family: string };
    };
    manifest.faceDetector.family = 'scrfd';
    writeFileSync(join(into, 'pack.json'), JSON.stringify(manifest));
    const ml = await provider();
    const error = await ml.detectFaces(plain([9, 9, 9]), interactive).catch((reason: unknown) => reason);
    expect((error as Error).message).to.match(/values instead of/);
    await ml.close();
  });

  it('stops its processes when there is nothing to do, and starts them again', async () => {
    installClip(folder);
    const watch = new ModelsWatch(folder);
    await watch.start();
    const ml = new OnnxProvider(watch, { processes: () => 2, threads: 1, idleStop: 0.2 });
    await Promise.all([ml.embedTexts(['red'], interactive), ml.embedTexts(['blue'], interactive)]);
    expect(ml.pids.length).to.be.within(1, 2);
    await until(() => ml.pids.length === 0);
    expect(await ml.embedTexts(['green'], interactive)).to.have.length(1);
    await ml.close();
    expect(ml.pids).to.deep.equal([]);
  });

  it('drops a job that was aborted', async () => {
    const ml = await provider(installClip);
    const leaving = new AbortController();
    const work = ml.embedTexts(['red'], { priority: 'background', signal: leaving.signal });
    leaving.abort(new Error('left'));
    const error = await work.catch((reason: unknown) => reason);
    expect((error as Error).message).to.equal('left');
    expect(await ml.embedTexts(['blue'], interactive)).to.have.length(1);
    await ml.close();
  });
});
