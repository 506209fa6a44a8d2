import { thumbHashToRGBA } from 'thumbhash';

/** Milliseconds of a frame that may go into painting placeholders; the rest wait for the next frame. */
const paintingTime = 5;

const waiting = new Map<HTMLCanvasElement, string>();
let scheduled = false;

/** Paints a thumbhash (base64) on a canvas, as soon as there is time for it. */
export function paintSoon(canvas: HTMLCanvasElement, hash: string): void {
  waiting.set(canvas, hash);
  schedule();
}

/** Leaves a canvas that is no longer shown, or no longer needed, as it is. */
export function dontPaint(canvas: HTMLCanvasElement): void {
  waiting.delete(canvas);
}

function schedule(): void {
  if (scheduled) return;
  scheduled = true;
  requestAnimationFrame(() => {
    scheduled = false;
    const end = performance.now() + paintingTime;
    for (const [canvas, hash] of waiting) {
      waiting.delete(canvas);
      paint(canvas, hash);
      if (performance.now() > end) break;
    }
    if (waiting.size > 0) schedule();
  });
}

function paint(canvas: HTMLCanvasElement, hash: string): void {
  const bytes = Uint8Array.from(atob(hash), (character) => character.charCodeAt(0));
  // A hash begins with five bytes of header; a shorter one is not worth a picture.
  if (bytes.length < 5) return;
  const { w, h, rgba } = thumbHashToRGBA(bytes);
  canvas.width = w;
  canvas.height = h;
  canvas.getContext('2d')?.putImageData(new ImageData(new Uint8ClampedArray(rgba), w, h), 0, 0);
}
