import type { ComponentChildren, JSX } from 'preact';
import { useMemo } from 'preact/hooks';
import type { PhotoItem } from '../../../core/http/wire.ts';
import type { Api } from '../../api/index.ts';
import { useApp } from '../../app.ts';
import { PhotoGridView } from './photo-grid-view.tsx';
import { fixedSource, type PhotoGroup } from '../../state/photos/fixed-source.ts';
import { PhotoGrid } from '../../state/photos/photo-grid.ts';

interface FixedListProps {
  readonly photos: readonly PhotoItem[];
  readonly label: string;
  /** Shown above the list. */
  readonly head?: ComponentChildren;
  /** Consecutive groups, each with a heading. */
  readonly groups?: readonly PhotoGroup[];
  /** Whether an open photo covers it. */
  readonly behind: boolean;
  /** Shown if there are no photos. */
  readonly children?: ComponentChildren;
}

/** The grid of photos that are all known. */
export function fixedGrid(api: Api, photos: readonly PhotoItem[], groups?: readonly PhotoGroup[]): PhotoGrid {
  const now = (): number => Date.now() / 1000;
  const sign = (paths: readonly string[], stop: AbortSignal) => api.photos.signAll(paths, stop);
  return new PhotoGrid(fixedSource(photos, { sign, now, ...(groups && { groups }) }), now);
}

/** A list of photos in an order of its own, such as search results or similar photos. */
export function FixedList({ photos, groups, label, head, behind, children }: FixedListProps): JSX.Element {
  const { api } = useApp();
  const grid = useMemo(() => {
    const newGrid = fixedGrid(api, photos, groups);
    void newGrid.refresh();
    return newGrid;
  }, [photos]);
  return (
    <PhotoGridView grid={grid} label={label} behind={behind} head={head}>
      {children}
    </PhotoGridView>
  );
}
