import { expect } from 'chai';
import { PhotoView, type Wish } from '../../web/state/viewer/photo-view.ts';

function view(): PhotoView {
  const made = new PhotoView();
  made.resize({ width: 400, height: 800 });
  made.show({ width: 4000, height: 3000 });
  return made;
}

/** Moves a finger or a mouse along some positions. @param step milliseconds for each position */
function drag(photo: PhotoView, places: [x: number, y: number][], touch = true, step = 16): Wish | null {
  const presses = places.map(([x, y], i) => ({ id: 1, x, y, time: i * step, touch }));
  photo.press(presses[0]!);
  for (const press of presses.slice(1)) photo.move(press);
  return photo.release(presses.at(-1)!);
}

const tap = (photo: PhotoView, x: number, y: number, time: number): void => {
  photo.press({ id: 1, x, y, time, touch: true });
  photo.release({ id: 1, x, y, time: time + 50, touch: true });
};

describe('the view of a photo', () => {
  it('goes to the next or the previous photo on a swipe sideways, and closes on a swipe down', () => {
    expect(drag(view(), [[100, 0], [60, 5], [-40, 8]])).to.equal('older'); // prettier-ignore
    expect(drag(view(), [[0, 0], [60, 5], [140, 8]])).to.equal('newer'); // prettier-ignore
    expect(drag(view(), [[0, 0], [3, 60], [5, 260]])).to.equal('close'); // prettier-ignore
    expect(drag(view(), [[0, 0], [3, -60], [5, -260]])).to.equal(null); // prettier-ignore
  });

  it('ignores a short slow drag', () => {
    const photo = view();
    expect(drag(photo, [[0, 0], [-30, 0], [-60, 0]], true, 400)).to.equal(null); // prettier-ignore
    expect(photo.drag.value).to.equal(null);
  });

  it('is not swiped with a mouse', () => {
    expect(drag(view(), [[0, 0], [-200, 0], [-300, 0]], false)).to.equal(null); // prettier-ignore
  });

  it('zooms in on a double tap, then pans instead of swiping, and zooms out on another double tap', () => {
    const photo = view();
    tap(photo, 0, 0, 0);
    expect(photo.zoom.value.scale).to.equal(1);
    tap(photo, 4, 3, 200);
    expect(photo.zoom.value.scale).to.equal(10);
    const before = photo.zoom.value.x;
    expect(drag(photo, [[0, 0], [-20, 0], [-120, 0]])).to.equal(null); // prettier-ignore
    expect(photo.zoom.value.x).to.be.closeTo(before - 120, 1e-9);
    tap(photo, 0, 0, 1000);
    tap(photo, 0, 0, 1100);
    expect(photo.zoom.value.scale).to.equal(1);
  });

  it('does not treat taps at different times or positions as a double tap', () => {
    const photo = view();
    tap(photo, 0, 0, 0);
    tap(photo, 0, 0, 1000);
    tap(photo, 100, 100, 1100);
    expect(photo.zoom.value.scale).to.equal(1);
  });

  it('pans by keys to the edge of the picture', () => {
    const photo = view();
    expect(photo.pan(-0.2, 0)).to.equal(false);
    photo.toggle({ x: 0, y: 0 });
    const { x } = photo.zoom.value;
    expect(photo.pan(-0.2, 0)).to.equal(true);
    expect(photo.zoom.value.x).to.be.closeTo(x - 80, 1e-9);
    while (photo.pan(-0.2, 0));
    expect(photo.zoom.value.x).to.be.closeTo((400 - 400 * 10) / 2, 1e-9);
  });

  it('keeps its zoom for the next photo on request, within the limits of that photo', () => {
    const photo = view();
    photo.toggle({ x: 0, y: 0 });
    photo.pan(-0.5, 0);
    const zoom = photo.zoom.value;
    photo.show({ width: 4000, height: 3000 }, true);
    expect(photo.zoom.value).to.deep.equal(zoom);
    photo.show({ width: 100, height: 3000 }, true);
    expect(photo.zoom.value.scale).to.equal(zoom.scale);
    expect(Math.abs(photo.zoom.value.x)).to.be.below(Math.abs(zoom.x));
    photo.show({ width: 4000, height: 3000 });
    expect(photo.zoom.value.scale).to.equal(1);
  });

  it('zooms with two fingers', () => {
    const photo = view();
    photo.press({ id: 1, x: -50, y: 0, time: 0, touch: true });
    photo.press({ id: 2, x: 50, y: 0, time: 0, touch: true });
    photo.move({ id: 1, x: -100, y: 0, time: 16, touch: true });
    photo.move({ id: 2, x: 100, y: 0, time: 32, touch: true });
    expect(photo.zoom.value.scale).to.be.closeTo(2, 1e-9);
    expect(photo.release({ id: 1, x: -100, y: 0, time: 48, touch: true })).to.equal(null);
    expect(photo.release({ id: 2, x: 100, y: 0, time: 64, touch: true })).to.equal(null);
    expect(photo.zoom.value.scale).to.be.closeTo(2, 1e-9);
  });

  it('is not swiped by the finger that remains after zooming out with two, but by the next one', () => {
    const photo = view();
    photo.press({ id: 1, x: -150, y: 0, time: 0, touch: true });
    photo.press({ id: 2, x: 150, y: 0, time: 0, touch: true });
    photo.move({ id: 1, x: -20, y: 0, time: 16, touch: true });
    photo.move({ id: 2, x: 20, y: 0, time: 32, touch: true });
    photo.release({ id: 1, x: -20, y: 0, time: 48, touch: true });
    photo.move({ id: 2, x: 15, y: 4, time: 64, touch: true });
    expect(photo.drag.value).to.equal(null);
    expect(photo.release({ id: 2, x: 15, y: 4, time: 80, touch: true })).to.equal(null);
    expect(drag(photo, [[100, 0], [60, 5], [-40, 8]])).to.equal('older'); // prettier-ignore
  });

  it('zooms by wheel and keys, and resets the zoom for the next photo', () => {
    const photo = view();
    photo.wheel({ x: 0, y: 0 }, -300);
    expect(photo.zoom.value.scale).to.be.closeTo(Math.E, 1e-9);
    photo.zoomOut();
    photo.zoomIn();
    photo.zoomIn();
    expect(photo.zoom.value.scale).to.be.above(4);
    photo.show({ width: 10, height: 10 });
    expect(photo.zoom.value.scale).to.equal(1);
  });
});
