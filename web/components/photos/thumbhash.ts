import { drawThumbhash } from '../../state/photos/thumbhash.ts';

/** Milliseconds per frame for painting placeholders; the rest wait for the next frame. */
const paintingTime = 5;

/** Placeholders are painted this far outside the view. */
const ahead = '100px';

/** Canvases that have not been in view yet: most pictures are loaded before they are. */
const waiting = new Map<Element, string>();
const inView = new Set<HTMLCanvasElement>();
const painted = new WeakSet<HTMLCanvasElement>();
let scheduled = false;

// Created on first use. `scrollMargin` extends the view of scrolling elements within the page.
let observer: IntersectionObserver | null = null;
const newObserver = (): IntersectionObserver =>
  new IntersectionObserver(take, { rootMargin: ahead, scrollMargin: ahead });

/**
 * Paints a thumbhash (base64) on a canvas when it is in view and there is time.
 * @returns a function that cancels it
 */
export function paintWhenSeen(canvas: HTMLCanvasElement, hash: string): () => void {
  observer ??= newObserver();
  waiting.set(canvas, hash);
  observer.observe(canvas);
  return () => {
    waiting.delete(canvas);
    inView.delete(canvas);
    observer?.unobserve(canvas);
  };
}

/** Whether its placeholder is painted. */
export function isPainted(canvas: HTMLCanvasElement): boolean {
  return painted.has(canvas);
}

function take(entries: readonly IntersectionObserverEntry[]): void {
  for (const { target, isIntersecting } of entries) {
    if (!(target instanceof HTMLCanvasElement) || !waiting.has(target)) continue;
    if (isIntersecting) inView.add(target);
    else inView.delete(target);
  }
  if (inView.size > 0) paintSome();
}

function paintSome(): void {
  const end = performance.now() + paintingTime;
  for (const canvas of inView) {
    inView.delete(canvas);
    observer?.unobserve(canvas);
    paint(canvas, waiting.get(canvas) ?? '');
    waiting.delete(canvas);
    if (performance.now() > end) break;
  }
  if (inView.size === 0 || scheduled) return;
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
