import { copyFileSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'chai';
import { LoadedModels } from '../../../plugins/ml-onnx/inference/loaded-models.ts';
import { installClip, installFaces, modelsDir, needModels, needPhotos, photosDir } from '../../support/model-packs.ts';
import { Tokenizer } from '../../../plugins/ml-onnx/texts/tokenizer.ts';
import { withTempFolder } from '../../support/temp-folder.ts';
import { cosine, installVariant, interactive, plain, reasonOf, storedPixels, withProvider } from './provider-rig.ts';

const first = { id: 'clip-standin', version: '1' };
const second = { id: 'clip-standin', version: '2' };

/** The same network, which gets the whole picture instead of its middle. */
function installStretching(into: string): void {
  installVariant(into, installClip, (manifest) => {
    Object.assign(manifest, { pack: 'another', rank: 1 });
    manifest.imageText!.version = '2';
    Object.assign(manifest.imageText!.image, { fit: 'stretch', kernel: 'linear' });
  });
}

/** A wide picture, red in the middle and blue at both ends. */
function redBetweenBlue() {
  const image = plain([0, 0, 220], 400, 100);
  for (let at = 0; at < 400 * 100; at += 1) {
    if (at % 400 >= 150 && at % 400 < 250) image.data.set([220, 0, 0], at * 3);
  }
  return image;
}

describe('several installed models', function () {
  before(function () {
    needModels(this);
    needPhotos(this);
  });

  it('are chosen by rank, and the others are still available on request', async () => {
    await withProvider({ install: [installClip] }, async ({ ml, watch, folder }) => {
      expect(ml.models().imageText).to.include(first);
      const [alone] = await ml.embedImages([redBetweenBlue()], interactive);
      let changes = 0;
      ml.onModelsChanged(() => (changes += 1));
      installStretching(folder);
      await watch.rescan();
      expect(changes).to.equal(1);
      expect(ml.models().imageText).to.include(second);

      const [byOld] = await ml.embedImages([redBetweenBlue()], { ...interactive, model: first });
      const [byNew] = await ml.embedImages([redBetweenBlue()], interactive);
      const [onlyRed, red] = [
        (await ml.embedImages([plain([220, 0, 0])], interactive))[0]!,
        (await ml.embedTexts(['red'], { ...interactive, model: first }))[0]!,
      ];
      expect(cosine(byOld!, alone!)).to.be.above(0.9999);
      expect(cosine(byOld!, onlyRed)).to.be.above(0.999);
      expect(cosine(byNew!, onlyRed)).to.be.below(0.99);
      expect(red).to.have.length(512);
      expect(ml.pids).to.have.length(1);
    });
  });

  it('are chosen by the preference of the admin', async () => {
    const options = { install: [installClip, installStretching, installFaces], preferred: ['nothing', 'clip-standin'] };
    await withProvider(options, ({ ml, watch }) => {
      expect(ml.models().imageText).to.include(first);
      expect(watch.packs).to.deep.equal(['clip-standin', 'another', 'faces']);
      return Promise.resolve();
    });
  });

  it('fail with a message if the requested one is not installed', async () => {
    await withProvider({ install: [installClip] }, async ({ ml }) => {
      expect(await reasonOf(ml.embedTexts(['red'], { ...interactive, model: second }))).to.equal(
        'The model clip-standin of version 2 is not installed.',
      );
    });
  });

  it('are released by a process that has not used them for long', async () => {
    await withProvider({ install: [installClip] }, async ({ watch }) => {
      const loaded = new LoadedModels({ threads: 1, keepFor: 1, execution: 'cpu', onFallBack: () => undefined });
      const model = watch.models.imageText!;
      const texts = await loaded.textEmbedder(model);
      const images = await loaded.imageEmbedder(model);
      await sleep(1050);
      expect(await loaded.imageEmbedder(model)).to.equal(images);
      await loaded.releaseUnused();
      expect(await loaded.imageEmbedder(model)).to.equal(images);
      const again = await loaded.textEmbedder(model);
      expect(again).not.to.equal(texts);
      expect(await again.embed(['red'])).to.have.length(1);
      expect(await reasonOf(texts.embed(['red']))).to.match(/session/i);
    });
  });
});

describe('texts', function () {
  before(function () {
    needModels(this);
  });

  it('are padded or truncated to the length of the model, and end with its end token', async () => {
    await withTempFolder(async (folder) => {
      const tokenizerFolder = join(folder, 'tokenizer');
      mkdirSync(tokenizerFolder);
      // No other file is needed: packs contain these two.
      for (const file of ['tokenizer.json', 'tokenizer_config.json']) {
        copyFileSync(join(modelsDir, 'clip-standin', file), join(tokenizerFolder, file));
      }
      const tokenizer = await Tokenizer.load(tokenizerFolder);
      const [begin, end] = [49_406n, 49_407n];
      const short = tokenizer.encode('red', 64);
      expect(short).to.have.length(64);
      expect(short[0]).to.equal(begin);
      expect([...short.slice(2)]).to.deep.equal(Array<bigint>(62).fill(end));
      const long = tokenizer.encode('red blue '.repeat(100), 64);
      expect(long).to.have.length(64);
      expect(long[63]).to.equal(end);
      expect(long.indexOf(end)).to.equal(63);
    });
  });
});

describe('a picture that is analysed in one call', function () {
  before(function () {
    needModels(this);
    needPhotos(this);
  });

  it('has the same faces and vectors as one that is analysed part by part', async () => {
    await withProvider({ install: [installFaces, installClip] }, async ({ ml }) => {
      const image = await storedPixels(join(photosDir, 'faces/George_Clooney/George_Clooney_0001.jpg'));
      const faces = await ml.detectFaces(image, interactive);
      const embeddings = await ml.embedFaces(image, faces, interactive);
      const [vector] = await ml.embedImages([image], interactive);
      const both = await ml.analyse(image, { faces: true, image: true }, interactive);
      expect(both).to.deep.equal({
        faces: faces.map((face, index) => ({ ...face, embedding: embeddings[index] })),
        image: vector,
      });
      expect(await ml.analyse(image, { faces: true, image: false }, interactive)).to.deep.equal({
        ...both,
        image: null,
      });
      expect(await ml.analyse(image, { faces: false, image: true }, interactive)).to.deep.equal({
        ...both,
        faces: null,
      });
    });
  });

  it('is rejected if a model for it is missing', async () => {
    await withProvider({ install: [installClip] }, async ({ ml }) => {
      expect(await reasonOf(ml.analyse(plain([1, 2, 3]), { faces: true, image: true }, interactive))).to.match(
        /^No model for finding faces is installed/,
      );
    });
  });
});
