import { expect } from 'chai';
import fc from 'fast-check';
import { blobToVector, vectorToBlob } from '../../../core/db/vectors.ts';

describe('vectors in the database', () => {
  it('are read as they were written', () => {
    const values = fc.float32Array({ minLength: 512, maxLength: 512, noNaN: true });
    fc.assert(
      fc.property(values, (vector) => {
        expect(blobToVector(vectorToBlob(vector, 512), 512)).to.deep.equal(vector);
      }),
    );
  });

  it('may start anywhere in a larger buffer', () => {
    const part = new Float32Array([0, 1, 2, 3]).subarray(1, 3);
    expect([...blobToVector(vectorToBlob(part, 2), 2)]).to.deep.equal([1, 2]);
    const unaligned = Buffer.concat([Buffer.alloc(1), vectorToBlob(part, 2)]).subarray(1);
    expect([...blobToVector(unaligned, 2)]).to.deep.equal([1, 2]);
  });

  it('are refused if their length differs', () => {
    expect(() => vectorToBlob(new Float32Array(3), 4)).to.throw(RangeError, '3');
    expect(() => blobToVector(Buffer.alloc(12), 4)).to.throw(RangeError, '12');
  });
});
