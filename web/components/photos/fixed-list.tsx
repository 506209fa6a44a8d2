import type { ComponentChildren, JSX } from 'preact';
import { useMemo } from 'preact/hooks';
import type { PhotoItem } from '../../../core/http/wire.ts';
import { PhotoGridView } from './photo-grid-view.tsx';
import { fixedSource, type PhotoGroup } from '../../state/photos/fixed-source.ts';
import { PhotoGrid } from '../../state/photos/photo-grid.ts';

interface FixedListProps {
  readonly photos: readonly PhotoItem[];
  readonly label: string;
  /** What stands above it. */
  readonly head?: ComponentChildren;
  /** One after the other, each with a heading. */
  readonly groups?: readonly PhotoGroup[];
  /** An open photo covers it. */
  readonly behind: boolean;
  /** What stands there while there is nothing else to see. */
  readonly children?: ComponentChildren;
}

/** Photos in an order of their own: what a search found, what is like a photo. */
export function FixedList({ photos, groups, label, head, behind, children }: FixedListProps): JSX.Element {
  const grid = useMemo(() => {
    const made = new PhotoGrid(fixedSource(photos, groups), () => Date.now() / 1000);
    void made.refresh();
    return made;
  }, [photos]);
  return (
    <PhotoGridView grid={grid} label={label} behind={behind} head={head}>
      {children}
    </PhotoGridView>
  );
}
