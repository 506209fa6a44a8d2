import { expect } from 'chai';
import fc from 'fast-check';
import { ScrollMap, tallestElement } from '../../web/state/photos/scroll-map.ts';

const view = 900;

describe('the mapping of scroll positions', () => {
  it('is one to one while the timeline fits into an element', () => {
    const map = new ScrollMap(50_000, view);
    expect(map.elementHeight).to.equal(50_000);
    for (const p of [0, 1, 777.5, 25_000, 49_100]) {
      expect(map.toVirtual(p)).to.equal(p);
      expect(map.toPhysical(p)).to.equal(p);
    }
  });

  it('keeps the element of a million photos within the height limit of browsers', () => {
    const map = new ScrollMap(46_000_000, view);
    expect(map.elementHeight).to.equal(tallestElement);
    expect(map.toVirtual(0)).to.equal(0);
    expect(map.toVirtual(tallestElement - view)).to.equal(46_000_000 - view);
  });

  it('can be inverted without loss, and is monotonic', () => {
    const map = new ScrollMap(46_000_000, view);
    const position = fc.double({ min: 0, max: 46_000_000 - view, noNaN: true });
    fc.assert(
      fc.property(position, position, (a, b) => {
        expect(map.toVirtual(map.toPhysical(a))).to.be.closeTo(a, 0.01);
        if (a < b) expect(map.toPhysical(a)).to.be.at.most(map.toPhysical(b));
      }),
    );
  });

  it('follows the wheel pixel by pixel, even if the timeline is scaled down', () => {
    const map = new ScrollMap(46_000_000, view);
    let position = map.at(23_000_000);
    for (let i = 0; i < 10; i++) position = map.follow(position, position.physical + 120);
    expect(position.virtual).to.be.closeTo(23_001_200, 0.01);
  });

  it('follows a jump of the scroll bar proportionally', () => {
    const map = new ScrollMap(46_000_000, view);
    const half = (tallestElement - view) / 2;
    expect(map.follow(map.at(0), half).virtual).to.be.closeTo((46_000_000 - view) / 2, 1);
  });

  it('corrects the position of the scroll bar without moving the view', () => {
    const map = new ScrollMap(46_000_000, view);
    let position = map.at(23_000_000);
    for (let i = 0; i < 100; i++) position = map.follow(position, position.physical + 500);
    const settled = map.settle(position);
    expect(settled.virtual).to.equal(position.virtual);
    expect(settled.physical).to.be.closeTo(map.toPhysical(position.virtual), 0.5);
    expect(settled.physical % 1, 'whole pixels, which a browser does not round').to.equal(0);
    expect(map.settle(settled)).to.equal(settled);
  });

  it('reaches both ends with the wheel alone', () => {
    const map = new ScrollMap(46_000_000, view);
    let position = map.at(3000);
    while (position.physical > 0) position = map.follow(position, Math.max(0, position.physical - 120));
    expect(position.virtual).to.equal(0);
    const end = tallestElement - view;
    position = map.at(46_000_000 - view - 3000);
    while (position.physical < end) position = map.follow(position, Math.min(end, position.physical + 120));
    expect(position.virtual).to.equal(46_000_000 - view);
  });
});
