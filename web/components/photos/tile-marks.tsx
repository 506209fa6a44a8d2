import type { JSX } from 'preact';
import type { PhotoItem } from '../../../core/http/wire.ts';
import { clock } from '../../state/viewer/video/clock.ts';
import '../../styles/tile-marks.css';
import { Icon } from '../elements/icon.tsx';

/** Marks on a tile: favourite, video with duration, live photo. Screen readers get them from the tile's label. */
export function TileMarks({ photo }: { photo: PhotoItem }): JSX.Element | null {
  const { kind, duration, favorited_by_me: isFavorite } = photo;
  if (!isFavorite && kind !== 'video' && kind !== 'live') return null;
  return (
    <span class="tile-marks" aria-hidden="true">
      {isFavorite && <Icon name="heart" filled />}
      {kind === 'live' && <Icon name="live" />}
      {kind === 'video' && duration !== null && clock(duration)}
      {kind === 'video' && <Icon name="play" filled />}
    </span>
  );
}
