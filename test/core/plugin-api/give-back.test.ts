import { expect } from 'chai';
import { releaseMemory } from '../../../core/plugin-api/toolkit/index.ts';

const megabyte = 1024 * 1024;

describe('releasing memory', () => {
  it('frees the memory at once, independently of the garbage collector, and empties the arrays', () => {
    const before = process.memoryUsage().arrayBuffers;
    const given: Uint8Array[] = [];
    for (let times = 0; times < 20; times += 1) {
      const [one, other] = [new Uint8Array(8 * megabyte).fill(1), new Uint8Array(megabyte)];
      releaseMemory(one, other);
      given.push(one, other);
    }
    expect(given.map(({ length }) => length)).to.deep.equal(Array.from({ length: 40 }, () => 0));
    expect(process.memoryUsage().arrayBuffers - before).to.be.below(8 * megabyte);
  });
});
