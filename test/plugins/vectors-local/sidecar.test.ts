import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { blockRows } from '../../../plugins/vectors-local/block.ts';
import { LocalIndex } from '../../../plugins/vectors-local/local-index.ts';
import { packOperations } from '../../../plugins/vectors-local/packing.ts';
import { FloatProduct } from '../../../plugins/vectors-local/products.ts';
import { flags } from '../../../plugins/vectors-local/row-table.ts';
import { Sidecar } from '../../../plugins/vectors-local/sidecar.ts';
import { Turns } from '../../../plugins/vectors-local/turns.ts';
import { VectorStore } from '../../../plugins/vectors-local/vector-store.ts';
import { withTempFolder } from '../../support/temp-folder.ts';
import { put, puts, unitVector } from './vector-rows.ts';

const identity = { kind: 'face', model: 'some/model@1', dimensions: 16 };

function open(folder: string, of = identity): Promise<LocalIndex> {
  const events = { saved: () => undefined, notSaved: () => undefined };
  const options = { identity: of, floatRows: 1000, threads: 1 };
  return LocalIndex.open({ key: 'of', options, sidecar: new Sidecar(folder, of, null), turns: new Turns(), events });
}

const noPause = (): Promise<void> => Promise.resolve();

async function save(folder: string): Promise<ReadonlyMap<string, Buffer>> {
  const index = await open(folder);
  const described = put(8, unitVector(8, 16), { takenAt: 9, archived: true, hidden: false, personIds: [3, 4] });
  index.apply(42n, packOperations([...puts(1, 50, 16), described, { type: 'delete', id: 7 }], 16));
  await index.close();
  return new Map(readdirSync(folder).map((name) => [name, readFileSync(join(folder, name))]));
}

function write(folder: string, files: ReadonlyMap<string, Buffer>): void {
  mkdirSync(folder, { recursive: true });
  for (const [name, bytes] of files) writeFileSync(join(folder, name), bytes);
}

async function watermarkIn(folder: string, of = identity): Promise<bigint> {
  const index = await open(folder, of);
  await index.close();
  return index.watermark;
}

describe('the files of a vector index', () => {
  it('are rejected if any byte is wrong', async () => {
    await withTempFolder(async (parent) => {
      const folder = join(parent, 'cache');
      const whole = await save(folder);
      expect([...whole.keys()]).to.have.length(3);
      for (const [name, bytes] of whole) {
        // The whole beginning, where each byte has its own meaning, and some bytes of each column.
        for (let at = 0; at < bytes.length; at += at < 32 ? 1 : 97) {
          const damaged = Buffer.from(bytes);
          damaged[at]! ^= 0x10;
          write(folder, new Map([...whole, [name, damaged]]));
          expect(await watermarkIn(folder), `${name}, byte ${at}`).to.equal(0n);
        }
        write(folder, whole);
        expect(await watermarkIn(folder)).to.equal(42n);
      }
    });
  });

  it('are rejected if truncated', async () => {
    await withTempFolder(async (parent) => {
      const folder = join(parent, 'cache');
      const whole = await save(folder);
      for (const [name, bytes] of whole) {
        for (const length of [0, 1, 15, 16, 40, bytes.length >> 1, bytes.length - 1]) {
          write(folder, new Map([...whole, [name, bytes.subarray(0, length)]]));
          expect(await watermarkIn(folder), `${name}, ${length} bytes`).to.equal(0n);
        }
      }
    });
  });

  it('are rejected if one is missing, or if they belong to another model', async () => {
    await withTempFolder(async (parent) => {
      const folder = join(parent, 'cache');
      const whole = await save(folder);
      for (const name of whole.keys()) {
        write(folder, whole);
        rmSync(join(folder, name));
        expect(await watermarkIn(folder), `without ${name}`).to.equal(0n);
      }
      for (const other of [{ kind: 'image' }, { model: 'some/model@2' }, { dimensions: 8 }]) {
        write(folder, whole);
        expect(await watermarkIn(folder, { ...identity, ...other }), JSON.stringify(other)).to.equal(0n);
      }
    });
  });

  it('of unchanged vectors and rows stay as they are', async () => {
    await withTempFolder(async (folder) => {
      const index = await open(folder);
      index.apply(1n, packOperations(puts(1, blockRows + 100, 16), 16));
      await index.close();
      const before = readdirSync(folder);
      const again = await open(folder);
      const attributes = { takenAt: 9, archived: false, hidden: false, personIds: [3, 4] };
      again.apply(2n, packOperations([{ type: 'attributes', id: 5, attributes }], 16));
      await again.close();
      const after = readdirSync(folder);
      const added = after.filter((name) => !before.includes(name));
      expect(after).to.have.length(before.length);
      expect(added).to.have.length(1);
      expect(added[0]).to.match(/\.attributes$/);

      const opened = await open(folder);
      const filter = { personIds: [4], takenFrom: 9, takenTo: 9 };
      const { ids } = await opened.search(unitVector(5, 16), { k: 1, minScore: 0, filter }, noPause);
      expect([...ids]).to.deep.equal([5]);
      await opened.close();
    });
  });

  it('have all changes of a save that failed after the next one, rows that moved included', async () => {
    await withTempFolder(async (folder) => {
      const product = await FloatProduct.load(16, 1);
      const facts = { flags: flags.live, takenAt: 1, people: [3] };
      const store = new VectorStore(16, product, 1000);
      for (let id = 1; id <= blockRows + 100; id += 1) store.put(id, unitVector(id, 16), facts);
      const sidecar = new Sidecar(folder, identity, null);
      await sidecar.save(store, 1n, noPause);
      await sidecar.seal(store, noPause);
      expect(store.blocks.map(({ kind }) => kind)).to.deep.equal(['sealed', 'open']);

      // Its rows move to the end of the second block and to a third one.
      await store.empty(0);
      store.describe(blockRows + 50, { ...facts, takenAt: 9, people: [4, 5] });
      const fails = (): Promise<void> => Promise.reject(new Error('no space left'));
      await sidecar.save(store, 2n, fails).catch(() => undefined);
      await sidecar.save(store, 2n, noPause);

      const loaded = await new Sidecar(folder, identity, null).load(new VectorStore(16, product, 1000));
      expect(loaded?.watermark).to.equal(2n);
      const { table } = loaded!.store;
      expect(table.live).to.equal(blockRows + 100);
      for (const id of [1, blockRows, blockRows + 49, blockRows + 50]) {
        const row = table.rowOf(id)!;
        const vector = new Float32Array(16);
        loaded!.store.read(row, vector);
        expect([...vector], `${id}`).to.deep.equal([...unitVector(id, 16)]);
        const isChanged = id === blockRows + 50;
        expect([table.takenAt[row], ...table.people.of(row)], `${id}`).to.deep.equal(isChanged ? [9, 4, 5] : [1, 3]);
      }
      await loaded!.store.close();
      await store.close();
    });
  });

  it('are written again if they were removed while the index is open', async () => {
    await withTempFolder(async (parent) => {
      const folder = join(parent, 'cache');
      const product = await FloatProduct.load(16, 1);
      const store = new VectorStore(16, product);
      const facts = { flags: flags.live, takenAt: 1, people: [] };
      for (let id = 1; id <= 50; id += 1) store.put(id, unitVector(id, 16), facts);
      const sidecar = new Sidecar(folder, identity, null);
      await sidecar.save(store, 1n, noPause);
      rmSync(folder, { recursive: true });
      await sidecar.save(store, 2n, noPause);
      expect(await watermarkIn(folder)).to.equal(2n);
      await store.close();
    });
  });

  it('replace those that were saved before', async () => {
    await withTempFolder(async (folder) => {
      const before = [...(await save(folder)).keys()];
      const after = [...(await save(folder)).keys()];
      expect(after).to.have.length(3);
      expect(before.filter((name) => after.includes(name))).to.deep.equal(['index']);
    });
  });
});
