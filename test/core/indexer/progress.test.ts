import { expect } from 'chai';
import { RunProgress } from '../../../core/indexer/progress.ts';

describe('the progress of a run', () => {
  let now: number;
  let progress: RunProgress;

  beforeEach(() => {
    now = 1_000_000;
    progress = new RunProgress(() => now);
  });

  const advance = (photos: number, milliseconds: number): void => {
    for (let photo = 0; photo < photos; photo += 1) {
      progress.advance();
      now += milliseconds;
    }
  };

  it('has no rate before the first photo, and then a rate and an estimate of the time left', () => {
    progress.begin(100);
    expect(progress.read()).to.deep.equal({ done: 0, total: 100, rate: 0, eta: null });
    advance(20, 500);
    expect(progress.read()).to.deep.equal({ done: 20, total: 100, rate: 2, eta: 40 });
  });

  it('uses the rate of the last minute, however many photos that covers', () => {
    progress.begin(1_000_000);
    advance(10_000, 20);
    expect(progress.read().rate).to.be.closeTo(50, 0.1);
    advance(600, 100);
    expect(progress.read().rate).to.be.closeTo(10, 0.1);
    now += 61_000;
    expect(progress.read()).to.include({ done: 10_600, rate: 0, eta: null });
  });

  it('raises the total if there are more photos than expected', () => {
    progress.begin(1);
    advance(3, 1000);
    expect(progress.read()).to.include({ done: 3, total: 3, eta: 0 });
  });
});
