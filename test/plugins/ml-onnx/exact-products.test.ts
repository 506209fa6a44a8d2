import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import { createTensor, openSession } from '../../../core/plugin-api/toolkit/index.ts';
import { exactProducts, exactProductsHere } from '../../../plugins/ml-onnx/inference/exact-products.ts';

const classifier = fileURLToPath(
  new URL('../../../plugins/ml-onnx/models/things/classify-imagenet.onnx', import.meta.url),
);

const told = (...flags: string[]): string => `processor\t: 0\nflags\t\t: fpu avx2 ${flags.join(' ')} aes\n`;
const unsigned = { extra: { session: { x64quantprecision: '1' } } };

describe('networks with 8-bit weights', () => {
  it('run unchanged if the processor adds up products of bytes in 32 bits', () => {
    expect(exactProducts('x64', told('avx512_vnni'))).to.deep.equal({});
    expect(exactProducts('x64', told('avx_vnni'))).to.deep.equal({});
    expect(exactProducts('arm64', '')).to.deep.equal({});
  });

  it('are kept from overflowing on other x64 processors, and if the features are unknown', () => {
    for (const cpuinfo of [told(), told('avx512_vnniX'), '']) {
      expect(exactProducts('x64', cpuinfo)).to.deep.equal(unsigned);
    }
  });

  it('return the same results on this machine as without overflow', async () => {
    const side = 224;
    const pixels = Uint8Array.from({ length: side * side * 3 }, (_, at) => (at * at) % 251);
    const answers: unknown[] = [];
    for (const options of [await exactProductsHere(), unsigned]) {
      const session = await openSession(classifier, { intraOpNumThreads: 1, ...options });
      const { [session.outputNames[0]!]: answer } = await session.run({
        [session.inputNames[0]!]: createTensor('uint8', pixels, [1, side, side, 3]),
      });
      answers.push([...(answer!.data as Float32Array)]);
      await session.release();
    }
    expect(answers[0]).to.have.length(1001);
    expect(answers[0]).to.deep.equal(answers[1]);
  });
});
