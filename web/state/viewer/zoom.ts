/** Pixels from the middle of the view. */
export interface Point {
  readonly x: number;
  readonly y: number;
}

export interface Size {
  readonly width: number;
  readonly height: number;
}

/** How a picture lies in a view before anybody zooms. */
export interface Fit {
  readonly view: Size;
  /** Of the whole picture, as large as the view has room for; a small one is blown up a little. */
  readonly box: Size;
  /** The scale at which a pixel of the picture is a pixel of the view; at least 1. */
  readonly actual: number;
}

/** `scale` 1 shows the whole picture; `x` and `y` are where its middle is. */
export interface Zoom extends Point {
  readonly scale: number;
}

/** The whole picture. */
export const unzoomed: Zoom = { scale: 1, x: 0, y: 0 };

/** Beyond this many view pixels to a picture pixel there is nothing more to see. */
const mostBlownUp = 3;
/** Small pictures, and those whose size is unknown, grow this much all the same. */
const leastMost = 4;
/** Small pictures are shown this much larger than they are: beyond that one sees pixels. */
const mostEnlarged = 2;

/** How a picture fits into a view; as large as the view while its size is not known. */
export function fitInto(view: Size, picture: Size | null): Fit {
  if (!picture || picture.width === 0 || picture.height === 0) return { view, box: view, actual: 1 };
  const factor = Math.min(mostEnlarged, view.width / picture.width, view.height / picture.height);
  const box = { width: picture.width * factor, height: picture.height * factor };
  return { view, box, actual: factor > 0 ? Math.max(1, 1 / factor) : 1 };
}

/** Whether a picture as it lies there leaves the view bare all around. */
export function isStamp({ view, box }: Fit): boolean {
  return box.width < view.width - 1 && box.height < view.height - 1;
}

/** How far one can zoom in. */
export function mostScale({ actual }: Fit): number {
  return Math.max(leastMost, actual * mostBlownUp);
}

/** Another scale with the point of the picture under `at` staying there. */
export function scaledAt(zoom: Zoom, scale: number, at: Point, fit: Fit): Zoom {
  const next = Math.min(mostScale(fit), Math.max(1, scale));
  const ratio = next / zoom.scale;
  return held({ scale: next, x: at.x - (at.x - zoom.x) * ratio, y: at.y - (at.y - zoom.y) * ratio }, fit);
}

/** The picture moved, as far as there is more to see that way. */
export function movedBy(zoom: Zoom, by: Point, fit: Fit): Zoom {
  return held({ scale: zoom.scale, x: zoom.x + by.x, y: zoom.y + by.y }, fit);
}

/** From the whole picture to its own pixels around `at`, and back. */
export function toggled(zoom: Zoom, at: Point, fit: Fit): Zoom {
  return zoom.scale > 1 ? unzoomed : scaledAt(zoom, Math.max(2, fit.actual), at, fit);
}

/** No edge of the picture comes further in than the view's, and what is smaller than the view stays in its middle. */
export function held(zoom: Zoom, { view, box }: Fit): Zoom {
  const spareX = Math.max(0, (box.width * zoom.scale - view.width) / 2);
  const spareY = Math.max(0, (box.height * zoom.scale - view.height) / 2);
  return { scale: zoom.scale, x: between(zoom.x, spareX), y: between(zoom.y, spareY) };
}

function between(value: number, most: number): number {
  return most === 0 ? 0 : Math.min(most, Math.max(-most, value));
}
