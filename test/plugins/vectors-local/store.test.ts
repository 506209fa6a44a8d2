import { expect } from 'chai';
import { BlockFiles } from '../../../plugins/vectors-local/block-files.ts';
import { blockRows, type OpenBlock } from '../../../plugins/vectors-local/block.ts';
import { PersonLists } from '../../../plugins/vectors-local/person-lists.ts';
import { FloatProduct, QuantisedProduct } from '../../../plugins/vectors-local/products.ts';
import { RoundedVectors } from '../../../plugins/vectors-local/rounding.ts';
import { flags } from '../../../plugins/vectors-local/row-table.ts';
import { VectorStore } from '../../../plugins/vectors-local/vector-store.ts';
import { withTempFolder } from '../../support/temp-folder.ts';
import { unitVector } from './vector-rows.ts';

const facts = { flags: flags.live, takenAt: 0, people: [] };

describe('the rows of a vector index', () => {
  it('are moved out of a sealed block that has become sparse, whose places are used again', async () => {
    await withTempFolder(async (folder) => {
      const dimensions = 8;
      const store = new VectorStore(dimensions, await FloatProduct.load(dimensions, 1), 0);
      for (let id = 1; id <= blockRows; id += 1) store.put(id, unitVector(id, dimensions), facts);
      expect(store.sealable()).to.deep.equal([0]);
      const files = new BlockFiles(folder, dimensions, { keys: null, threads: 1 });
      const written = await files.writeSealed((store.blocks[0] as OpenBlock).vectors);
      await store.seal(0, await files.openSealed(written));
      expect(store.blocks[0]!.kind).to.equal('sealed');
      expect(store.sparse()).to.deep.equal([]);

      for (let id = 1; id <= 10_000; id += 1) store.remove(id);
      expect(store.sparse()).to.deep.equal([0]);
      await store.empty(0);
      expect(store.blocks.map(({ kind }) => kind)).to.deep.equal(['open', 'open']);

      const length = store.table.length;
      for (let id = 1; id <= 10_000; id += 1) store.put(id, unitVector(id, dimensions), facts);
      expect(store.table.length, 'rows are used anew').to.equal(length);
      const vector = new Float32Array(dimensions);
      for (let id = 1; id <= blockRows; id += 1) {
        store.read(store.table.rowOf(id)!, vector);
        if (vector.some((value, at) => value !== unitVector(id, dimensions)[at])) expect.fail(`vector of ${id}`);
      }
      await store.close();
    });
  });

  it('keep their people through many changes', () => {
    const lists = new PersonLists();
    lists.resize(100);
    const expected: number[][] = Array.from({ length: 100 }, () => []);
    for (let change = 0; change < 20_000; change += 1) {
      const row = (change * 7919) % 100;
      expected[row] = Array.from({ length: (change * 31) % 13 }, (_, at) => change + at);
      lists.set(row, expected[row]);
    }
    expect(expected.map((_, row) => [...lists.of(row)])).to.deep.equal(expected);
    expect(lists.memoryBytes).to.be.below(64 * 1024);
  });

  it('have scores from 8 bits that differ from the exact ones by less than the stated bound', async () => {
    for (const dimensions of [16, 64, 100, 512]) {
      const rows = 512;
      const vectors = Float32Array.from(
        Array.from({ length: rows }, (_, row) => [...unitVector(row + 1, dimensions)]).flat(),
      );
      const product = await QuantisedProduct.load(RoundedVectors.of(vectors, { rows, dimensions }), 1);
      for (let at = 1; at <= 20; at += 1) {
        const query = unitVector(-at, dimensions);
        const scores = await product.scores(query, 1);
        expect(scores).to.have.length(rows);
        const errors = scores.map((score, row) => {
          const exact = query.reduce((sum, value, i) => sum + value * vectors[row * dimensions + i]!, 0);
          return Math.abs(score - exact);
        });
        expect(Math.max(...errors), `${dimensions} dimensions`).to.be.below(product.bound(query));
        expect(product.bound(query)).to.be.below(0.03);
      }
      await product.release();
    }
  });
});
