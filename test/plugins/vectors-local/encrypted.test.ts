import { randomBytes } from 'node:crypto';
import {
  closeSync,
  cpSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { sealOverhead } from '../../../core/plugin-api/toolkit/index.ts';
import { blockRows } from '../../../plugins/vectors-local/block.ts';
import { rowPieceBytes } from '../../../plugins/vectors-local/encrypted-vector-file.ts';
import { DamagedCache } from '../../../plugins/vectors-local/manifest.ts';
import { FloatProduct } from '../../../plugins/vectors-local/products.ts';
import { flags } from '../../../plugins/vectors-local/row-table.ts';
import { Sidecar } from '../../../plugins/vectors-local/sidecar.ts';
import { LostVectors } from '../../../plugins/vectors-local/vector-file.ts';
import { VectorStore } from '../../../plugins/vectors-local/vector-store.ts';
import { flips } from '../../support/flipped-file.ts';
import { withTempFolder } from '../../support/temp-folder.ts';
import { unitVector } from './vector-rows.ts';

const dimensions = 8;
const identity = { kind: 'face', model: 'some/model@1', dimensions };
const key = randomBytes(32);
const facts = { flags: flags.live, takenAt: 0, people: [3] };
const noPause = (): Promise<void> => Promise.resolve();

let product: FloatProduct;
before(async () => {
  product = await FloatProduct.load(dimensions, 1);
});

/** @param floatRows an index with more rows is saved as a large one, whose exact vectors are only in files */
interface As {
  key: Uint8Array | null;
  floatRows?: number;
}

async function save(folder: string, rows: number, as: As = { key }): Promise<void> {
  const store = new VectorStore(dimensions, product, as.floatRows);
  for (let id = 1; id <= rows; id += 1) store.put(id, unitVector(id, dimensions), facts);
  await new Sidecar(folder, identity, as.key).save(store, 42n, noPause);
}

const load = (folder: string, as: As = { key }): ReturnType<Sidecar['load']> =>
  new Sidecar(folder, identity, as.key).load(new VectorStore(dimensions, product, as.floatRows));

/** @returns the error of loading, if any */
const faultOf = (...given: Parameters<typeof load>): Promise<unknown> =>
  load(...given).then(
    () => undefined,
    (error: unknown) => error,
  );

const filesIn = (folder: string, ending: string): string[] =>
  readdirSync(folder)
    .filter((name) => name.endsWith(`.${ending}`))
    .map((name) => join(folder, name));

describe('the encrypted files of a vector index', () => {
  it('restore everything, and contain none of it in plaintext', () =>
    withTempFolder(async (folder) => {
      await save(folder, blockRows + 700);
      const { store, watermark } = (await load(folder))!;
      expect(watermark).to.equal(42n);
      const vector = new Float32Array(dimensions);
      for (let id = 1; id <= blockRows + 700; id += 1) {
        store.read(store.table.rowOf(id)!, vector);
        expect([...vector]).to.deep.equal([...unitVector(id, dimensions)]);
      }
      for (const name of readdirSync(folder)) {
        const bytes = readFileSync(join(folder, name));
        for (const id of [1, 600, blockRows + 700]) {
          expect(bytes.includes(Buffer.from(unitVector(id, dimensions).buffer, 0, 8)), `${name}, ${id}`).to.equal(
            false,
          );
        }
        expect(bytes.includes('model'), name).to.equal(false);
      }
    }));

  it('let single rows of a large index be read', () =>
    withTempFolder(async (folder) => {
      await save(folder, blockRows, { key, floatRows: 0 });
      const sidecar = new Sidecar(folder, identity, key);
      const { store } = (await sidecar.load(new VectorStore(dimensions, product)))!;
      expect(store.blocks.map(({ kind }) => kind)).to.deep.equal(['sealed']);
      const vector = new Float32Array(dimensions);
      // More than are cached, and each twice in a row.
      for (let at = 0; at < 3000; at += 1) {
        const row = (Math.floor(at / 2) * 7919) % blockRows;
        store.read(row, vector);
        expect([...vector]).to.deep.equal([...unitVector(store.table.ids[row]!, dimensions)]);
      }
      await store.close();
    }));

  it('of a large index lose the vector of a deleted row', () =>
    withTempFolder(async (folder) => {
      await save(folder, blockRows, { key, floatRows: 0 });
      const sidecar = new Sidecar(folder, identity, key);
      const { store } = (await sidecar.load(new VectorStore(dimensions, product)))!;
      const row = store.table.rowOf(7)!;
      store.remove(7);
      await sidecar.save(store, 43n, noPause);
      expect(filesIn(folder, 'vectors')).to.have.length(1);
      expect(readdirSync(folder)).to.have.length(4);
      const vector = new Float32Array(dimensions);
      store.read(row, vector);
      expect([...vector]).to.deep.equal(Array.from({ length: dimensions }, () => 0));
      store.read(store.table.rowOf(8)!, vector);
      expect([...vector]).to.deep.equal([...unitVector(8, dimensions)]);
      await store.close();
    }));

  it('are rejected if any single bit is flipped', () =>
    withTempFolder(async (folder) => {
      await save(folder, 1200);
      const files = readdirSync(folder).map((name) => join(folder, name));
      expect(files).to.have.length(3);
      for (const file of files) {
        const whole = readFileSync(file);
        const descriptor = openSync(file, 'r+');
        for (let flip = 0; flip < flips; flip += 1) {
          const bit = Math.floor((flip * whole.length * 8) / flips);
          const at = bit >> 3;
          writeSync(descriptor, Uint8Array.of(whole[at]! ^ (1 << (bit & 7))), 0, 1, at);
          const fault = await faultOf(folder);
          if (!(fault instanceof DamagedCache)) expect.fail(`bit ${bit} of ${file}: ${String(fault)}`);
          writeSync(descriptor, whole, at, 1, at);
        }
        closeSync(descriptor);
        expect(await faultOf(folder)).to.equal(undefined);
      }
    }));

  it('return no vector of another row if pieces of a file are swapped', () =>
    withTempFolder(async (folder) => {
      await save(folder, blockRows, { key, floatRows: 0 });
      const [file = ''] = filesIn(folder, 'vectors');
      const whole = readFileSync(file);
      const piece = rowPieceBytes(dimensions) + sealOverhead;
      const [first, second] = [whole.subarray(0, piece), whole.subarray(piece, 2 * piece)];
      for (const changed of [
        [second, first],
        [second, second],
      ]) {
        writeFileSync(file, Buffer.concat([...changed, whole.subarray(2 * piece)]));
        const { store } = (await load(folder))!;
        expect(() => {
          store.read(0, new Float32Array(dimensions));
        }).to.throw(LostVectors);
        await store.close();
      }
    }));

  it('return no vector of a large index with a flipped bit, with a key or without', () =>
    withTempFolder(async (parent) => {
      for (const as of [
        { key, floatRows: 0 },
        { key: null, floatRows: 0 },
      ]) {
        const folder = join(parent, as.key ? 'encrypted' : 'plain');
        await save(folder, blockRows, as);
        const [file = ''] = filesIn(folder, 'vectors');
        const whole = readFileSync(file);
        const { store } = (await load(folder, as))!;
        const descriptor = openSync(file, 'r+');
        const target = new Float32Array(dimensions);
        const [bytes, rows] = as.key
          ? [rowPieceBytes(dimensions) + sealOverhead, rowPieceBytes(dimensions) / dimensions / 4]
          : [dimensions * 4, 1];
        for (let flip = 0; flip < flips; flip += 1) {
          const bit = Math.floor((flip * whole.length * 8) / flips);
          const at = bit >> 3;
          writeSync(descriptor, Uint8Array.of(whole[at]! ^ (1 << (bit & 7))), 0, 1, at);
          const row = Math.floor(at / bytes) * rows;
          expect(() => {
            store.read(row, target);
          }, `bit ${bit}`).to.throw(LostVectors);
          writeSync(descriptor, whole, at, 1, at);
        }
        store.read(blockRows - 1, target);
        expect([...target]).to.deep.equal([...unitVector(blockRows, dimensions)]);
        closeSync(descriptor);
        await store.close();
      }
    }));

  it('are rejected if truncated or extended, whether the index is small or large', () =>
    withTempFolder(async (parent) => {
      const [small, large] = [join(parent, 'small'), join(parent, 'large')];
      await save(small, 1200);
      await save(large, blockRows + 1200, { key, floatRows: 0 });
      expect([small, large].map((folder) => readdirSync(folder).length)).to.deep.equal([3, 6]);
      const files = [small, large].flatMap((folder) => readdirSync(folder).map((name) => [folder, join(folder, name)]));
      for (const [folder = '', file = ''] of files) {
        const whole = readFileSync(file);
        for (const length of [0, 1, 31, 32, 2000, whole.length - 1].filter((each) => each < whole.length)) {
          truncateSync(file, length);
          expect(await faultOf(folder), `${length} bytes`).to.be.instanceOf(DamagedCache);
          writeFileSync(file, whole);
        }
        writeFileSync(file, Buffer.concat([whole, Buffer.of(0)]));
        expect(await faultOf(folder), 'a byte more').to.be.instanceOf(DamagedCache);
        writeFileSync(file, whole);
      }
    }));

  it('are rejected if two of them are swapped', () =>
    withTempFolder(async (folder) => {
      await save(folder, 2 * blockRows);
      for (const ending of ['vectors', 'attributes']) {
        const [one = '', other = ''] = filesIn(folder, ending);
        const swap = (): void => {
          renameSync(one, `${one}.kept`);
          renameSync(other, one);
          renameSync(`${one}.kept`, other);
        };
        swap();
        expect(await faultOf(folder), ending).to.be.instanceOf(DamagedCache);
        swap();
      }
      expect(await faultOf(folder)).to.equal(undefined);
    }));

  it('are rejected in another folder of the library', () =>
    withTempFolder(async (parent) => {
      await save(join(parent, 'face-1', 'model'), 50);
      cpSync(join(parent, 'face-1'), join(parent, 'face-2'), { recursive: true });
      expect(await faultOf(join(parent, 'face-2', 'model'))).to.be.instanceOf(DamagedCache);
      // The location of the whole library does not matter.
      cpSync(join(parent, 'face-1'), join(parent, 'moved', 'face-1'), { recursive: true });
      expect(await faultOf(join(parent, 'moved', 'face-1', 'model'))).to.equal(undefined);
    }));

  it('are rejected with another key or without one, and plain ones with a key', () =>
    withTempFolder(async (parent) => {
      const [encrypted, plain] = [join(parent, 'encrypted'), join(parent, 'plain')];
      await save(encrypted, 50);
      await save(plain, 50, { key: null });
      expect(await faultOf(encrypted, { key: randomBytes(32) })).to.be.instanceOf(DamagedCache);
      expect(await faultOf(encrypted, { key: null })).to.be.instanceOf(DamagedCache);
      expect(await faultOf(plain)).to.be.instanceOf(DamagedCache);
      // An intact index whose block was replaced by a plain one.
      const [block = ''] = filesIn(encrypted, 'vectors');
      writeFileSync(block, readFileSync(filesIn(plain, 'vectors')[0]!));
      expect(await faultOf(encrypted)).to.be.instanceOf(DamagedCache);
    }));
});
