import { randomBytes } from 'node:crypto';
import { readdirSync, readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { expect } from 'chai';
import { createVectorIndexProvider } from '../../../plugins/vectors-local/vector-indexes.ts';
import { withTempFolder } from '../../support/temp-folder.ts';
import { until } from '../../support/until.ts';
import { put, puts, unitVector } from './vector-rows.ts';
import { best, dimensions, folderOf, query, withProvider, type Rig } from './provider-rig.ts';

describe('the cache of a vector index', () => {
  async function saved({ provider, open }: Rig): Promise<unknown> {
    const index = await open();
    await index.apply(41n, [...puts(1, 500, dimensions), { type: 'delete', id: 7 }]);
    await index.apply(42n, [put(8, query, { takenAt: 9, archived: true, hidden: false, personIds: [3, 4] })]);
    const answer = await best(index);
    await provider.close();
    return answer;
  }

  it('restores everything', async () => {
    await withProvider(async (rig) => {
      const before = await saved(rig);
      const index = await rig.open();
      expect(await index.watermark()).to.equal(42n);
      expect(await best(index)).to.deep.equal(before);
      const filter = { includeArchived: true, takenFrom: 9, takenTo: 9, personIds: [4] };
      expect(await index.search([query], { k: 5, filter })).to.deep.equal([[{ id: 8, score: 1 }]]);
      expect(await index.search([query], { k: 500, filter: { personIds: [4] } })).to.deep.equal([[]]);
      // New rows reuse those that were empty when the index was saved.
      await index.apply(43n, puts(501, 501, dimensions));
      expect((await index.stats()).rows).to.equal(500);
    });
  });

  it('is written once there are no changes for a while', async () => {
    await withProvider(async ({ open, cacheDir }) => {
      const index = await open();
      await index.apply(1n, puts(1, 5, dimensions));
      await until(() => readdirSync(cacheDir).length > 0 && readdirSync(folderOf(cacheDir)).includes('index'));
      expect(readdirSync(folderOf(cacheDir))).to.have.length(3);
    });
  });

  it('is separate for other dimensions', async () => {
    await withProvider(async (rig) => {
      await saved(rig);
      expect(await (await rig.open(32)).watermark()).to.equal(0n);
    });
  });

  for (const [what, damage] of [
    [
      'loses vectors',
      (file: string) => {
        truncateSync(file);
      },
    ],
    [
      'is overwritten',
      (file: string) => {
        writeFileSync(file, readFileSync(file).reverse(), { flag: 'r+' });
      },
    ],
  ] as const) {
    it(`is rebuilt if it ${what} while in use`, async () => {
      for (const key of [undefined, randomBytes(32)]) {
        await withTempFolder(async (cacheDir) => {
          const provider = createVectorIndexProvider({ floatRows: 1000 });
          try {
            const index = await provider.open({ kind: 'face', model: 'm', dimensions, cacheDir, ...(key && { key }) });
            await index.apply(1n, puts(1, 17_000, dimensions));
            await until(async () => (await index.stats()).method.startsWith('8 bits'));
            const before = await best(index);
            const { pid } = provider;
            const folder = folderOf(cacheDir);
            for (const name of readdirSync(folder)) if (name.endsWith('.vectors')) damage(join(folder, name));
            // Rows that were read before may still be in memory; this one is not.
            const [score] = await index.score(unitVector(300, dimensions), [300]);
            expect(score).to.be.closeTo(1, 1e-6);
            expect(await best(index)).to.deep.equal(before);
            expect(provider.pid).not.to.equal(pid);
          } finally {
            await provider.close();
          }
        });
      }
    });
  }

  it('may be unwritable, which affects no searches, even after the process is killed', async () => {
    await withProvider(async ({ provider, cacheDir, warnings }) => {
      // A file in place of the folder: writing fails as on a full disk, for root as well.
      const file = join(cacheDir, 'file');
      writeFileSync(file, '');
      const index = await provider.open({ kind: 'face', model: 'm', dimensions, cacheDir: file });
      await index.apply(1n, puts(1, 17_000, dimensions));
      await until(() => warnings.length > 0);
      await index.apply(2n, [put(1, query)]);
      expect((await index.search([query], { k: 1 }))[0]).to.deep.equal([{ id: 1, score: 1 }]);
      process.kill(provider.pid!, 'SIGKILL');
      expect((await index.search([query], { k: 1 }))[0], 'after the process was killed').to.deep.equal([
        { id: 1, score: 1 },
      ]);
      await index.close();
    });
  });
});
