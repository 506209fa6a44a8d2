import type { JSX } from 'preact';
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { SharedPhoto } from '../../core/http/wire.ts';
import { JustifiedLayout } from '../state/photos/justified-layout.ts';
import { rowMetrics } from '../state/photos/row-metrics.ts';
import { Tile } from './tile.tsx';

/** How many view heights above and below the view tiles are drawn. */
const spareScreens = 1;

/**
 * All photos in justified rows; only those around the view are drawn.
 * @param photos the loaded ones, of `total`
 * @param open the photo that covers the list; when it is closed, its tile gets the focus
 * @param onEnd called when the last loaded photos are near
 */
export function Grid({
  photos,
  total,
  open,
  onEnd,
}: {
  photos: readonly SharedPhoto[];
  total: number;
  open: number | null;
  onEnd: () => void;
}): JSX.Element {
  const element = useRef<HTMLUListElement>(null);
  const [view, setView] = useState({ width: 0, top: 0, height: 0 });
  useLayoutEffect(() => {
    const measure = (): void => {
      const list = element.current;
      if (!list) return;
      const { top } = list.getBoundingClientRect();
      setView({ width: list.clientWidth, top: -top, height: innerHeight });
    };
    measure();
    const observer = new ResizeObserver(measure);
    if (element.current) observer.observe(element.current);
    addEventListener('scroll', measure, { passive: true });
    addEventListener('resize', measure);
    return () => {
      observer.disconnect();
      removeEventListener('scroll', measure);
      removeEventListener('resize', measure);
    };
  }, []);

  const { width, height } = view;
  const layout = useMemo(() => {
    const metrics = rowMetrics({ width: Math.max(1, width), height });
    const aspects = Uint8Array.from(photos, shapeOf);
    return new JustifiedLayout([{ year: 0, month: 0, offset: 0, count: photos.length, before: 0, days: [] }], aspects, {
      ...metrics,
      label: 0,
      title: 0,
    });
  }, [photos, width, height]);
  const { first, last } = layout.photosBetween(
    view.top - spareScreens * height,
    view.top + (1 + spareScreens) * height,
  );
  const wasOpen = useRef(open);
  const toFocus = useRef<number | null>(null);
  useLayoutEffect(() => {
    if (open === null && wasOpen.current !== null) {
      toFocus.current = wasOpen.current;
      const { y, height: itemHeight } = layout.place(wasOpen.current);
      if (y < view.top || y + itemHeight > view.top + height) scrollBy(0, y - view.top - height / 3);
    }
    wasOpen.current = open;
  }, [open]);
  // The tile is focused when it is drawn, which may take a scroll first.
  useLayoutEffect(() => {
    if (toFocus.current === null) return;
    const tile = element.current?.querySelector<HTMLElement>(`a[href="#${toFocus.current + 1}"]`);
    if (!tile) return;
    toFocus.current = null;
    tile.focus({ preventScroll: true });
  });
  const isNearEnd = width > 0 && last >= photos.length && photos.length < total;
  useEffect(() => {
    if (isNearEnd) onEnd();
  }, [isNearEnd, photos.length]);

  return (
    <ul class="shared-grid" ref={element} style={{ height: layout.height }}>
      {width > 0 &&
        photos.slice(first, last).map((photo, at) => {
          const { x, y, ...size } = layout.place(first + at);
          const style = { ...size, transform: `translate(${x}px, ${y}px)` };
          return <Tile key={photo.uid} photo={photo} index={first + at} total={total} style={style} />;
        })}
    </ul>
  );
}

/** The aspect ratio in the layout's encoding: 128 is square, and 32 more is twice as wide. */
function shapeOf({ width, height }: SharedPhoto): number {
  if (!width || !height) return 0;
  return Math.min(255, Math.max(1, Math.round(128 + 32 * Math.log2(width / height))));
}
