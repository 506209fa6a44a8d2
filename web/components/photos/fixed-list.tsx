import type { ComponentChildren, JSX } from 'preact';
import { useMemo } from 'preact/hooks';
import type { PhotoItem } from '../../../core/http/wire.ts';
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

/** A list of photos in an order of its own, such as search results or similar photos. */
export function FixedList({ photos, groups, label, head, behind, children }: FixedListProps): JSX.Element {
  const grid = useMemo(() => {
    const newGrid = new PhotoGrid(fixedSource(photos, groups), () => Date.now() / 1000);
    void newGrid.refresh();
    return newGrid;
  }, [photos]);
  return (
    <PhotoGridView grid={grid} label={label} behind={behind} head={head}>
      {children}
    </PhotoGridView>
  );
}
