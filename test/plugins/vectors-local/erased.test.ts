import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { blockRows } from '../../../plugins/vectors-local/block.ts';
import { LocalIndex } from '../../../plugins/vectors-local/local-index.ts';
import { packOperations } from '../../../plugins/vectors-local/packing.ts';
import { FloatProduct } from '../../../plugins/vectors-local/products.ts';
import { flags } from '../../../plugins/vectors-local/row-table.ts';
import { savingDelay } from '../../../plugins/vectors-local/local-index.ts';
import { Sidecar } from '../../../plugins/vectors-local/sidecar.ts';
import { Turns } from '../../../plugins/vectors-local/turns.ts';
import { VectorStore } from '../../../plugins/vectors-local/vector-store.ts';
import { withTempFolder } from '../../support/temp-folder.ts';
import { put, puts, unitVector } from './vector-rows.ts';

const dimensions = 8;
const identity = { kind: 'face', model: 'some/model@1', dimensions };

/** @param floatRows an index with more rows keeps the vectors of full blocks in files alone */
function open(folder: string, floatRows: number): Promise<LocalIndex> {
  return LocalIndex.open({
    key: 'of',
    options: { identity, floatRows, threads: 1 },
    sidecar: new Sidecar(folder, identity),
    turns: new Turns(),
    events: { saved: () => undefined, notSaved: () => undefined },
  });
}

async function change(
  folder: string,
  floatRows: number,
  ...operations: Parameters<typeof packOperations>[0][number][]
) {
  const index = await open(folder, floatRows);
  index.apply(index.watermark + 1n, packOperations(operations, dimensions));
  await index.close();
}

/** The names of the files in which the vector of a seed is. */
function filesWith(folder: string, seed: number): string[] {
  const vector = unitVector(seed, dimensions);
  const trace = Buffer.from(vector.buffer, vector.byteOffset, vector.byteLength);
  return readdirSync(folder).filter((name) => readFileSync(join(folder, name)).includes(trace));
}

describe('the vector of a row that goes', () => {
  it('is in no file after the next saving, whether the row was deleted or got another vector', () =>
    withTempFolder(async (folder) => {
      await change(folder, 1000, ...puts(1, 50, dimensions));
      expect(filesWith(folder, 7)).to.have.length(1);
      expect(filesWith(folder, 8)).to.have.length(1);
      await change(folder, 1000, { type: 'delete', id: 7 }, put(8, unitVector(1008, dimensions)));
      expect(filesWith(folder, 7)).to.deep.equal([]);
      expect(filesWith(folder, 8)).to.deep.equal([]);
      for (const kept of [6, 9, 1008]) expect(filesWith(folder, kept), `${kept}`).to.have.length(1);
    }));

  it('is in no file either where vectors are in files alone, and those beside it are as they were', () =>
    withTempFolder(async (folder) => {
      await change(folder, 0, ...puts(1, blockRows, dimensions));
      const index = await open(folder, 0);
      expect(index.stats().method).to.match(/^8 bits/);
      index.apply(9n, packOperations([{ type: 'delete', id: 7 }, put(8, unitVector(100_008, dimensions))], dimensions));
      await index.close();
      expect(filesWith(folder, 7)).to.deep.equal([]);
      expect(filesWith(folder, 8)).to.deep.equal([]);

      const again = await open(folder, 0);
      expect(again.watermark).to.equal(9n);
      expect(again.stats().rows).to.equal(blockRows - 1);
      for (const [id, seed] of [
        [6, 6],
        [9, 9],
        [blockRows, blockRows],
        [8, 100_008],
      ] as const) {
        const [score] = again.score(unitVector(seed, dimensions), Float64Array.of(id));
        expect(score, `${id}`).to.be.closeTo(1, 1e-6);
      }
      await again.close();
    }));

  it('is erased while the index stays open, and what is read from the new file is right', () =>
    withTempFolder(async (folder) => {
      await change(folder, 0, ...puts(1, blockRows, dimensions));
      const sidecar = new Sidecar(folder, identity);
      const product = await FloatProduct.load(dimensions, 1);
      const { store } = (await sidecar.load(product, async (of, at) => {
        const { file } = of.blocks[at]!;
        await of.seal(at, sidecar.path(file!), 1);
      }))!;
      store.remove(7);
      await sidecar.save(store, 9n, () => Promise.resolve());
      expect(filesWith(folder, 7)).to.deep.equal([]);
      const vector = new Float32Array(dimensions);
      store.read(store.table.rowOf(8)!, vector);
      expect([...vector]).to.deep.equal([...unitVector(8, dimensions)]);
      await store.close();
    }));

  it('was left in the file by an older version of the program, and goes when that is opened', () =>
    withTempFolder(async (folder) => {
      const store = new VectorStore(dimensions, await FloatProduct.load(dimensions, 1));
      const facts = { flags: flags.live, takenAt: 0, people: [] };
      for (let id = 1; id <= 50; id += 1) store.put(id, unitVector(id, dimensions), facts);
      store.table.clear(store.table.rowOf(7)!);
      await new Sidecar(folder, identity).save(store, 5n, () => Promise.resolve());
      expect(filesWith(folder, 7)).to.have.length(1);
      const index = await open(folder, 1000);
      expect(index.watermark).to.equal(5n);
      await index.close();
      expect(filesWith(folder, 7)).to.deep.equal([]);
      expect(filesWith(folder, 8)).to.have.length(1);
    }));

  it('is in no file that a sudden end left behind, once the index is opened', () =>
    withTempFolder(async (folder) => {
      await change(folder, 1000, ...puts(1, 50, dimensions));
      const [old = ''] = filesWith(folder, 7);
      const bytes = readFileSync(join(folder, old));
      await change(folder, 1000, { type: 'delete', id: 7 });
      // As when the process ends after the new index is there, and before the old files are removed.
      writeFileSync(join(folder, old), bytes);
      const index = await open(folder, 1000);
      expect(filesWith(folder, 7)).to.deep.equal([]);
      expect(index.stats().rows).to.equal(49);
      await index.close();
    }));

  it('waits for an idle moment, but no longer than a minute', () => {
    const unsaved = { changes: 1, waited: 0, failed: false };
    expect(savingDelay(unsaved)).to.equal(3);
    expect(savingDelay({ ...unsaved, waited: 58 })).to.equal(2);
    expect(savingDelay({ ...unsaved, waited: 70 })).to.equal(0);
    expect(savingDelay({ ...unsaved, changes: 100_000 })).to.equal(0);
    expect(savingDelay({ ...unsaved, waited: 70, failed: true })).to.equal(60);
  });
});
