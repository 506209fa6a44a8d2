import { expect } from 'chai';
import { suitableProcesses, thisMachine } from '../../../plugins/ml-onnx/suitable-processes.ts';

const MB = 1_000_000;
const GB = 1000 * MB;
/** The models that analyse photos. */
const builtIn = 15 * MB;
const withClip = builtIn + 90 * MB;
const withFacesLarge = withClip + 182 * MB;

describe('the number of processes that run models', () => {
  for (const [cores, memory, models, processes] of [
    [4, 16 * GB, builtIn, 4],
    [32, 64 * GB, withClip, 8],
    [4, 2 * GB, builtIn, 4],
    [4, 2 * GB, withClip, 1],
    [4, 4 * GB, withClip, 3],
    [4, 4 * GB, withFacesLarge, 1],
    [8, 8 * GB, withFacesLarge, 3],
    [2, 0.6 * GB, builtIn, 1],
    [4, 0.1 * GB, builtIn, 1],
  ] as const) {
    it(`is ${processes} with ${cores} cores, ${memory / GB} GB of memory and ${models / MB} MB of models`, () => {
      expect(suitableProcesses({ cores, memory }, models)).to.equal(processes);
    });
  }

  it('is based on the cores and memory of this machine', () => {
    const { cores, memory } = thisMachine();
    expect(cores).to.be.at.least(1);
    expect(memory).to.be.within(100 * MB, 1e15);
  });
});
