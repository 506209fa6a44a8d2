import { useEffect, useMemo } from 'preact/hooks';
import { savesData } from '../../browser.ts';
import { useApp } from '../../app.ts';
import { HoverPreview } from '../../state/photos/hover-preview.ts';
import type { PhotoGrid } from '../../state/photos/photo-grid.ts';

const reducedMotion = matchMedia('(prefers-reduced-motion: reduce)');
const points = matchMedia('(hover: hover) and (pointer: fine)');

/**
 * Plays videos and live photos of a list while a mouse rests on them. @param isBehind whether an open photo covers the list
 */
export function useMovingTiles(grid: PhotoGrid, isBehind: boolean): HoverPreview {
  const { api } = useApp();
  const preview = useMemo(
    () =>
      new HoverPreview({
        sign: (path) => api.photos.sign(path),
        isWelcome: () => points.matches && !reducedMotion.matches && !savesData(),
      }),
    [grid],
  );
  useEffect(() => {
    if (isBehind) preview.leave();
    return () => {
      preview.leave();
    };
  }, [preview, isBehind]);
  return preview;
}
