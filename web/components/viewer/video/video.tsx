import type { CSSProperties, JSX } from 'preact';
import type { PhotoItem } from '../../../../core/http/wire.ts';
import { useApp } from '../../../app.ts';
import { useFetched } from '../../hooks/fetched.ts';

export interface VideoProps {
  readonly item: PhotoItem;
  readonly style: CSSProperties;
}

const fetchPart = (): Promise<typeof import('./video-part.tsx')> => import('./video-part.tsx');

/** The open video: its thumbnail, until its player was fetched with the first one. */
export function Video(props: VideoProps): JSX.Element {
  const { open, toasts } = useApp();
  const part = useFetched(fetchPart, (error) => {
    toasts.fail(error);
    open.shown.value = props.item.uid;
  });
  return part ? <part.VideoPart {...props} /> : <VideoStill {...props} />;
}

/** The thumbnail of a video that cannot play yet. */
export function VideoStill({ item, style }: VideoProps): JSX.Element {
  return (
    <div class="picture" style={style}>
      {item.thumb_url && <img class="thumbnail" src={item.thumb_url} alt="" draggable={false} />}
    </div>
  );
}
