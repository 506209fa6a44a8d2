import { mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { describeBackups, describeVectorIndex } from '../../../core/plugin-api/contract-tests.ts';
import { runContract } from '../../support/contract-run.ts';
import { createVectorIndexProvider } from '../../../plugins/vectors-local/vector-indexes.ts';
import { withTempFolder } from '../../support/temp-folder.ts';
import { MemoryBackups, MemoryVectorIndexes } from './memory-plugins.ts';

function backupsWith(broken: (good: MemoryBackups) => Partial<MemoryBackups>): () => void {
  return () => {
    describeBackups(() => {
      const good = new MemoryBackups();
      return { backups: Object.assign(good, broken(good)) };
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

describe('contract tests of backups and vector indexes', () => {
  for (const [kind, declare] of Object.entries({
    backups: backupsWith(none),
    'vector index': vectorIndexWith(none),
  })) {
    it(`all pass for correct implementations: ${kind}`, async () => {
      expect((await runContract(declare)).failed).to.deep.equal([]);
    });
  }

  it('detect backups that accept a path as a name', async () => {
    const declare = backupsWith((good) => ({
      remove: (path) => MemoryBackups.prototype.remove.call(good, path.slice(path.lastIndexOf('/') + 1)),
    }));
    expect(await failures(declare)).to.deep.equal([
      'backups that are removed must be given by name: a path is rejected',
    ]);
  });

  it('detect backups that keep only the oldest', async () => {
    const declare = backupsWith((good) => ({
      prune: (keep) => Promise.resolve(good.snapshots.splice(keep).map(({ name }) => name)),
    }));
    expect(await failures(declare)).to.deep.equal(['backups that are pruned are removed except for the newest']);
  });

  it('skip what a vector index without encryption cannot show', async () => {
    const { skipped } = await runContract(vectorIndexWith(none));
    expect(skipped).to.have.length(3);
    for (const title of skipped) expect(title).to.match(/^vector index caches /);
  });

  it('detect a vector index that claims to encrypt its caches and ignores the key', async () => {
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
      'vector index caches with a key contain no vector or model name in plain form',
      'vector index caches are not used with another key, without their key, or with a key if they had none',
    ]);
  });

  it('detect a vector index that filters after it has truncated the hits', async () => {
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
      'vector index search finds the nearest vectors among those that match a filter',
    );
  });
});
