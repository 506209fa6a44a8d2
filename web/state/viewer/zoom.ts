/** Pixels from the middle of the view. */
export interface Point {
  readonly x: number;
  readonly y: number;
}

export interface Size {
  readonly width: number;
  readonly height: number;
}

/** How a picture fits into a view, unzoomed. */
export interface Fit {
  readonly view: Size;
  /** The size of the whole picture in the view; a small one is enlarged a little. */
  readonly box: Size;
  /** The scale at which a pixel of the picture is a pixel of the view; at least 1. */
  readonly actual: number;
}

/** `scale` 1 shows the whole picture; `x` and `y` are the position of its middle. */
export interface Zoom extends Point {
  readonly scale: number;
}

/** The whole picture. */
export const unzoomed: Zoom = { scale: 1, x: 0, y: 0 };

/** The most view pixels per picture pixel. */
const maxPixelScale = 3;
/** The minimum of the maximum scale, for small pictures and those of unknown size. */
const minMaxScale = 4;
/** Small pictures are enlarged at most by this factor, before pixels become visible. */
const maxEnlargement = 2;

/** Fits a picture into a view; if its size is unknown, it fills the view. */
export function fitInto(view: Size, picture: Size | null): Fit {
  if (!picture || picture.width === 0 || picture.height === 0) return { view, box: view, actual: 1 };
  const factor = Math.min(maxEnlargement, view.width / picture.width, view.height / picture.height);
  const box = { width: picture.width * factor, height: picture.height * factor };
  return { view, box, actual: factor > 0 ? Math.max(1, 1 / factor) : 1 };
}

/** Whether the unzoomed picture leaves space on all sides. */
export function isStamp({ view, box }: Fit): boolean {
  return box.width < view.width - 1 && box.height < view.height - 1;
}

/** The maximum scale. */
export function maxScale({ actual }: Fit): number {
  return Math.max(minMaxScale, actual * maxPixelScale);
}

/** Changes the scale; the point of the picture under `at` stays in place. */
export function scaledAt(zoom: Zoom, scale: number, at: Point, fit: Fit): Zoom {
  const next = Math.min(maxScale(fit), Math.max(1, scale));
  const ratio = next / zoom.scale;
  return clampZoom({ scale: next, x: at.x - (at.x - zoom.x) * ratio, y: at.y - (at.y - zoom.y) * ratio }, fit);
}

/** Moves the picture, within its limits. */
export function movedBy(zoom: Zoom, by: Point, fit: Fit): Zoom {
  return clampZoom({ scale: zoom.scale, x: zoom.x + by.x, y: zoom.y + by.y }, fit);
}

/** Toggles between the whole picture and its actual pixels around `at`. */
export function toggled(zoom: Zoom, at: Point, fit: Fit): Zoom {
  return zoom.scale > 1 ? unzoomed : scaledAt(zoom, Math.max(2, fit.actual), at, fit);
}

/** Limits a zoom: no edge of the picture moves inside the view, and a picture smaller than the view stays centred. */
export function clampZoom(zoom: Zoom, { view, box }: Fit): Zoom {
  const spareX = Math.max(0, (box.width * zoom.scale - view.width) / 2);
  const spareY = Math.max(0, (box.height * zoom.scale - view.height) / 2);
  return { scale: zoom.scale, x: between(zoom.x, spareX), y: between(zoom.y, spareY) };
}

function between(value: number, limit: number): number {
  return limit === 0 ? 0 : Math.min(limit, Math.max(-limit, value));
}
