import { drawThumbhash } from '../../state/photos/thumbhash.ts';

/** Milliseconds per frame for painting placeholders; the rest wait for the next frame. */
const paintingTime = 5;

/** Placeholders are painted this far outside the view. */
const margin = '100px';

/** The hashes of canvases that have not been in view yet. Most pictures are loaded before their canvas comes into view. */
const hashes = new Map<Element, string>();
const visible = new Set<HTMLCanvasElement>();
const painted = new WeakSet<HTMLCanvasElement>();
let scheduled = false;

// Created on first use. `scrollMargin` extends the view of scrolling elements within the page.
let observer: IntersectionObserver | null = null;
const newObserver = (): IntersectionObserver =>
  new IntersectionObserver(take, { rootMargin: margin, scrollMargin: margin });

/**
 * Paints a thumbhash (base64) on a canvas when it is in view and there is time.
 * @returns a function that cancels it
 */
export function paintWhenSeen(canvas: HTMLCanvasElement, hash: string): () => void {
  observer ??= newObserver();
  hashes.set(canvas, hash);
  observer.observe(canvas);
  return () => {
    hashes.delete(canvas);
    visible.delete(canvas);
    observer?.unobserve(canvas);
  };
}

/** Whether its placeholder is painted. */
export function isPainted(canvas: HTMLCanvasElement): boolean {
  return painted.has(canvas);
}

function take(entries: readonly IntersectionObserverEntry[]): void {
  for (const { target, isIntersecting } of entries) {
    if (!(target instanceof HTMLCanvasElement) || !hashes.has(target)) continue;
    if (isIntersecting) visible.add(target);
    else visible.delete(target);
  }
  if (visible.size > 0) paintSome();
}

function paintSome(): void {
  const end = performance.now() + paintingTime;
  for (const canvas of visible) {
    visible.delete(canvas);
    observer?.unobserve(canvas);
    paint(canvas, hashes.get(canvas) ?? '');
    hashes.delete(canvas);
    if (performance.now() > end) break;
  }
  if (visible.size === 0 || scheduled) return;
  scheduled = true;
  requestAnimationFrame(() => {
    scheduled = false;
    paintSome();
  });
}

/** Paints a thumbhash (base64) at once. */
export function paint(canvas: HTMLCanvasElement, hash: string): void {
  const placeholder = drawThumbhash(Uint8Array.from(atob(hash), (character) => character.charCodeAt(0)));
  if (!placeholder) return;
  const { width, height, rgba } = placeholder;
  canvas.width = width;
  canvas.height = height;
  canvas.getContext('2d')?.putImageData(new ImageData(rgba, width, height), 0, 0);
  painted.add(canvas);
}
