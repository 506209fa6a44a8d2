import type { CSSProperties, JSX } from 'preact';
import type { PhotoItem } from '../../../../core/http/wire.ts';

export interface VideoProps {
  readonly item: PhotoItem;
  readonly style: CSSProperties;
}

/** The thumbnail of a video that cannot be played yet. */
export function VideoStill({ item, style }: VideoProps): JSX.Element {
  return (
    <div class="picture" style={style}>
      {item.thumb_url && <img class="thumbnail" src={item.thumb_url} alt="" draggable={false} />}
    </div>
  );
}
