import { expect } from 'chai';
import { describeMlProvider } from '../../../core/plugin-api/contract-tests.ts';
import type { MlCallOptions, RgbImage } from '../../../core/plugin-api/index.ts';
import { runContract } from '../../support/contract-run.ts';
import { MemoryMlProvider, seenPage, seenScene } from './memory-plugins.ts';

function mlProviderWith(broken: (good: MemoryMlProvider) => Partial<MemoryMlProvider>): () => void {
  return () => {
    describeMlProvider(() => {
      const good = new MemoryMlProvider();
      return { provider: Object.assign(good, broken(good)), scene: seenScene, page: seenPage };
    });
  };
}

const neverAborted = new AbortController().signal;

const failures = async (declare: () => void): Promise<string[]> =>
  (await runContract(declare)).failed.map(({ title }) => title);

describe('contract tests of an ML provider', () => {
  it('all pass for a correct provider', async () => {
    expect((await runContract(mlProviderWith(() => ({})))).failed).to.deep.equal([]);
  });

  it('skip what a provider without models cannot show', async () => {
    const models = { faceDetector: null, faceEmbedder: null, imageText: null };
    const refuse = () => Promise.reject(new Error('there are no models'));
    const run = await runContract(
      mlProviderWith(() => ({
        models: () => models,
        detectFaces: refuse,
        embedFaces: refuse,
        embedImages: refuse,
        embedTexts: refuse,
        findLabels: refuse,
        readText: refuse,
      })),
    );
    expect(run.failed).to.deep.equal([]);
    expect(run.passed).to.deep.equal([
      'ML provider models have an id and a version, or are null',
      'ML provider models that are missing make their calls reject',
      'ML provider models come in packs with complete descriptions and unique names',
    ]);
    expect(run.skipped).to.have.length.above(7);
  });

  it('detect a provider whose vectors of texts are not normalised', async () => {
    const declare = mlProviderWith(() => ({
      embedTexts: (texts) => Promise.resolve(texts.map(() => Float32Array.of(1, 2, 3, 4))),
    }));
    expect(await failures(declare)).to.include(
      'ML provider embeddings of texts are normalised and have as many dimensions as those of pictures',
    );
  });

  for (const [what, vector] of Object.entries({
    'that is not normalised': Float32Array.of(1, 2, 3, 4),
    'that is not a number': Float32Array.of(NaN, 0, 0, 1),
    'of other dimensions than announced': Float32Array.of(0, 1),
    'of another picture': Float32Array.of(0, 0, 0, 1),
  })) {
    it(`detect a provider whose analysis has a vector ${what}, even without face models`, async () => {
      const declare = mlProviderWith((good) => ({
        analyse: async (image, parts, options) => {
          const analysis = await MemoryMlProvider.prototype.analyse.call(good, image, parts, options);
          return { ...analysis, image: parts.image ? vector : null };
        },
      }));
      expect(await failures(declare)).to.deep.equal(['ML provider analysis has the same vector as embedImages']);
    });
  }

  for (const method of ['embedImages', 'embedTexts', 'findLabels', 'readText', 'analyse'] as const) {
    it(`detect a provider whose ${method} continues after an abort`, async () => {
      const careless = new MemoryMlProvider();
      const run = careless[method].bind(careless) as (...args: unknown[]) => Promise<unknown>;
      const declare = mlProviderWith(() => ({
        [method]: (...args: unknown[]) =>
          run(...args.slice(0, -1), { ...(args.at(-1) as object), signal: neverAborted }),
      }));
      expect(await failures(declare)).to.deep.equal([`ML provider signals make ${method} reject when aborted`]);
    });
  }

  it('detect a provider whose embedFaces continues after an abort', async () => {
    const declare = mlProviderWith((good) => ({
      models: () => ({ ...MemoryMlProvider.prototype.models.call(good), faceEmbedder: { id: 'faces', version: '1' } }),
      embedFaces: () => Promise.resolve([]) as Promise<never>,
    }));
    expect(await failures(declare)).to.deep.equal(['ML provider signals make embedFaces reject when aborted']);
  });

  it('detect a provider that returns NaN for the landmarks of a face', async () => {
    const point = [NaN, 0.5] as const;
    const face = { box: { x: 0, y: 0, w: 1, h: 1 }, points: [point, point, point, point, point], score: 1 };
    const failed = await failures(() => {
      describeMlProvider(() => {
        const good = new MemoryMlProvider();
        const detectFaces = async (image: RgbImage, { signal }: MlCallOptions) => {
          await Promise.resolve();
          signal.throwIfAborted();
          return image.width === 1 ? [face] : [];
        };
        const models = () => ({ ...good.models(), faceDetector: { id: 'faces', version: '1' } });
        return {
          provider: Object.assign(new MemoryMlProvider(), { models, detectFaces }),
          portrait: { image: { width: 1, height: 1, data: Uint8Array.of(9, 9, 9) }, faces: 1 },
        };
      });
    });
    expect(failed).to.deep.equal(['ML provider faces are found, with boxes in fractions of the picture']);
  });

  it('detect a provider that ignores the requested model', async () => {
    const declare = mlProviderWith((good) => ({
      embedTexts: (texts, { priority, signal }) =>
        MemoryMlProvider.prototype.embedTexts.call(good, texts, { priority, signal }),
    }));
    expect(await failures(declare)).to.deep.equal([
      'ML provider models can be requested by id and version, and an unknown one is rejected',
    ]);
  });

  it('detect a provider that changes the order of pictures', async () => {
    const declare = mlProviderWith((good) => ({
      embedImages: async (images, options) =>
        (await MemoryMlProvider.prototype.embedImages.call(good, images, options)).reverse(),
    }));
    expect(await failures(declare)).to.deep.equal([
      'ML provider embeddings of pictures are the same alone and in a batch',
    ]);
  });

  it('detect a provider that returns a label twice', async () => {
    const declare = mlProviderWith((good) => ({
      findLabels: async (image, options) => {
        const { labels, people } = await MemoryMlProvider.prototype.findLabels.call(good, image, options);
        return { labels: [...labels, ...labels], people };
      },
    }));
    expect(await failures(declare)).to.deep.equal([
      'ML provider labels are found in a picture that shows them, each once and the same every time',
    ]);
  });

  it('detect a provider that returns labels for every picture', async () => {
    const everywhere = { labels: [{ label: 'blue', score: 0.9, box: null }], people: 0 };
    const declare = mlProviderWith(() => ({ findLabels: () => Promise.resolve(everywhere) }));
    expect(await failures(declare)).to.deep.equal([
      'ML provider labels for a picture of one colour do not reach the confidence to be shown',
      'ML provider signals make findLabels reject when aborted',
    ]);
  });

  it('detect a provider whose vocabulary does not know its own names', async () => {
    const declare = mlProviderWith((good) => ({
      models: () => {
        const models = MemoryMlProvider.prototype.models.call(good);
        const vocabulary = { ...models.labels!.vocabulary, nameOf: () => 'azur' };
        return { ...models, labels: { ...models.labels!, vocabulary } };
      },
    }));
    expect(await failures(declare)).to.deep.equal([
      'ML provider labels are found by their names in lower and upper case',
    ]);
  });

  it('detect a provider whose vocabulary accepts every word', async () => {
    const declare = mlProviderWith((good) => ({
      models: () => {
        const models = MemoryMlProvider.prototype.models.call(good);
        const vocabulary = { ...models.labels!.vocabulary, find: () => ({ labels: ['blue'], least: 0.4 }) };
        return { ...models, labels: { ...models.labels!, vocabulary } };
      },
    }));
    expect(await failures(declare)).to.deep.equal(['ML provider labels are not found by empty or unknown words']);
  });

  it('detect a provider that analyses more than requested', async () => {
    const declare = mlProviderWith((good) => ({
      analyse: (image, parts, options) =>
        MemoryMlProvider.prototype.analyse.call(good, image, { ...parts, labels: true }, options),
    }));
    expect(await failures(declare)).to.deep.equal([
      'ML provider labels in an analysis are the same as from findLabels, and only present if requested',
    ]);
  });

  it('detect a provider that returns lines from the bottom, or in pixels', async () => {
    const declare = mlProviderWith((good) => ({
      readText: async (image, options) => {
        const lines = await MemoryMlProvider.prototype.readText.call(good, image, options);
        return lines.reverse();
      },
    }));
    expect(await failures(declare)).to.deep.equal([
      'ML provider text is read line by line, with boxes in fractions of the picture',
    ]);
    const inPixels = mlProviderWith((good) => ({
      readText: async (image, options) => {
        const lines = await MemoryMlProvider.prototype.readText.call(good, image, options);
        return lines.map((line) => ({ ...line, box: { x: 0, y: 0, w: image.width, h: 1 } }));
      },
    }));
    expect(await failures(inPixels)).to.deep.equal([
      'ML provider text is read line by line, with boxes in fractions of the picture',
    ]);
  });

  it('detect a provider that has a text model but cannot read', async () => {
    const declare = mlProviderWith(() => ({ readText: undefined }) as unknown as Partial<MemoryMlProvider>);
    expect(await failures(declare)).to.deep.equal(['ML provider models have an id and a version, or are null']);
  });
});
