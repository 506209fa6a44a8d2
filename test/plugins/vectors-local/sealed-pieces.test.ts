import { randomBytes } from 'node:crypto';
import { closeSync, openSync, readFileSync, writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { sealOverhead } from '../../../core/plugin-api/toolkit/index.ts';
import { largePiece, readPieces, sealedSize, sealPieces } from '../../../plugins/vectors-local/sealed-pieces.ts';
import { LostVectors, OpenFile } from '../../../plugins/vectors-local/vector-file.ts';
import { flips, flipsOf } from '../../support/flipped-file.ts';
import { withTempFolder } from '../../support/temp-folder.ts';

const key = randomBytes(32);
const content = randomBytes(5 * largePiece + 1000);

/** A file with the content in large pieces, like that of rounded vectors. */
const withFile = (use: (path: string, whole: Buffer) => Promise<void>, bytes = content): Promise<void> =>
  withTempFolder(async (folder) => {
    const path = join(folder, 'file');
    writeFileSync(path, Buffer.concat([...sealPieces(key, bytes, largePiece)]));
    await use(path, readFileSync(path));
  });

/** @returns the content, or the error of reading */
async function read(path: string, length = content.length): Promise<Uint8Array | Error> {
  const file = new OpenFile(path);
  const target = new Uint8Array(length);
  return readPieces(file, key, target)
    .then(
      () => target,
      (error: unknown) => error as Error,
    )
    .finally(() => {
      file.close();
    });
}

describe('a file that is encrypted in large pieces', () => {
  it('is read as a whole, and has the predicted size', () =>
    withFile(async (path, whole) => {
      expect(whole).to.have.length(sealedSize(content.length, largePiece));
      expect(content.equals((await read(path)) as Uint8Array)).to.equal(true);
    }));

  it('is rejected if one bit is flipped, in whichever piece', () =>
    withFile(async (path, whole) => {
      const descriptor = openSync(path, 'r+');
      const places = 300;
      for (let flip = 0; flip < places; flip += 1) {
        const bit = Math.floor((flip * whole.length * 8) / places) + (flip % 8);
        const at = bit >> 3;
        writeSync(descriptor, Uint8Array.of(whole[at]! ^ (1 << (bit & 7))), 0, 1, at);
        expect(await read(path), `bit ${bit}`).to.be.instanceOf(LostVectors);
        writeSync(descriptor, whole, at, 1, at);
      }
      closeSync(descriptor);
    }));

  it(`is rejected with any of ${flips} bits flipped, if it is a short one`, () =>
    withFile(
      async (path, whole) => {
        const length = whole.length - sealOverhead;
        const descriptor = openSync(path, 'r+');
        for (const { at, bit } of flipsOf(whole.length, flips, sealOverhead)) {
          writeSync(descriptor, Uint8Array.of(whole[at]! ^ (1 << bit)), 0, 1, at);
          const found = await read(path, length);
          if (!(found instanceof LostVectors)) expect.fail(`byte ${at}, bit ${bit}: ${String(found)}`);
          writeSync(descriptor, whole, at, 1, at);
        }
        closeSync(descriptor);
        expect(content.subarray(0, length).equals((await read(path, length)) as Uint8Array)).to.equal(true);
      },
      content.subarray(0, 5000),
    ));

  it('is rejected if its pieces are swapped, or if it is truncated', () =>
    withFile(async (path, whole) => {
      const size = largePiece + sealOverhead;
      const pieces = [0, 1, 2, 3, 4, 5].map((at) => whole.subarray(at * size, (at + 1) * size));
      const swapped = pieces.with(1, pieces[2]!).with(2, pieces[1]!);
      for (const changed of [swapped, pieces.with(4, pieces[3]!), pieces.slice(0, 5), pieces.slice(0, 2)]) {
        writeFileSync(path, Buffer.concat(changed));
        expect(await read(path)).to.be.instanceOf(LostVectors);
      }
    }));
});
