import { expect } from 'chai';
import { ScrollPace } from '../../web/state/photos/scroll-pace.ts';

const height = 1000;

describe('the scroll speed of a list', () => {
  /** The result of each scroll step. @param speed pixels per second */
  const said = (pace: ScrollPace, speed: number, options: { from?: number; steps?: number } = {}): boolean[] => {
    const { from = 0, steps = 30 } = options;
    // Frames come late or early by half of their duration.
    const times = Array.from({ length: steps }, (_, step) => from + step * 16 + (step % 3) * 8);
    return times.map((time) => pace.scrolled((speed * time) / 1000, time, height));
  };

  it('is too fast from three view heights per second, after the first steps', () => {
    expect(said(new ScrollPace(), 2900)).to.not.include(true);
    const fast = said(new ScrollPace(), 3200);
    expect(fast.slice(0, 3)).to.not.include(true);
    expect(fast.slice(5)).to.not.include(false);
    expect(said(new ScrollPace(), -8000).at(-1)).to.equal(true);
  });

  it('is not too fast on a jump, however far', () => {
    const pace = new ScrollPace();
    expect(pace.scrolled(0, 0, height)).to.equal(false);
    expect(pace.scrolled(500_000, 16, height)).to.equal(false);
    expect(pace.scrolled(900_000, 5000, height)).to.equal(false);
  });

  it('is no longer too fast after slowing down or stopping', () => {
    const pace = new ScrollPace();
    expect(said(pace, 5000, { steps: 30 }).at(-1)).to.equal(true);
    const slower = Array.from({ length: 30 }, (_, step) => pace.scrolled(2560 + step * 16, 512 + step * 16, height));
    expect(slower[0]).to.equal(true);
    expect(slower.at(-1)).to.equal(false);
    expect(said(pace, 5000, { from: 992 }).at(-1)).to.equal(true);
    pace.rest();
    expect(pace.scrolled(9000, 1500, height)).to.equal(false);
  });
});
