import type { JSX } from 'preact';
import type { PhotoItem } from '../../../core/http/wire.ts';
import { clock } from '../../state/viewer/video/clock.ts';
import '../../styles/tile-marks.css';
import { Icon } from '../elements/icon.tsx';

interface TileMarksProps {
  readonly photo: PhotoItem;
  /** Whether it is in the album already for which photos are picked. */
  readonly taken?: boolean;
}

/** Marks on a tile: in the album, favourite, video with duration, live photo. Screen readers get them from the tile's label. */
export function TileMarks({ photo, taken = false }: TileMarksProps): JSX.Element | null {
  const { kind, duration, favorited_by_me: isFavorite } = photo;
  if (!taken && !isFavorite && kind !== 'video' && kind !== 'live') return null;
  return (
    <span class="tile-marks" aria-hidden="true">
      {taken && <Icon name="albums" />}
      {isFavorite && <Icon name="heart" filled />}
      {kind === 'live' && <Icon name="live" />}
      {kind === 'video' && duration !== null && clock(duration)}
      {kind === 'video' && <Icon name="play" filled />}
    </span>
  );
}
