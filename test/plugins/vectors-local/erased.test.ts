import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { blockRows } from '../../../plugins/vectors-local/block.ts';
import { LocalIndex } from '../../../plugins/vectors-local/local-index.ts';
import { packOperations } from '../../../plugins/vectors-local/packing.ts';
import { FloatProduct } from '../../../plugins/vectors-local/products.ts';
import { savingDelay } from '../../../plugins/vectors-local/local-index.ts';
import { Sidecar } from '../../../plugins/vectors-local/sidecar.ts';
import { Turns } from '../../../plugins/vectors-local/turns.ts';
import { VectorStore } from '../../../plugins/vectors-local/vector-store.ts';
import { withTempFolder } from '../../support/temp-folder.ts';
import { put, puts, unitVector } from './vector-rows.ts';

const dimensions = 8;
const identity = { kind: 'face', model: 'some/model@1', dimensions };

/** @param floatRows an index with more rows keeps the vectors of full blocks only in files */
function open(folder: string, floatRows: number): Promise<LocalIndex> {
  return LocalIndex.open({
    key: 'of',
    options: { identity, floatRows, threads: 1 },
    sidecar: new Sidecar(folder, identity, null),
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

/** The names of the files that contain the vector of a seed. */
function filesWith(folder: string, seed: number): string[] {
  const trace = bytesOf(unitVector(seed, dimensions));
  return readdirSync(folder).filter((name) => readFileSync(join(folder, name)).includes(trace));
}

const bytesOf = ({ buffer, byteOffset, byteLength }: Float32Array | Float64Array): Buffer =>
  Buffer.from(buffer, byteOffset, byteLength);

describe('the old vector of a deleted or changed row', () => {
  it('is in no file after the next save', () =>
    withTempFolder(async (folder) => {
      await change(folder, 1000, ...puts(1, 50, dimensions));
      expect(filesWith(folder, 7)).to.have.length(1);
      expect(filesWith(folder, 8)).to.have.length(1);
      await change(folder, 1000, { type: 'delete', id: 7 }, put(8, unitVector(1008, dimensions)));
      expect(filesWith(folder, 7)).to.deep.equal([]);
      expect(filesWith(folder, 8)).to.deep.equal([]);
      for (const kept of [6, 9, 1008]) expect(filesWith(folder, kept), `${kept}`).to.have.length(1);
    }));

  it('is in no file either if vectors are only in files, and those beside it are unchanged', () =>
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

  it('leaves no id and no time in a file either', () =>
    withTempFolder(async (folder) => {
      const [id, takenAt] = [1_234_567, 7_654_321];
      const isAnywhere = (value: number): boolean =>
        readdirSync(folder).some((name) => readFileSync(join(folder, name)).includes(bytesOf(Float64Array.of(value))));
      const attributes = { takenAt, archived: false, hidden: false, personIds: [] };
      await change(folder, 0, put(id, unitVector(id, dimensions), attributes), ...puts(2, blockRows, dimensions));
      expect([id, takenAt].map(isAnywhere)).to.deep.equal([true, true]);
      await change(folder, 0, { type: 'delete', id });
      expect([id, takenAt].map(isAnywhere)).to.deep.equal([false, false]);
    }));

  it('is erased while the index stays open, and the new file is read correctly', () =>
    withTempFolder(async (folder) => {
      await change(folder, 0, ...puts(1, blockRows, dimensions));
      const sidecar = new Sidecar(folder, identity, null);
      const product = await FloatProduct.load(dimensions, 1);
      const { store } = (await sidecar.load(new VectorStore(dimensions, product)))!;
      expect(store.blocks.map(({ kind }) => kind)).to.deep.equal(['sealed']);
      const [rounded] = readdirSync(folder).filter((name) => name.endsWith('.rounded'));
      store.remove(7);
      await sidecar.save(store, 9n, () => Promise.resolve());
      expect(filesWith(folder, 7)).to.deep.equal([]);
      const written = readdirSync(folder).filter((name) => name.endsWith('.rounded'));
      expect(written).to.have.length(1).and.not.include(rounded);
      // All of its values are the middle of the range, which stands for zero.
      const row = store.table.rowOf(8)! - 1;
      expect([...readFileSync(join(folder, written[0]!)).subarray(row * 64, row * 64 + dimensions)]).to.deep.equal(
        Array.from({ length: dimensions }, () => 128),
      );
      const vector = new Float32Array(dimensions);
      store.read(store.table.rowOf(8)!, vector);
      expect([...vector]).to.deep.equal([...unitVector(8, dimensions)]);
      await store.close();
    }));

  it('is in no file that a crash left behind, once the index is opened', () =>
    withTempFolder(async (folder) => {
      await change(folder, 1000, ...puts(1, 50, dimensions));
      const [old = ''] = filesWith(folder, 7);
      const bytes = readFileSync(join(folder, old));
      await change(folder, 1000, { type: 'delete', id: 7 });
      // As after a crash between writing the new index and removing the old files.
      writeFileSync(join(folder, old), bytes);
      const index = await open(folder, 1000);
      expect(filesWith(folder, 7)).to.deep.equal([]);
      expect(index.stats().rows).to.equal(49);
      await index.close();
    }));

  it('is erased in an idle moment, but after a minute at the latest', () => {
    const unsaved = { changes: 1, waited: 0, failed: false };
    expect(savingDelay(unsaved)).to.equal(3);
    expect(savingDelay({ ...unsaved, waited: 58 })).to.equal(2);
    expect(savingDelay({ ...unsaved, waited: 70 })).to.equal(0);
    expect(savingDelay({ ...unsaved, changes: 100_000 })).to.equal(0);
    expect(savingDelay({ ...unsaved, waited: 70, failed: true })).to.equal(60);
  });
});
