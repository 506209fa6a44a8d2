import type { JSX } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { useApp } from '../../app.ts';
import { isStamp } from '../../state/viewer/zoom.ts';
import { paint } from '../photos/thumbhash.ts';

/** The blurred colours of a small photo around it; nothing for photos that fill the view. */
export function Backdrop(): JSX.Element | null {
  const { open, viewer } = useApp();
  const canvas = useRef<HTMLCanvasElement>(null);
  const hash = open.item.value?.thumbhash ?? null;
  const isShown = hash !== null && isStamp(viewer.view.fit.value);
  useLayoutEffect(() => {
    if (isShown && canvas.current) paint(canvas.current, hash);
  }, [hash, isShown]);
  return isShown ? <canvas class="backdrop" ref={canvas} aria-hidden="true" /> : null;
}
