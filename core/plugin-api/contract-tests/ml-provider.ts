import assert from 'node:assert/strict';
import { mlSignalChecks } from './ml-provider-signals.ts';
import { isFraction, plain, work, type MlProviderSubject } from './ml-provider-subject.ts';
import { checkMissingWords, checkWordModels, labelChecks, textChecks } from './ml-provider-words.ts';
import { describeContract, skip, type Checks } from './suite.ts';

export type { MlProviderSubject };

function dot(a: Float32Array, b: Float32Array): number {
  return a.reduce((sum, value, index) => sum + value * (b[index] ?? NaN), 0);
}

function checkVector(vector: Float32Array | undefined, dimensions: number): void {
  assert.ok(vector instanceof Float32Array, 'a vector must be a Float32Array');
  assert.equal(vector.length, dimensions);
  const length = Math.sqrt(dot(vector, vector));
  assert.ok(Math.abs(length - 1) < 1e-3, `a vector has the length ${length}: it must be normalised to 1`);
}

const modelChecks: Checks<MlProviderSubject> = {
  'have an id and a version, or are null': async ({ provider }) => {
    const { faceDetector, faceEmbedder, imageText } = provider.models();
    for (const model of [faceDetector, faceEmbedder, imageText]) {
      if (model === null) continue;
      assert.ok(model.id && model.version, 'a model needs an id and a version');
    }
    assert.ok(imageText === null || imageText.dimensions > 0, 'imageText needs its number of dimensions');
    const { edge, link } = faceEmbedder?.thresholds ?? { edge: 0, link: 0 };
    assert.ok(
      edge >= link && link >= 0 && edge <= 1,
      'the thresholds must be between 0 and 1, and edge must not be below link',
    );
    const { concurrency = 1 } = provider;
    assert.ok(Number.isInteger(concurrency) && concurrency > 0, 'concurrency must be a whole number, at least 1');
    assert.ok(
      Number.isInteger(provider.preferredImageSize) && provider.preferredImageSize > 0,
      'preferredImageSize must be a whole number above 0',
    );
    checkWordModels(provider);
    await Promise.resolve();
  },

  'that are missing make their calls reject': async ({ provider }) => {
    const { faceDetector, imageText } = provider.models();
    if (!faceDetector) await assert.rejects(async () => provider.detectFaces(plain(0, 0, 0), work()));
    if (!imageText) await assert.rejects(async () => provider.embedTexts(['a tree'], work()));
    await checkMissingWords(provider);
  },

  'can be requested by id and version, and an unknown one is rejected': async ({ provider }) => {
    const { imageText } = provider.models();
    if (!imageText) skip('there is no model for pictures and texts.');
    const [byName] = await provider.embedTexts(['a tree'], { ...work(), model: imageText });
    const [byDefault] = await provider.embedTexts(['a tree'], work());
    assert.ok(
      dot(byName ?? new Float32Array(), byDefault ?? new Float32Array()) > 0.9999,
      'by default and by its name, the same model must return the same vector',
    );
    const unknown = { id: imageText.id, version: `${imageText.version}-unknown` };
    await assert.rejects(async () => provider.embedTexts(['a tree'], { ...work(), model: unknown }));
  },

  'come in packs with complete descriptions and unique names': async ({ provider }) => {
    const packs = (await provider.packs?.list()) ?? [];
    for (const { name, summary, licence, bytes, state } of packs) {
      assert.ok(name && summary && licence, 'a pack needs a name, a summary and a licence');
      assert.ok(
        bytes >= 0 && ['installed', 'incomplete', 'missing'].includes(state),
        `the size or the state of the pack ${name} is invalid`,
      );
    }
    assert.equal(new Set(packs.map(({ name }) => name)).size, packs.length, 'two packs have the same name');
  },
};

const analysisChecks: Checks<MlProviderSubject> = {
  'has the same faces as detectFaces and embedFaces': async ({ provider, portrait }) => {
    const { faceDetector, faceEmbedder } = provider.models();
    if (!provider.analyse) skip('the provider has no analyse.');
    if (!faceDetector || !faceEmbedder) skip('there are no models for faces.');
    if (!portrait) skip('no portrait was given.');
    const { faces } = await provider.analyse(portrait.image, { faces: true, image: false }, work());
    assert.equal(faces?.length, portrait.faces);
    const detected = await provider.detectFaces(portrait.image, work());
    const vectors = await provider.embedFaces(portrait.image, detected, work());
    for (const [index, { box, embedding }] of faces.entries()) {
      assert.deepEqual(box, detected[index]?.box);
      checkVector(embedding, 512);
      const single = vectors[index] ?? new Float32Array();
      assert.ok(dot(embedding, single) > 0.9999, 'the same face must have the same vector');
    }
  },

  'has the same vector as embedImages': async ({ provider, portrait }) => {
    const { imageText } = provider.models();
    if (!provider.analyse) skip('the provider has no analyse.');
    if (!imageText) skip('there is no model for pictures and texts.');
    const { image: picture } = portrait ?? { image: plain(200, 30, 30) };
    const { image } = await provider.analyse(picture, { faces: false, image: true }, work());
    checkVector(image ?? undefined, imageText.dimensions);
    const [vector] = await provider.embedImages([picture], work());
    assert.ok(
      dot(image ?? new Float32Array(), vector ?? new Float32Array()) > 0.9999,
      'the same picture must have the same vector',
    );
  },

  'omits what was not requested': async ({ provider }) => {
    if (!provider.analyse) skip('the provider has no analyse.');
    if (!provider.models().imageText) skip('there is no model for pictures and texts.');
    const { faces, image } = await provider.analyse(plain(200, 30, 30), { faces: false, image: true }, work());
    assert.equal(faces, null);
    assert.ok(image);
  },
};

const faceChecks: Checks<MlProviderSubject> = {
  'are not found in a picture of one colour': async ({ provider }) => {
    if (!provider.models().faceDetector) skip('there is no model that finds faces.');
    assert.deepEqual(await provider.detectFaces(plain(128, 128, 128), work()), []);
  },

  'are found, with boxes in fractions of the picture': async ({ provider, portrait }) => {
    if (!provider.models().faceDetector) skip('there is no model that finds faces.');
    if (!portrait) skip('no portrait was given.');
    const faces = await provider.detectFaces(portrait.image, work());
    assert.equal(faces.length, portrait.faces);
    for (const { box, points, score } of faces) {
      assert.ok(
        [box.x, box.y, box.x + box.w, box.y + box.h, score].every(isFraction),
        'boxes and scores must be between 0 and 1',
      );
      assert.ok(box.w > 0 && box.h > 0, 'a box must not be empty');
      assert.equal(points.length, 5);
      assert.ok(points.flat().every(Number.isFinite), 'the landmarks of a face must be numbers');
    }
  },

  'have one vector each, the same every time': async ({ provider, portrait }) => {
    const { faceDetector, faceEmbedder } = provider.models();
    if (!faceDetector || !faceEmbedder) skip('there are no models for faces.');
    if (!portrait) skip('no portrait was given.');
    const faces = await provider.detectFaces(portrait.image, work());
    const vectors = await provider.embedFaces(portrait.image, faces, work());
    const again = await provider.embedFaces(portrait.image, faces, work());
    assert.equal(vectors.length, faces.length);
    for (const [index, vector] of vectors.entries()) {
      checkVector(vector, 512);
      assert.ok(dot(vector, again[index] ?? new Float32Array()) > 0.9999, 'the same face must have the same vector');
    }
    assert.deepEqual(await provider.embedFaces(portrait.image, [], work()), []);
  },
};

const embeddingChecks: Checks<MlProviderSubject> = {
  'of pictures are the same alone and in a batch': async ({ provider }) => {
    const { imageText } = provider.models();
    if (!imageText) skip('there is no model for pictures and texts.');
    const images = [plain(200, 30, 30), plain(30, 200, 30), plain(30, 30, 200)];
    const together = await provider.embedImages(images, work());
    assert.equal(together.length, images.length);
    for (const [index, image] of images.entries()) {
      const [single] = await provider.embedImages([image], work());
      checkVector(single, imageText.dimensions);
      assert.ok(
        dot(single ?? new Float32Array(), together[index] ?? new Float32Array()) > 0.999,
        'a picture must have the same vector alone and in a batch',
      );
    }
    assert.deepEqual(await provider.embedImages([], work()), []);
  },

  'of texts are normalised and have as many dimensions as those of pictures': async ({ provider }) => {
    const { imageText } = provider.models();
    if (!imageText) skip('there is no model for pictures and texts.');
    const vectors = await provider.embedTexts(['a red wall', 'ein Hund', ''], work());
    assert.equal(vectors.length, 3);
    for (const vector of vectors) checkVector(vector, imageText.dimensions);
  },

  'are calculated without modifying the picture': async ({ provider }) => {
    if (!provider.models().imageText) skip('there is no model for pictures and texts.');
    const image = plain(10, 20, 30);
    await provider.embedImages([image], work());
    assert.deepEqual(image.data, plain(10, 20, 30).data);
  },
};

/** Tests a provider of machine learning against its contract. */
export function describeMlProvider(create: () => MlProviderSubject | Promise<MlProviderSubject>): void {
  describeContract('ML provider', create, ({ provider }) => provider.close?.(), {
    models: modelChecks,
    analysis: analysisChecks,
    faces: faceChecks,
    embeddings: embeddingChecks,
    labels: labelChecks,
    text: textChecks,
    signals: mlSignalChecks,
  });
}
