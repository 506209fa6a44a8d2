import { mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { describeBackups, describeMlProvider, describeVectorIndex } from '../../../core/plugin-api/contract-tests.ts';
import { runContract } from '../../support/contract-run.ts';
import { createVectorIndexProvider } from '../../../plugins/vectors-local/vector-indexes.ts';
import { withTempFolder } from '../../support/temp-folder.ts';
import { MemoryBackups, MemoryMlProvider, MemoryVectorIndexes, seenPage, seenScene } from './memory-plugins.ts';

function backupsWith(broken: (good: MemoryBackups) => Partial<MemoryBackups>): () => void {
  return () => {
    describeBackups(() => {
      const good = new MemoryBackups();
      return { backups: Object.assign(good, broken(good)) };
    });
  };
}

function mlProviderWith(broken: (good: MemoryMlProvider) => Partial<MemoryMlProvider>): () => void {
  return () => {
    describeMlProvider(() => {
      const good = new MemoryMlProvider();
      return { provider: Object.assign(good, broken(good)), scene: seenScene, page: seenPage };
    });
  };
}

function vectorIndexWith(broken: (good: MemoryVectorIndexes) => Partial<MemoryVectorIndexes>): () => void {
  return () => {
    describeVectorIndex(() => {
      const good = new MemoryVectorIndexes();
      return { provider: Object.assign(good, broken(good)), cacheDir: '/nowhere' };
    });
  };
}

const none = (): object => ({});

const failures = async (declare: () => void): Promise<string[]> =>
  (await runContract(declare)).failed.map(({ title }) => title);

describe('contract tests of the other kinds', () => {
  for (const [kind, declare] of Object.entries({
    backups: backupsWith(none),
    'ML provider': mlProviderWith(none),
    'vector index': vectorIndexWith(none),
  })) {
    it(`all pass for a good ${kind}`, async () => {
      expect((await runContract(declare)).failed).to.deep.equal([]);
    });
  }

  it('find backups that take a path for a name', async () => {
    const declare = backupsWith((good) => ({
      remove: (path) => MemoryBackups.prototype.remove.call(good, path.slice(path.lastIndexOf('/') + 1)),
    }));
    expect(await failures(declare)).to.deep.equal(['backups that are removed must have a name that is no path']);
  });

  it('find backups that keep the oldest', async () => {
    const declare = backupsWith((good) => ({
      prune: (keep) => Promise.resolve(good.snapshots.splice(keep).map(({ name }) => name)),
    }));
    expect(await failures(declare)).to.deep.equal(['backups that are pruned go but for the newest']);
  });

  it('skip what an ML provider without models cannot show, and do not pass it', async () => {
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
      'ML provider models are named with a version, or null',
      'ML provider models that are missing are not worked with',
      'ML provider models come in packs that say what they are',
    ]);
    expect(run.skipped).to.have.length.above(7);
  });

  it('find an ML provider whose vectors are not normalised', async () => {
    const declare = mlProviderWith(() => ({
      embedTexts: (texts) => Promise.resolve(texts.map(() => Float32Array.of(1, 2, 3, 4))),
    }));
    expect(await failures(declare)).to.include('ML provider embeddings of texts are in the space of the pictures');
  });

  it('find an ML provider that answers by another model than it was asked for', async () => {
    const declare = mlProviderWith((good) => ({
      embedTexts: (texts, { priority, signal }) =>
        MemoryMlProvider.prototype.embedTexts.call(good, texts, { priority, signal }),
    }));
    expect(await failures(declare)).to.deep.equal([
      'ML provider models answer by name, and one that is not there does not',
    ]);
  });

  it('find an ML provider that mixes up the order of pictures', async () => {
    const declare = mlProviderWith((good) => ({
      embedImages: async (images, options) =>
        (await MemoryMlProvider.prototype.embedImages.call(good, images, options)).reverse(),
    }));
    expect(await failures(declare)).to.deep.equal([
      'ML provider embeddings of pictures are the same alone and among others',
    ]);
  });

  it('find an ML provider that names a thing twice', async () => {
    const declare = mlProviderWith((good) => ({
      findLabels: async (image, options) => {
        const { labels, people } = await MemoryMlProvider.prototype.findLabels.call(good, image, options);
        return { labels: [...labels, ...labels], people };
      },
    }));
    expect(await failures(declare)).to.deep.equal([
      'ML provider labels are found in a picture that shows them, each once, and the same every time',
    ]);
  });

  it('find an ML provider that sees things everywhere', async () => {
    const everywhere = { labels: [{ label: 'blue', score: 0.9, box: null }], people: 0 };
    const declare = mlProviderWith(() => ({ findLabels: () => Promise.resolve(everywhere) }));
    expect(await failures(declare)).to.deep.equal([
      'ML provider labels are shown unasked for no picture of one colour',
      'ML provider labels are not looked for when nobody waits any more',
    ]);
  });

  it('find an ML provider whose vocabulary does not know its own names', async () => {
    const declare = mlProviderWith((good) => ({
      models: () => {
        const models = MemoryMlProvider.prototype.models.call(good);
        const vocabulary = { ...models.labels!.vocabulary, nameOf: () => 'azur' };
        return { ...models, labels: { ...models.labels!, vocabulary } };
      },
    }));
    expect(await failures(declare)).to.deep.equal([
      'ML provider labels are found under their names, in small letters and in large ones',
    ]);
  });

  it('find an ML provider that takes every word for something', async () => {
    const declare = mlProviderWith((good) => ({
      models: () => {
        const models = MemoryMlProvider.prototype.models.call(good);
        const vocabulary = { ...models.labels!.vocabulary, find: () => ({ labels: ['blue'], least: 0.4 }) };
        return { ...models, labels: { ...models.labels!, vocabulary } };
      },
    }));
    expect(await failures(declare)).to.deep.equal(['ML provider labels have no word that means nothing']);
  });

  it('find an ML provider that analyses what it was not asked for', async () => {
    const declare = mlProviderWith((good) => ({
      analyse: (image, parts, options) =>
        MemoryMlProvider.prototype.analyse.call(good, image, { ...parts, labels: true }, options),
    }));
    expect(await failures(declare)).to.deep.equal([
      'ML provider labels in an analysis are what the single call gives, and only when they are asked for',
    ]);
  });

  it('find an ML provider that reads from the bottom, in pixels', async () => {
    const declare = mlProviderWith((good) => ({
      readText: async (image, options) => {
        const lines = await MemoryMlProvider.prototype.readText.call(good, image, options);
        return lines.reverse();
      },
    }));
    expect(await failures(declare)).to.deep.equal([
      'ML provider text is read line by line, each in fractions of the picture',
    ]);
    const inPixels = mlProviderWith((good) => ({
      readText: async (image, options) => {
        const lines = await MemoryMlProvider.prototype.readText.call(good, image, options);
        return lines.map((line) => ({ ...line, box: { x: 0, y: 0, w: image.width, h: 1 } }));
      },
    }));
    expect(await failures(inPixels)).to.deep.equal([
      'ML provider text is read line by line, each in fractions of the picture',
    ]);
  });

  it('find an ML provider that has a model of text and cannot read', async () => {
    const declare = mlProviderWith(() => ({ readText: undefined }) as unknown as Partial<MemoryMlProvider>);
    expect(await failures(declare)).to.deep.equal(['ML provider models are named with a version, or null']);
  });

  it('skip what a vector index that encrypts nothing cannot show, and do not pass it', async () => {
    const { skipped } = await runContract(vectorIndexWith(none));
    expect(skipped).to.have.length(3);
    for (const title of skipped) expect(title).to.match(/^vector index caches /);
  });

  it('find a vector index that says it encrypts what it keeps, and ignores the key', async () => {
    const failed = await withTempFolder((folder) =>
      failures(() => {
        describeVectorIndex(() => {
          const provider = createVectorIndexProvider();
          return {
            provider: {
              encryptsCaches: true,
              open: ({ kind, model, dimensions, cacheDir }) => provider.open({ kind, model, dimensions, cacheDir }),
              close: () => provider.close(),
            },
            cacheDir: mkdtempSync(join(folder, 'cache-')),
          };
        });
      }),
    );
    expect(failed).to.deep.equal([
      'vector index caches with a key have no vector and no name of a model in their files',
      'vector index caches are not used with another key, without one, or with one where there was none',
    ]);
  });

  it('find a vector index that filters after it has cut', async () => {
    const declare = vectorIndexWith((good) => ({
      open: async () => {
        const index = await MemoryVectorIndexes.prototype.open.call(good);
        const search = index.search.bind(index);
        index.search = async (queries, { k, filter, ...rest }) => {
          const all = { includeArchived: true, includeHidden: true };
          const cut = await search(queries, { ...rest, k, filter: all });
          const passing = await search(queries, { ...rest, k: 1000, ...(filter && { filter }) });
          return cut.map((hits, at) => hits.filter(({ id }) => passing[at]!.some((hit) => hit.id === id)));
        };
        return index;
      },
    }));
    expect(await failures(declare)).to.include(
      'vector index search finds all that a filter lets through, and nothing else',
    );
  });
});
