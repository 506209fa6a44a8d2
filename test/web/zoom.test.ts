import { expect } from 'chai';
import {
  fitInto,
  clampZoom,
  isStamp,
  maxScale,
  movedBy,
  scaledAt,
  toggled,
  unzoomed,
} from '../../web/state/viewer/zoom.ts';

const view = { width: 1000, height: 800 };
const fit = fitInto(view, { width: 4000, height: 2000 });

describe('the zoom of a photo', () => {
  it('begins with the whole picture, a small one enlarged at most twice', () => {
    expect(fit).to.deep.equal({ view, box: { width: 1000, height: 500 }, actual: 4 });
    const small = fitInto(view, { width: 300, height: 200 });
    expect(small).to.deep.include({ box: { width: 600, height: 400 }, actual: 1 });
    expect(fitInto(view, { width: 800, height: 400 }).box).to.deep.equal({ width: 1000, height: 500 });
    expect([small, fit, fitInto(view, null)].map(isStamp)).to.deep.equal([true, false, false]);
    expect(fitInto(view, null).box).to.deep.equal(view);
  });

  it('keeps the point under the pointer in place', () => {
    const at = { x: 200, y: 100 };
    const zoom = scaledAt(unzoomed, 3, at, fit);
    expect(zoom.scale).to.equal(3);
    // The point of the picture that was at `at`, in the zoomed picture.
    expect(zoom.x + at.x * 3).to.be.closeTo(at.x, 1e-9);
    expect(zoom.y + at.y * 3).to.be.closeTo(at.y, 1e-9);
  });

  it('is limited to the maximum scale and to the whole picture', () => {
    expect(scaledAt(unzoomed, 1000, { x: 0, y: 0 }, fit).scale).to.equal(maxScale(fit));
    expect(maxScale(fit)).to.equal(12);
    expect(scaledAt({ scale: 2, x: 300, y: 0 }, 0.1, { x: 400, y: 0 }, fit)).to.deep.equal(unzoomed);
  });

  it('does not move an edge of the picture inside the view', () => {
    const zoom = movedBy({ scale: 2, x: 0, y: 0 }, { x: 9999, y: 9999 }, fit);
    expect(zoom).to.deep.equal({ scale: 2, x: 500, y: 100 });
    expect(clampZoom({ scale: 1, x: 40, y: -40 }, fit)).to.deep.equal(unzoomed);
  });

  it('toggles between actual pixels and the whole picture', () => {
    const near = toggled(unzoomed, { x: 0, y: 0 }, fit);
    expect(near.scale).to.equal(4);
    expect(toggled(near, { x: 7, y: 7 }, fit)).to.deep.equal(unzoomed);
    const small = fitInto(view, { width: 300, height: 200 });
    expect(toggled(unzoomed, { x: 0, y: 0 }, small).scale).to.equal(2);
  });
});
