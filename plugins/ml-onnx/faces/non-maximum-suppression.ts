import type { Detection } from './detection.ts';

interface Box {
  readonly x: number;
  readonly y: number;
  readonly w: number;
  readonly h: number;
}

/** The part of their union that two boxes share, 0 to 1. */
export function intersectionOverUnion(a: Box, b: Box): number {
  const width = Math.min(a.x + a.w, b.x + b.w) - Math.max(a.x, b.x);
  const height = Math.min(a.y + a.h, b.y + b.h) - Math.max(a.y, b.y);
  if (width <= 0 || height <= 0) return 0;
  const shared = width * height;
  return shared / (a.w * a.h + b.w * b.h - shared);
}

/** Keeps the most certain of detections that overlap; the most certain come first. */
export function suppressNonMaxima(detections: readonly Detection[], overlap: number): Detection[] {
  const kept: Detection[] = [];
  for (const one of detections.toSorted((a, b) => b.score - a.score)) {
    if (kept.every((other) => intersectionOverUnion(one, other) <= overlap)) kept.push(one);
  }
  return kept;
}
