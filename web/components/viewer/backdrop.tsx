import type { JSX } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { paint } from '../photos/thumbhash.ts';

/** The colours of a small photo, softly around it. */
export function Backdrop({ hash }: { hash: string }): JSX.Element {
  const canvas = useRef<HTMLCanvasElement>(null);
  useLayoutEffect(() => {
    if (canvas.current) paint(canvas.current, hash);
  }, [hash]);
  return <canvas class="backdrop" ref={canvas} aria-hidden="true" />;
}
